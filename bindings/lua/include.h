/* include.h - files that coverage is to tell of even if the program never loads them.
 *
 * Patterns are looked up when the session starts, in the directory that the program starts in. What of it was not
 * loaded is compiled when the session ends, in a Lua state of its own, so that the program runs as without, and the
 * name of a file is the one that the program loaded it by. A program that is killed has none of them in its data. */
#ifndef QP_LUA_INCLUDE_H
#define QP_LUA_INCLUDE_H

/* Look up patterns, with a ';' between two: of names as the shell has them, ** for any number of directories; a
 * directory alone stands for the .lua files below it. NULL for none. What is wrong with one is a line on stderr. */
void qp_include_begin(const char *patterns);

/* Tell the library of functions in files that were not loaded. Those that do not compile are a line on stderr. */
void qp_include_end(void);

#endif
