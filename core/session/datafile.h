/* datafile.h - the data file of the process: opened by the first product that starts, completed by the last.
 *
 * Requires the session lock. */
#pragma once

#include "core/session/config.h"
#include "core/session/file.h"
#include "core/session/finish.h"

struct qp_datafile {
    struct qp_file file;
    char program[256]; /* the program's name, for %v and the reports */
    bool is_asked_for; /* whether the user chose the file's name: then a different name is reported */
};

extern struct qp_datafile qp_datafile;

/* Create the file that the options name and begin its records. A forked child's file replaces no file and may get a
 * number in its name. Return 0, or a QPROF_ERR code after printing one line. */
int qp_datafile_open(enum qp_product product, const struct qp_config *config, bool child);

/* Add the rank to the file's name, if qp_run_rank is only known now. */
void qp_datafile_join(void);

/* Give the file's name a number, at least `least`. Return the number, or 0 if the name cannot have one. */
unsigned qp_datafile_number(unsigned least);

/* Write a copy of the file as it is, for a running product, and record a mark. Return whether the copy exists. */
bool qp_datafile_save(enum qp_product product, const struct qp_config *config);

/* Complete the file at the end of the run, add nothing more to it, and bring it to its destination. */
void qp_datafile_finish(enum qp_product product, enum qp_finish_reason reason);

/* Close the descriptor of the finished file. */
void qp_datafile_close(void);
