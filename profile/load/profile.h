/* profile.h - a data file read as a whole into a struct qp_profile (model.h). */
#ifndef QP_LOAD_PROFILE_H
#define QP_LOAD_PROFILE_H

#include "profile/load/model.h"

/* Read all of a file, or of an open one that stays the caller's (qp_reader_open_fd). Returns 0, else the error's code;
 * nothing is to be closed then. */
int qp_profile_open(struct qp_profile *profile, const char *path, struct qp_error *error);
int qp_profile_open_fd(struct qp_profile *profile, int fd, enum qp_ending ending, struct qp_error *error);

/* The same of a file, and steps is told on the way; the bytes that are taken in are less than the file has: its log is
 * not read. */
int qp_profile_open_in_steps(struct qp_profile *profile, const char *path, const struct qp_steps *steps,
                             struct qp_error *error);
void qp_profile_close(struct qp_profile *profile);

#endif
