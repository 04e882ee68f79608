#pragma once
#include <sqlite3.h>

/* sqlite3_db_config is variadic, which Swift cannot call. */
static inline int diptych_sqlite_config_flag(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, (int *)0);
}

/* The destructor constant is a cast of -1, which Swift does not import. */
static inline int diptych_sqlite_bind_text(sqlite3_stmt *s, int i, const char *t, int n) {
  return sqlite3_bind_text(s, i, t, n, SQLITE_TRANSIENT);
}
static inline int diptych_sqlite_bind_blob(sqlite3_stmt *s, int i, const void *b, int n) {
  return sqlite3_bind_blob(s, i, b, n, SQLITE_TRANSIENT);
}
static inline void diptych_sqlite_result_text(sqlite3_context *c, const char *t, int n) {
  sqlite3_result_text(c, t, n, SQLITE_TRANSIENT);
}
static inline void diptych_sqlite_result_blob(sqlite3_context *c, const void *b, int n) {
  sqlite3_result_blob(c, b, n, SQLITE_TRANSIENT);
}

/* The shared header of the write-ahead log's index, which the connection has mapped since its first
   transaction; null where the file layer shares no memory. */
static inline void *diptych_sqlite_log_header(sqlite3 *db) {
  sqlite3_file *file = 0;
  volatile void *memory = 0;
  if (sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK || !file
      || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap
      || file->pMethods->xShmMap(file, 0, 32768, 0, &memory) != SQLITE_OK)
    return 0;
  return (void *)memory;
}

/* Other processes write there. */
static inline unsigned long long diptych_load(const void *address) {
  return __atomic_load_n((const unsigned long long *)address, __ATOMIC_ACQUIRE);
}
