/* installed.h - find files that are installed with qii. */
#pragma once

/* Find a file below the library directory, which is found relative to the qii executable: this works in a build tree,
 * in an installation, and in an installation that was moved. Return an allocated path. If the file is missing, print a
 * message on stderr and return NULL. */
char *qii_installed_find(const char *file);

/* Find a file as qii_installed_find does, but print no message if it is missing. */
char *qii_installed_look(const char *file);
