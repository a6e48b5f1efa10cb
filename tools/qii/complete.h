/* complete.h - qii complete: what may come next on a command line. Shells ask it (tools/completion). */
#ifndef QII_COMPLETE_H
#define QII_COMPLETE_H

#include "tools/qii/command.h"

/* The words are those behind "qii", the last of them the one that is being typed, which may be empty. Prints a line for
 * each word that may stand there: the word, a tab, what it means. It prints none where any file may stand, or any text.
 * The commands end with NULL. Returns the exit code. */
int qii_complete(const struct qii_command *const *commands, int count, char **words);

#endif
