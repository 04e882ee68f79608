#pragma once

/* A file layer for SQLite that asks a hook before each of its calls, over the system's own layer.
   Registered under the name "diptych-fault". */

enum diptych_vfs_call {
  DIPTYCH_VFS_OPEN,
  DIPTYCH_VFS_CLOSE,
  DIPTYCH_VFS_READ,
  DIPTYCH_VFS_WRITE,
  DIPTYCH_VFS_TRUNCATE,
  DIPTYCH_VFS_SYNC,
  DIPTYCH_VFS_SIZE,
  DIPTYCH_VFS_LOCK,
  DIPTYCH_VFS_DELETE,
  DIPTYCH_VFS_ACCESS,
  DIPTYCH_VFS_MAP,
  DIPTYCH_VFS_MAP_LOCK
};

/* What a call is about. `path` is NULL for a file without a name; `bytes` are those to be written. */
struct diptych_vfs_event {
  enum diptych_vfs_call call;
  const char *path;
  long long offset;
  const void *bytes;
  int count;
  /* Nonzero when the call makes a file that is not there, which only an open does. */
  int creates;
};

/* Gives SQLITE_OK to let the call go on, or the code that it fails with. Called on any thread. */
typedef int (*diptych_vfs_hook)(const struct diptych_vfs_event *event);

/* Registers the layer once for the process; later calls change the hook. Gives a SQLite code. */
int diptych_vfs_register(diptych_vfs_hook hook);
