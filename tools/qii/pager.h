/* pager.h - standard output through a pager on a terminal: $QII_PAGER, else $PAGER, else less, which exits at once if
 * everything fits on one screen. If the shell cannot run the pager, the command runs again without one. No pager is
 * used if the variable is empty or "cat", or if less is not installed. */
#pragma once

#include <stdbool.h>

/* Send standard output to the pager from now on. Query properties of the terminal before this call. */
void qii_pager_begin(void);

/* Wait for the pager to exit; standard output must be flushed. Return true if there was a pager: it may have exited
 * before reading everything, which is not an error. */
bool qii_pager_end(void);
