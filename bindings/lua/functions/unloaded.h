/* unloaded.h - Lua files that coverage includes even if the program never loads them (bindings/kit/includes.h).
 *
 * They are compiled when the run ends, in a separate Lua state. */
#pragma once

/* Find the files that match the patterns, when a run begins. `patterns` may be NULL. */
void qlua_unloaded_begin(const char *patterns);

/* Register the functions of files that were not loaded, when the run ends. Print a message for a file that does not
 * compile. */
void qlua_unloaded_end(void);
