#pragma once

/* Memory that is not given: to SQLite, or to the libraries of the codecs.

   A program that links this has its own malloc, which asks who calls. Allocations of anybody else,
   Swift's above all, are left alone: nothing in Swift can go on without memory. */

/* Has SQLite take its memory here. To be called before anything else of SQLite; gives its code. */
int diptych_allocator_install(void);

/* Counts allocations of libraries whose file name begins so, e.g. "libpng"; of the program's own code
   for "", which calls no allocator for Swift: the runtime does. Gives how many such libraries the
   program has loaded. */
int diptych_allocator_watch(const char *name);

enum diptych_allocator_of { DIPTYCH_MEMORY_OF_SQLITE, DIPTYCH_MEMORY_OF_CODECS };

/* The n-th allocation from now on, counted from 1, is refused; with `lasting` every later one too. */
void diptych_allocator_arm(enum diptych_allocator_of whose, long n, int lasting);

/* Gives memory again. Nonzero if an allocation was refused. */
int diptych_allocator_disarm(void);

/* How many allocations were asked for while it was last armed. */
long diptych_allocator_count(void);
