/* luacov.h - the settings that a project has for luacov, as far as they say which files coverage is about: `include`
 * and `exclude`, Lua patterns for the names of files without ".lua", `modules`, by whose names their files are
 * included, and `includeuntestedfiles`.
 *
 * They stand in the file ".luacov" of the current directory, or in the one that LUACOV_CONFIG names: Lua code that sets
 * global variables or returns a table. It runs in a state of our own (bounded.h). What is wrong with it is a line on
 * stderr; what of it is not used is one line more, and a note in the data file.
 *
 * All with the library's lock. */
#ifndef QLUA_LUACOV_H
#define QLUA_LUACOV_H

/* A run begins that covers: read the settings. file: "none" for no settings, NULL for the usual place. */
void qlua_luacov_begin(const char *file);
void qlua_luacov_end(void);

/* Patterns of files to tell of even if the program never loads them, as kit_includes_init takes them; NULL = none. */
const char *qlua_luacov_untested(void);

/* Why the settings leave out a file, by the name that it was loaded by, or with NULL a chunk that is from no file;
 * NULL: they do not. The text lives until the run ends. */
const char *qlua_luacov_reason(const char *file);

#endif
