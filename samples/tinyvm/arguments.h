/* arguments.h - what the command line of each machine says: the program, and which QII library listens. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <argp.h>

struct arguments {
    const char *program;
    const char *library; /* NULL: run alone */
    const char *options; /* for the library; may be NULL */
};

/* A child of a machine's own argp, whose input is a struct arguments. Its keys begin at 512. */
extern const struct argp arguments_argp;

#endif
