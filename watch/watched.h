/* watched.h - the run that is being watched: its open file, and the data of the last reading. */
#pragma once

#include "profile/query/recent.h"
#include "profile/load/on_top.h"
#include "profile/query/query.h"

struct qp_watched {
    const char *path; /* NULL = unknown; owned by the caller */
    int fd;           /* descriptor of the file; the path may name another file by now */
    struct qp_selection selection;
    enum qp_measure measure;
    bool any_product; /* show whichever product has data; this is decided again until the first function is called */
    double smoothing; /* seconds, as in qp_recent_read */

    bool is_read;          /* the fields below are set */
    bool cut;              /* the file was truncated, and is not read again */
    struct qp_texts texts; /* copies of the profile's texts that the screen shows: a truncated file loses its texts */
    struct qp_profile profile;
    struct qp_query query;
    struct qp_on_top on_top;
    struct qp_recent recent;
    struct qp_error error; /* error of the latest reading; code 0 = no error. If the first reading fails,
                            * qp_watched_open fails */
};

/* Open and read a file. `watched` takes ownership of `fd`. The caller still owns the texts of the selection. Return
 * 0, or the error's code; on error there is nothing to close. */
int qp_watched_open(struct qp_watched *watched, const char *path, int fd, struct qp_error *error);
void qp_watched_close(struct qp_watched *watched);

/* Read the file again. On error, keep the previous reading and set watched->error. If the file was truncated, set
 * watched->cut. */
void qp_watched_read(struct qp_watched *watched);

/* Check whether the file was truncated, without reading it. */
void qp_watched_look(struct qp_watched *watched);

/* qp_watched_was_running returns true if the run had not ended at the last reading. qp_watched_is_live returns true
 * if another reading may find new data. */
bool qp_watched_was_running(const struct qp_watched *watched);
bool qp_watched_is_live(const struct qp_watched *watched);

/* Return a text that reports what happened to the file's name, such as a removal. Return NULL if the name still
 * belongs to the file. */
const char *qp_watched_place(const struct qp_watched *watched);
