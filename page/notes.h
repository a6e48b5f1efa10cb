/* notes.h - what is to be known of a page before it is believed, in sentences. */
#ifndef QP_PAGE_NOTES_H
#define QP_PAGE_NOTES_H

#include "profile/query/quality.h"
#include "page/tables.h"

/* Takes a sentence, which is printable and without what is to be stripped. Returns false to end it all. */
typedef bool qp_notes_tell(void *to, enum qp_quality_level level, const char *text);

/* Give the notes of the runs that the page is about (profile/query/quality.h), and whose each is. Return false without
 * memory, and when the callback did. */
bool qp_notes_of_runs(const struct qp_page *page, qp_notes_tell *tell, void *to);

/* Give the notes about what the page holds of them, once all its tables are put. Return as above. */
bool qp_notes_of_page(const struct qp_page *page, qp_notes_tell *tell, void *to);

#endif
