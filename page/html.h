/* html.h - pieces of the tables that a page shows without JavaScript. Texts must be printable. */
#ifndef QP_PAGE_HTML_H
#define QP_PAGE_HTML_H

#include <stdint.h>
#include <stdio.h>

/* A text, with what means something in HTML as entities. */
void qp_html_text(FILE *out, const char *text);

/* Cells of a row: a text; a number, which is to be of ours; a bar of a share. */
void qp_html_cell(FILE *out, const char *text);
void qp_html_number(FILE *out, const char *text);
void qp_html_bar(FILE *out, uint64_t part, uint64_t whole);

/* A title, and a table up to its first row: "self|share|function". */
void qp_html_titles(FILE *out, const char *title, const char *columns);

#endif
