/* files.h - the arguments of a command line that are no options: a subject, and FILEs: one, several that are merged,
 * those of two sides. */
#ifndef QII_FILES_H
#define QII_FILES_H

#include "tools/qii/input.h"

#include <argp.h>
#include <stddef.h>

/* Which arguments a command takes. */
struct qii_files {
    size_t subject;         /* field of the request (const char *) of an argument that stands before FILE */
    const char *no_subject; /* what is said when it is missing; NULL = the command takes none */
    const char *no_file;    /* what is said when no FILE is named; NULL = it is the newest, or none is needed */
    const char *one_file;   /* why it takes one FILE only; NULL = several are merged */
    bool takes_sides;       /* FILEs of two sides, with -- between them */
    bool one_side;          /* or one FILE at most */
};

/* Before the line is parsed: mark the -- between two sides, at which argp would only end the options. */
void qii_files_prepare(const struct qii_files *files, int argc, char **argv);

/* Take the next argument; one too many is told by argp_error. Returns 0 or ENOMEM. */
error_t qii_files_take(const struct qii_files *files, struct qii_input *input, void *request, char *argument,
                       struct argp_state *state);

/* After the last one: those that are missing are told by argp_error. */
void qii_files_check(const struct qii_files *files, struct qii_input *input, const void *request,
                     struct argp_state *state);

#endif
