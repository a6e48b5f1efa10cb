/* watched.h - the run that is watched: its file, held open, and what was read of it last. */
#ifndef QP_WATCH_WATCHED_H
#define QP_WATCH_WATCHED_H

#include "profile/query/recent.h"
#include "profile/load/on_top.h"
#include "profile/query/query.h"

struct qp_watched {
    const char *path; /* NULL = it is not known; the caller's */
    int fd;           /* of the file, whatever its path means by now */
    struct qp_selection selection;
    bool any_product; /* the one that has data; until the first function is called that may change */
    double smoothing; /* seconds, as qp_recent_read takes it */

    bool is_read; /* the following is set */
    bool cut;     /* the file is shorter than it was: it is not read any more */
    char *texts;  /* of the profile, those that are drawn: a file that is cut off has no others */
    struct qp_profile profile;
    struct qp_query query;
    struct qp_on_top on_top;
    struct qp_recent recent;
    struct qp_error error; /* of a reading that failed since; code 0 = none did */
};

/* Take a file, which fd has open and which is watched's from now on, and read it. The selection's texts stay the
 * caller's. Returns 0, else the error's code; nothing is to be closed then. */
int qp_watched_open(struct qp_watched *watched, const char *path, int fd, struct qp_error *error);
void qp_watched_close(struct qp_watched *watched);

/* Read it again. Where that fails, what was read before stays, and watched->error tells why; where the file was cut
 * off, watched->cut does. */
void qp_watched_read(struct qp_watched *watched);

/* See whether the file was cut off, which is known without reading it. */
void qp_watched_look(struct qp_watched *watched);

/* Whether the run went on at the last reading; whether there may be something new. */
bool qp_watched_was_running(const struct qp_watched *watched);
bool qp_watched_goes_on(const struct qp_watched *watched);

/* What became of the file's name, in words; NULL = it is the file's still. */
const char *qp_watched_place(const struct qp_watched *watched);

#endif
