#define _GNU_SOURCE
#include "CFaultAllocator.h"

#include <errno.h>
#include <link.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What the C library's own malloc is called beside its usual name. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_int armed; /* 0, or 1 + whose memory */
static atomic_long wanted;
static atomic_long asked;
static atomic_int is_lasting;
static atomic_int was_refused;

static int refuses(enum diptych_allocator_of whose) {
  if (atomic_load(&armed) != 1 + (int)whose) return 0;
  long number = atomic_fetch_add(&asked, 1) + 1;
  long n = atomic_load(&wanted);
  if (number < n || (number > n && !atomic_load(&is_lasting))) return 0;
  atomic_store(&was_refused, 1);
  return 1;
}

void diptych_allocator_arm(enum diptych_allocator_of whose, long n, int lasting) {
  atomic_store(&was_refused, 0);
  atomic_store(&asked, 0);
  atomic_store(&wanted, n);
  atomic_store(&is_lasting, lasting);
  atomic_store(&armed, 1 + (int)whose);
}

int diptych_allocator_disarm(void) {
  atomic_store(&armed, 0);
  return atomic_load(&was_refused);
}

long diptych_allocator_count(void) { return atomic_load(&asked); }

/* SQLite */

static sqlite3_mem_methods usual;

static void *sqlite_malloc(int count) {
  return refuses(DIPTYCH_MEMORY_OF_SQLITE) ? 0 : usual.xMalloc(count);
}

static void *sqlite_realloc(void *memory, int count) {
  return refuses(DIPTYCH_MEMORY_OF_SQLITE) ? 0 : usual.xRealloc(memory, count);
}

int diptych_allocator_install(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &usual);
  if (code) return code;
  sqlite3_mem_methods methods = usual;
  methods.xMalloc = sqlite_malloc;
  methods.xRealloc = sqlite_realloc;
  code = sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
  /* Without a store of small blocks for each connection, every allocation is asked for here. */
  return code ? code : sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
}

/* The codecs' libraries */

enum { range_limit = 256 };
static struct {
  uintptr_t start, end;
} ranges[range_limit];
static int range_count;

struct search {
  const char *name;
  int found;
};

static int take(struct dl_phdr_info *info, size_t size, void *data) {
  struct search *search = data;
  const char *slash = strrchr(info->dlpi_name, '/');
  const char *file = slash ? slash + 1 : info->dlpi_name;
  (void)size;
  /* The program itself has no name. */
  if (*search->name ? strncmp(file, search->name, strlen(search->name)) != 0 : *info->dlpi_name) {
    return 0;
  }
  search->found += 1;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || range_count == range_limit) continue;
    ranges[range_count].start = info->dlpi_addr + part->p_vaddr;
    ranges[range_count].end = ranges[range_count].start + part->p_memsz;
    range_count += 1;
  }
  return 0;
}

int diptych_allocator_watch(const char *name) {
  struct search search = {name, 0};
  dl_iterate_phdr(take, &search);
  return search.found;
}

static int refuses_caller(const void *caller) {
  if (atomic_load(&armed) != 1 + DIPTYCH_MEMORY_OF_CODECS) return 0;
  for (int i = 0; i < range_count; i++) {
    if ((uintptr_t)caller >= ranges[i].start && (uintptr_t)caller < ranges[i].end) {
      return refuses(DIPTYCH_MEMORY_OF_CODECS);
    }
  }
  return 0;
}

#define REFUSED refuses_caller(__builtin_return_address(0))

static void *none(void) {
  errno = ENOMEM;
  return 0;
}

void *malloc(size_t count) { return REFUSED ? none() : __libc_malloc(count); }

void *calloc(size_t number, size_t count) {
  return REFUSED ? none() : __libc_calloc(number, count);
}

void *realloc(void *memory, size_t count) {
  return count && REFUSED ? none() : __libc_realloc(memory, count);
}

void *memalign(size_t alignment, size_t count) {
  return REFUSED ? none() : __libc_memalign(alignment, count);
}

void *aligned_alloc(size_t alignment, size_t count) {
  return REFUSED ? none() : __libc_memalign(alignment, count);
}

int posix_memalign(void **memory, size_t alignment, size_t count) {
  if (REFUSED) return ENOMEM;
  void *given = __libc_memalign(alignment, count);
  if (!given) return ENOMEM;
  *memory = given;
  return 0;
}
