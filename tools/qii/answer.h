/* answer.h - running one command, once or repeatedly with --watch. */
#ifndef QII_ANSWER_H
#define QII_ANSWER_H

#include "tools/qii/command.h"

/* Run a command. argv[0] is "qii NAME", for messages. Return the exit code; --help and --usage exit, as argp does. */
int qii_answer(const struct qii_command *command, int argc, char **argv);

#endif
