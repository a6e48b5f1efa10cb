/* datafile.h - the data file of the process: opened by the first product that starts, completed by the last that ends.
 * With the session lock. */
#ifndef QP_SESSION_DATAFILE_H
#define QP_SESSION_DATAFILE_H

#include "core/session/config.h"
#include "core/session/file.h"
#include "core/session/finish.h"

struct qp_datafile {
    struct qp_file file;
    char program[256]; /* the name of the program, for %v and the reports */
    bool is_asked_for; /* its name: another one is reported */
};

extern struct qp_datafile qp_datafile;

/* Create the file that the options name and begin its records. That of a forked child replaces none and may have a
 * number in its name. Returns 0, or a QPROF_ERR code, told in one line. */
int qp_datafile_open(enum qp_product product, const struct qp_config *config, bool child);

/* The process is known to be one of several by now (qp_run_rank): its file gets a name that tells so. */
void qp_datafile_join(void);

/* Have a number in the file's name that is not below this one. Returns it, 0 where the name has none to offer. */
unsigned qp_datafile_number(unsigned least);

/* Write a copy of the file as it is, for a product that runs, and note that in a mark. Returns whether it is there. */
bool qp_datafile_save(enum qp_product product, const struct qp_config *config);

/* The run is over: the file is whole, and brought to its place. */
void qp_datafile_finish(enum qp_product product, enum qp_finish_reason reason);

void qp_datafile_close(void);

#endif
