#pragma once
/* Linux calls that Swift's own C library module hides behind _GNU_SOURCE. */
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/types.h>
#include <sys/vfs.h>

extern int syncfs(int fd);
extern int renameat2(int from_folder, const char *from, int to_folder, const char *to,
                     unsigned int flags);
/* AT_FDCWD and RENAME_NOREPLACE of renameat2. */
static inline int diptych_rename_new(const char *from, const char *to) {
  return renameat2(-100, from, -100, to, 1);
}

/* The magic number of the file system that holds a path, or -1. */
static inline long diptych_file_system(const char *path) {
  struct statfs info;
  return statfs(path, &info) == 0 ? (long)(info.f_type & 0xFFFFFFFFL) : -1;
}

/* F_OFD_SETLK and FICLONE; the second is a macro that Swift cannot import. */
#define DIPTYCH_OFD_SETLK 37
static inline int diptych_clone(int target, int source) {
  return ioctl(target, _IOW(0x94, 9, int), source);
}
