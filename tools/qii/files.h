/* files.h - the non-option arguments of a command line: a subject and FILEs (one, several to merge, or two sides). */
#pragma once

#include "tools/qii/input.h"

#include <argp.h>
#include <stddef.h>

/* The non-option arguments that a command accepts. */
struct qii_files {
    size_t subject;         /* offset of a field (const char *) in the command's request; the field stores the
                             * subject, an argument before FILE */
    const char *no_subject; /* message if the subject is missing; NULL = the command has no subject */
    const char *no_file;    /* message if no FILE is given; NULL = a FILE is optional */
    const char *one_file;   /* reason why only one FILE is accepted; NULL = several FILEs are accepted */
    bool ranks;             /* the files of a job are accepted, although `one_file` is set, and are not opened for the
                             * command, which reads them one after another (ranks.h) */
    bool takes_sides;       /* accepts FILEs of two sides, separated by -- */
    bool one_side;          /* if takes_sides is true, a single FILE or none is accepted, too */
};

/* Replace the -- between two sides before argp parses the line, because argp would remove it as the end of the
 * options. */
void qii_files_prepare(const struct qii_files *files, int argc, char **argv);

/* Take the next argument. If there are too many, report it with argp_error. Return 0 or ENOMEM. */
error_t qii_files_take(const struct qii_files *files, struct qii_input *input, void *request, char *argument,
                       struct argp_state *state);

/* After the last argument, check that none is missing. If one is, report it with argp_error. */
void qii_files_check(const struct qii_files *files, struct qii_input *input, const void *request,
                     struct argp_state *state);
