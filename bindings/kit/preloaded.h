/* preloaded.h - start of a library that a launcher named in LD_PRELOAD. */
#pragma once

#include <sys/cdefs.h>

__BEGIN_DECLS

/* Return the launcher's settings from this environment variable, to be freed, and restore the environment: remove the
 * variable, and the entries of LD_PRELOAD up to the library that contains this function, which the launcher has put
 * before those of the user. Return NULL, and change nothing, if the variable is not set, or if out of memory. */
char *kit_preloaded_take(const char *variable);

/* Remove a variable from the environment. Call this before the program starts. */
void kit_preloaded_unset(const char *name);

__END_DECLS
