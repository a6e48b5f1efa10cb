/* data_file.h - check that a program to be started can write its data file. */
#pragma once

#include <stdbool.h>

/* Check that the library will replace the file of this name: that it does not exist, or is a data file that no running
 * program records into. Otherwise print the reason on stderr, with the command's name in front, and return false. Names
 * with a pattern (%p) are left to the library; NULL is the default name. */
bool qii_data_file_is_free(const char *command, const char *name);
