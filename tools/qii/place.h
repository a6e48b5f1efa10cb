/* place.h - files that belong to the tool, found from where the tool itself lies: a build tree, an installation, or an
 * installation that was moved. */
#ifndef QII_PLACE_H
#define QII_PLACE_H

/* A file below the folder of the libraries, in memory of its own; NULL after a line on standard error. */
char *qii_place(const char *file);

#endif
