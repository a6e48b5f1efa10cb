/* watched.h - the run that is being watched: its open file, and the last reading of it. */
#pragma once

#include "profile/query/recent.h"
#include "profile/load/on_top.h"
#include "profile/query/query.h"

struct qp_watched {
    const char *path; /* NULL = unknown; owned by the caller */
    int fd;           /* of the file, even if the path now names another one */
    struct qp_selection selection;
    bool any_product; /* use the product that has data; may change until the first function is called */
    double smoothing; /* seconds, as in qp_recent_read */

    bool is_read;          /* the fields below are set */
    bool cut;              /* the file was truncated: it is not read any more */
    struct qp_texts texts; /* the profile's texts that are drawn, since a truncated file loses its own */
    struct qp_profile profile;
    struct qp_query query;
    struct qp_on_top on_top;
    struct qp_recent recent;
    struct qp_error error; /* of a failed later reading; code 0 = none */
};

/* Open and read a file; watched takes ownership of fd. The selection's texts stay the caller's. Return 0, else the
 * error's code; on error there is nothing to close. */
int qp_watched_open(struct qp_watched *watched, const char *path, int fd, struct qp_error *error);
void qp_watched_close(struct qp_watched *watched);

/* Read the file again. On error the previous reading is kept and watched->error is set; if the file was truncated,
 * watched->cut is set. */
void qp_watched_read(struct qp_watched *watched);

/* Check whether the file was truncated, without reading it. */
void qp_watched_look(struct qp_watched *watched);

/* qp_watched_was_running returns true if the run continued at the last reading, qp_watched_is_live if another
 * reading may find new data. */
bool qp_watched_was_running(const struct qp_watched *watched);
bool qp_watched_is_live(const struct qp_watched *watched);

/* Return what happened to the file's name, as text; NULL = it still names the file. */
const char *qp_watched_place(const struct qp_watched *watched);
