/* arguments.h - the command line of both machines: the program, and the QII library that records it. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <argp.h>

struct arguments {
    const char *program;
    const char *library; /* NULL: run without a library */
    const char *options; /* for the library; may be NULL */
};

/* Child parser for a machine's own argp; its input is a struct arguments. Its keys begin at 512. */
extern const struct argp arguments_argp;

#endif
