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
    /* True if the user chose the file's name. Then a message is printed if the file has to get a different name. */
    bool is_asked_for;
};

extern struct qp_datafile qp_datafile;

/* Create the file that the options name and begin its records. The file of a forked child (`child` is true) replaces no
 * file, and may get a number in its name. Return 0, or a QPROF_ERR code after printing one line. */
int qp_datafile_open(enum qp_product product, const struct qp_config *config, bool child);

/* Add the rank to the file's name if qp_run_rank became known after the file was opened. */
void qp_datafile_join(void);

/* Give the file's name a number, at least `least`. Return the number, or 0 if the name cannot have one. */
unsigned qp_datafile_number(unsigned least);

/* Write a copy of the file as it is now, for a running product, and record a mark. Return true if the copy and the mark
 * were written. */
bool qp_datafile_save(enum qp_product product, const struct qp_config *config);

/* Complete the file at the end of the run and copy it to its destination if it was recorded elsewhere. Nothing is added
 * to it afterwards. */
void qp_datafile_finish(enum qp_product product, enum qp_finish_reason reason);

/* Close the descriptor of the finished file. */
void qp_datafile_close(void);
