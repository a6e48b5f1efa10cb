/* pager.h - standard output through a pager, where it is a terminal: $QII_PAGER, else $PAGER, else less, which leaves
 * at once what fits on one screen. Where the shell cannot run it, the command runs again without one. None where the
 * variable is empty or says cat, and where there is no less. */
#ifndef QII_PAGER_H
#define QII_PAGER_H

#include <stdbool.h>

/* From now on what is written to standard output goes to it. It stays the terminal's business to be asked what it is:
 * that must be done before. */
void qii_pager_begin(void);

/* Wait for it to end; standard output is flushed by then. Returns whether there was one: it may have ended before it
 * read all, and that is no error. */
bool qii_pager_end(void);

#endif
