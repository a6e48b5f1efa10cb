/* git.h - git, started without a shell, to compare revisions.
 *
 * Git runs no program that the user's or the repository's configuration names for diffs: no external diff, no text
 * conversion, no pager, no hook, and no monitor of the file system. */
#pragma once

#include "profile/change/patched.h"

/* Return the root of the repository's working tree, to be freed. If there is none, return NULL and the reason. */
char *qii_git_root(char *message, size_t size);

/* Read the changes from a revision to the working tree, or those of a range of revisions. Return QII_OK, QII_MEMORY, or
 * QII_UNREADABLE and the reason. The patch must be closed in any case. */
int qii_git_diff(struct qp_patch *patch, const char *revision, char *message, size_t size);

/* Return true if the repository is a shallow clone, whose history is incomplete. */
bool qii_git_is_shallow(void);
