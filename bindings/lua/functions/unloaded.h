/* unloaded.h - Lua files that coverage is to tell of even if the program never loads them (bindings/kit/includes.h).
 *
 * They are compiled when the run ends, in a Lua state of their own. */
#ifndef QLUA_UNLOADED_H
#define QLUA_UNLOADED_H

/* A run begins: look up the patterns, NULL for none. */
void qlua_unloaded_begin(const char *patterns);

/* It ends: tell the library of functions in files that were not loaded. Those that do not compile are a line on
 * stderr. */
void qlua_unloaded_end(void);

#endif
