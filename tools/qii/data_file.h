/* data_file.h - check that a program to be started can write its data file. */
#pragma once

#include <stdbool.h>

/* Check that the library can create or replace the file with this name: the file does not exist, or is a data file into
 * which no running program records. Otherwise print the reason on stderr, after the command's name, and return false.
 * Names with a pattern such as %p are not checked here, but by the library. NULL stands for the default name. */
bool qii_data_file_is_free(const char *command, const char *name);
