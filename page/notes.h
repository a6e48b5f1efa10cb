/* notes.h - notes about the quality of the data on a page, as sentences. */
#pragma once

#include "profile/query/quality.h"
#include "page/tables.h"

/* Process a note: a printable text in which prefixes of paths are stripped. Return false to stop. */
typedef bool qp_notes_take(void *to, enum qp_quality_level level, const char *text);

/* Call `take` for each note about the runs of the page (profile/query/quality.h). If the page has several runs, a note
 * names its run. Return false if out of memory, or if `take` returned false. */
bool qp_notes_of_runs(const struct qp_page *page, qp_notes_take *take, void *to);

/* Call `take` for each note about what the page contains. These notes are known only after all tables are written.
 * Return false if out of memory, or if `take` returned false. */
bool qp_notes_of_page(const struct qp_page *page, qp_notes_take *take, void *to);
