/* pager.h - standard output through a pager on a terminal: $QII_PAGER, else $PAGER, else less, which exits at once if
 * everything fits on one screen. If the shell cannot run the pager, the command runs again without a pager. No pager is
 * used if the variable is empty or "cat", or if neither variable is set and less is not installed. */
#pragma once

#include <stdbool.h>

/* Send standard output to the pager from now on. Properties of the terminal must be queried before this call. */
void qii_pager_begin(void);

/* Wait until the pager exits. Standard output must have been flushed. Return true if there was a pager. A pager may
 * exit before it has read everything, so a failed write to it is not an error. */
bool qii_pager_end(void);
