/* program.h - the executable file that a command runs. */
#pragma once

#include <stdbool.h>

/* Return whether the dynamic loader is used to run this program, which is found as a shell finds it. Scripts are run by
 * an interpreter, for which this is unknown: then, and if the file cannot be read, the result is true. */
bool qii_program_is_dynamic(const char *name);
