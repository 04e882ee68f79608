#include "CFaultVFS.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

/* Our part of an open file; the system's part follows it in the same block. */
struct fault_file {
  sqlite3_file base;
  const char *path;
  sqlite3_file *real;
};

static sqlite3_vfs *system_layer;
static sqlite3_vfs layer;
static _Atomic(diptych_vfs_hook) current_hook;

static int ask(enum diptych_vfs_call call, const char *path, sqlite3_int64 offset,
               const void *bytes, int count, int creates) {
  struct diptych_vfs_event event = {call, path, offset, bytes, count, creates};
  diptych_vfs_hook hook = atomic_load(&current_hook);
  return hook ? hook(&event) : SQLITE_OK;
}

static struct fault_file *ours(sqlite3_file *file) { return (struct fault_file *)file; }

static int file_close(sqlite3_file *file) {
  struct fault_file *f = ours(file);
  ask(DIPTYCH_VFS_CLOSE, f->path, 0, 0, 0, 0);
  return f->real->pMethods->xClose(f->real);
}

static int file_read(sqlite3_file *file, void *buffer, int count, sqlite3_int64 offset) {
  struct fault_file *f = ours(file);
  int code = ask(DIPTYCH_VFS_READ, f->path, offset, 0, count, 0);
  return code ? code : f->real->pMethods->xRead(f->real, buffer, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  struct fault_file *f = ours(file);
  int code = ask(DIPTYCH_VFS_WRITE, f->path, offset, bytes, count, 0);
  if (code == SQLITE_IOERR_SHORT_READ) {
    /* A write that stops half-way: the first half is there, and the call fails. */
    f->real->pMethods->xWrite(f->real, bytes, count / 2, offset);
    return SQLITE_IOERR_WRITE;
  }
  return code ? code : f->real->pMethods->xWrite(f->real, bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  struct fault_file *f = ours(file);
  int code = ask(DIPTYCH_VFS_TRUNCATE, f->path, size, 0, 0, 0);
  return code ? code : f->real->pMethods->xTruncate(f->real, size);
}

static int file_sync(sqlite3_file *file, int flags) {
  struct fault_file *f = ours(file);
  int code = ask(DIPTYCH_VFS_SYNC, f->path, 0, 0, 0, 0);
  return code ? code : f->real->pMethods->xSync(f->real, flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  struct fault_file *f = ours(file);
  int code = ask(DIPTYCH_VFS_SIZE, f->path, 0, 0, 0, 0);
  return code ? code : f->real->pMethods->xFileSize(f->real, size);
}

static int file_lock(sqlite3_file *file, int level) {
  struct fault_file *f = ours(file);
  int code = ask(DIPTYCH_VFS_LOCK, f->path, 0, 0, level, 0);
  return code ? code : f->real->pMethods->xLock(f->real, level);
}

static int file_unlock(sqlite3_file *file, int level) {
  struct fault_file *f = ours(file);
  return f->real->pMethods->xUnlock(f->real, level);
}

static int file_check_lock(sqlite3_file *file, int *result) {
  struct fault_file *f = ours(file);
  return f->real->pMethods->xCheckReservedLock(f->real, result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  struct fault_file *f = ours(file);
  return f->real->pMethods->xFileControl(f->real, operation, argument);
}

static int file_sector(sqlite3_file *file) {
  struct fault_file *f = ours(file);
  return f->real->pMethods->xSectorSize(f->real);
}

static int file_device(sqlite3_file *file) {
  struct fault_file *f = ours(file);
  return f->real->pMethods->xDeviceCharacteristics(f->real);
}

static int file_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
  struct fault_file *f = ours(file);
  int code = ask(DIPTYCH_VFS_MAP, f->path, (sqlite3_int64)page * size, 0, size, 0);
  return code ? code : f->real->pMethods->xShmMap(f->real, page, size, extend, memory);
}

static int file_map_lock(sqlite3_file *file, int offset, int count, int flags) {
  struct fault_file *f = ours(file);
  int code = SQLITE_OK;
  /* Giving a lock up cannot fail. */
  if (flags & SQLITE_SHM_LOCK) code = ask(DIPTYCH_VFS_MAP_LOCK, f->path, offset, 0, count, 0);
  return code ? code : f->real->pMethods->xShmLock(f->real, offset, count, flags);
}

static void file_map_barrier(sqlite3_file *file) {
  struct fault_file *f = ours(file);
  f->real->pMethods->xShmBarrier(f->real);
}

static int file_unmap(sqlite3_file *file, int removes) {
  struct fault_file *f = ours(file);
  return f->real->pMethods->xShmUnmap(f->real, removes);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_lock,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_device,
    .xShmMap = file_map,
    .xShmLock = file_map_lock,
    .xShmBarrier = file_map_barrier,
    .xShmUnmap = file_unmap,
};

static int layer_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags,
                      int *out_flags) {
  struct fault_file *f = ours(file);
  (void)vfs;
  f->base.pMethods = 0;
  f->path = path;
  f->real = (sqlite3_file *)(f + 1);
  int creates = (flags & SQLITE_OPEN_CREATE) && path && access(path, F_OK) != 0;
  int code = ask(DIPTYCH_VFS_OPEN, path, 0, 0, flags, creates);
  if (code) return code;
  code = system_layer->xOpen(system_layer, path, f->real, flags, out_flags);
  if (code == SQLITE_OK) f->base.pMethods = &methods;
  return code;
}

static int layer_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
  (void)vfs;
  int code = ask(DIPTYCH_VFS_DELETE, path, 0, 0, syncs, 0);
  return code ? code : system_layer->xDelete(system_layer, path, syncs);
}

static int layer_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  (void)vfs;
  int code = ask(DIPTYCH_VFS_ACCESS, path, 0, 0, flags, 0);
  return code ? code : system_layer->xAccess(system_layer, path, flags, result);
}

int diptych_vfs_register(diptych_vfs_hook hook) {
  atomic_store(&current_hook, hook);
  if (system_layer) return SQLITE_OK;
  sqlite3_vfs *found = sqlite3_vfs_find(0);
  if (!found) return SQLITE_ERROR;
  layer = *found;
  layer.zName = "diptych-fault";
  layer.pNext = 0;
  layer.szOsFile = (int)sizeof(struct fault_file) + found->szOsFile;
  layer.xOpen = layer_open;
  layer.xDelete = layer_delete;
  layer.xAccess = layer_access;
  system_layer = found;
  return sqlite3_vfs_register(&layer, 0);
}
