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
