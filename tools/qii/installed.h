/* installed.h - files that were installed with the tool. */
#ifndef QII_INSTALLED_H
#define QII_INSTALLED_H

/* A file below the folder of the libraries, found from where the tool itself lies: a build tree, an installation, or an
 * installation that was moved. In memory of its own; NULL after a line on standard error. */
char *qii_installed_find(const char *file);

/* The same without the line. */
char *qii_installed_look(const char *file);

#endif
