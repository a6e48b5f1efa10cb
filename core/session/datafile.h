/* datafile.h - the data file of the process: opened by the first product that starts, completed by the last.
 *
 * Call these functions with the session lock. */
#pragma once

#include "core/session/config.h"
#include "core/session/file.h"
#include "core/session/finish.h"

struct qp_datafile {
    struct qp_file file;
    char program[256]; /* program's name, for %v and reports */
    /* True if the user chose the file's name. Then a message is printed if the file must get a different name. */
    bool is_asked_for;
};

extern struct qp_datafile qp_datafile;

/* Create the file that the options name and begin its records. The file of a forked child (`child` is true) never
 * replaces a file. Return 0. On an error, print one line and return a QPROF_ERR code. */
int qp_datafile_open(enum qp_product product, const struct qp_config *config, bool child);

/* Record the job and world of run.h, which became known after the file was opened. */
void qp_datafile_join_job(void);

/* Add the rank to the file's name if qp_run_rank became known after the file was opened. */
void qp_datafile_join(void);

/* Give the file's name a number, at least `least`. Return the number, or 0 if the name cannot have one. */
unsigned qp_datafile_number(unsigned least);

/* Write a copy of the data file in its present state, and record a mark in the data file. The product must be
 * running. Return true if the copy and the mark were written. */
bool qp_datafile_save(enum qp_product product, const struct qp_config *config);

/* Complete the file at the end of the run. If the file was recorded elsewhere, copy it to its destination. Nothing
 * is added to the file afterwards. */
void qp_datafile_finish(enum qp_product product, enum qp_finish_reason reason);

/* Close the descriptor of the finished file. */
void qp_datafile_close(void);
