/* document.h - the HTML around the payload: head, style, static tables for readers without JavaScript, and the
 * script. */
#pragma once

#include "page/tables.h"

/* Write everything before the payload. Return false if out of memory. */
bool qp_document_begin(struct qp_page *page);

/* Write everything after the payload. */
void qp_document_end(struct qp_page *page);

/* If the page compares two runs, write the static tables of the comparison (document_comparison.c). Return false if out
 * of memory. */
bool qp_document_put_comparison(const struct qp_page *page);

/* If the page is of a job, write its ranks and where they waited (document_job.c). Return false if out of memory. */
bool qp_document_put_job(const struct qp_page *page);
