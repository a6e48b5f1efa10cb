/* change.h - the change that --diff names: a git revision, or a patch on standard input. */
#pragma once

#include <limits.h>

#include "profile/change/patched.h"

struct qii_change {
    struct qp_patch patch;
    struct qp_patch_folders folders;
    char *root; /* root of the repository, if there is one */
    char directory[PATH_MAX];
};

/* Read a change: `wanted` is a revision, or "-" for standard input. Return QII_OK, or another exit code after a message
 * on stderr. The change must be closed in any case. */
int qii_change_read(struct qii_change *change, const char *wanted);
void qii_change_close(struct qii_change *change);
