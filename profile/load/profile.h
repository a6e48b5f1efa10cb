/* profile.h - opening a data file as a struct qp_profile (model.h). */
#pragma once

#include "profile/load/model.h"

/* Read a file as a whole, by its path or by a descriptor, which stays the caller's (qp_reader_open_fd). Return 0, or
 * the error's code; then nothing needs to be closed. */
int qp_profile_open(struct qp_profile *profile, const char *path, struct qp_error *error);
int qp_profile_open_fd(struct qp_profile *profile, int fd, enum qp_ending ending, struct qp_error *error);

/* Read a file and report progress to `steps`. Fewer bytes are reported than the file has, because its log is not
 * read. */
int qp_profile_open_in_steps(struct qp_profile *profile, const char *path, const struct qp_steps *steps,
                             struct qp_error *error);
void qp_profile_close(struct qp_profile *profile);

/* Exclude more lines from coverage. The reasons must stay valid. Return false if out of memory. */
bool qp_profile_exclude(struct qp_profile *profile, const struct qp_profile_exclusion *exclusions, uint32_t count);
