/* luacov.h - a project's settings for luacov that select the files of coverage: `include` and `exclude`, Lua
 * patterns for file names without ".lua"; `modules`, names of modules whose files are included; and
 * `includeuntestedfiles`.
 *
 * The settings are in the file ".luacov" of the current directory, or in the file that the environment variable
 * LUACOV_CONFIG names. The file is Lua code that sets global variables or returns a table, and runs in a separate Lua
 * state (bounded.h). Errors are printed to stderr. Ignored settings are listed on stderr and in a note in the data
 * file.
 *
 * All functions require the library's lock. */
#pragma once

/* Read the settings when a coverage run begins. `file` is the name of the settings file, "none" for no settings, or
 * NULL for the default file. */
void qlua_luacov_begin(const char *file);
void qlua_luacov_end(void);

/* Return patterns, for kit_includes_init, of the files that coverage includes even if the program never loads them;
 * NULL if there are none. */
const char *qlua_luacov_untested(void);

/* Return the reason why the settings exclude a file, NULL if they do not exclude it. `file` is the name with which
 * the file was loaded, or NULL for a chunk that is not from a file. The returned text is valid until the run ends. */
const char *qlua_luacov_reason(const char *file);
