/* page.h - write the HTML page, a single self-contained file.
 *
 *   struct qp_page_request request = {.run = &query, .cover = &query, .out = stdout};
 *   qp_page_write(&request, &error);
 *
 * The page holds tables (payload.h) and a script that shows them. It loads nothing: its Content-Security-Policy allows
 * only the embedded script and style, by their hashes. */
#pragma once

#include "page/request.h"

/* Write a page. Return 0, or the error's code. Output errors stay in the stream. */
int qp_page_write(const struct qp_page_request *request, struct qp_error *error);
