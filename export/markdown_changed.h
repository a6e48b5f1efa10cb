/* markdown_changed.h - the part of the Markdown summary about changed lines. */
#pragma once

#include "export/put.h"
#include "profile/coverage/changed.h"

/* Write a table of the changed files, those with the most missed lines first, then the missed lines themselves, which
 * readers unfold. Only as many are written as leave space for the other parts of a comment. Return false if out of
 * memory. */
bool qp_markdown_changed(struct qp_put *put, const struct qp_changed *changed);

/* Write a note for each file whose numbers may be wrong, and for files that are not in the run. */
void qp_markdown_changed_notes(struct qp_put *put, const struct qp_changed *changed);
