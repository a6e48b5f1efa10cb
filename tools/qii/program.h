/* program.h - the executable file that a command runs. */
#pragma once

#include <stdbool.h>

/* Return the path of a program, to be freed, found as a shell finds it; NULL if there is none. If it is a script,
 * return the path of its interpreter. If out of memory, exit after a message that begins with `command`. */
char *qii_program_find(const char *command, const char *name);

/* Return whether a program, which is found as a shell finds it, is a script. */
bool qii_program_is_script(const char *command, const char *name);

/* Return why a library cannot be loaded into the program at this path, to be freed: "is linked statically, ...". If it
 * can be loaded, or if the file cannot be read, return NULL. Set *runtime to the name of the library that must come
 * first in LD_PRELOAD, to be freed, or NULL. */
char *qii_program_refuses(const char *command, const char *path, char **runtime);
