/* SQLite of the system, for the room `SQLite`. */
#ifndef TAS_CSQLITE_H
#define TAS_CSQLITE_H

#include <sqlite3.h>

/* Binds bytes that SQLite copies: the macro for it is a cast that Swift does not see. */
int tas_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count);
int tas_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int count);

#endif
