/* complete.h - qii complete: candidates for shell completion (tools/completion). */
#ifndef QII_COMPLETE_H
#define QII_COMPLETE_H

#include "tools/qii/command.h"

/* Print the candidates for the last word, which may be empty, one per line: the candidate, a tab, its description.
 * words are the words after "qii". Print nothing where any file or any text may follow. commands ends with NULL.
 * Return the exit code. */
int qii_complete(const struct qii_command *const *commands, int count, char **words);

#endif
