/* notes.h - notes about the quality of the data on a page, as sentences. */
#pragma once

#include "profile/query/quality.h"
#include "page/tables.h"

/* Take a note, a printable text with stripped paths. Return false to stop. */
typedef bool qp_notes_take(void *to, enum qp_quality_level level, const char *text);

/* Pass on the notes about the runs of the page (profile/query/quality.h), with the run's name. Return false if out of
 * memory, or if the callback did. */
bool qp_notes_of_runs(const struct qp_page *page, qp_notes_take *take, void *to);

/* Pass on the notes about the contents of the page, after all tables are written. Return as above. */
bool qp_notes_of_page(const struct qp_page *page, qp_notes_take *take, void *to);
