/* document.h - the HTML around the payload: head, style, tables for those who have no JavaScript, and the script. */
#ifndef QP_PAGE_DOCUMENT_H
#define QP_PAGE_DOCUMENT_H

#include "page/tables.h"

/* All that stands before the payload. Returns false without memory. */
bool qp_document_begin(struct qp_page *page);

/* All that stands behind it. */
void qp_document_end(struct qp_page *page);

/* A part of it: what changed between two runs, where there are two. document_comparison.c's. */
bool qp_document_put_comparison(const struct qp_page *page);

#endif
