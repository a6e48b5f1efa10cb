/* installed.h - find files that are installed with qii. */
#pragma once

/* Find a file below the library directory, relative to the qii executable: in a build tree, an installation, or an
 * installation that was moved. Return an allocated path; NULL after a message on stderr. */
char *qii_installed_find(const char *file);

/* Same, without the message. */
char *qii_installed_look(const char *file);
