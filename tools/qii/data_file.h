/* data_file.h - the data file of a program that a command starts. */
#ifndef QII_DATA_FILE_H
#define QII_DATA_FILE_H

#include <stdbool.h>

/* Whether the library will replace what is at the name of a data file: nothing, or a data file that no running program
 * records into. If not, a line on stderr, which begins with the command's name, says why. A name with a pattern (%p) is
 * the library's to judge, NULL is a default name. */
bool qii_data_file_is_free(const char *command, const char *name);

#endif
