/* html.h - building blocks of the static tables. All texts must be printable already. */
#pragma once

#include <stdint.h>
#include <stdio.h>

/* Write a text with HTML special characters as entities. */
void qp_html_text(FILE *out, const char *text);

/* Write a table cell: qp_html_cell with a text, qp_html_number with a formatted number, qp_html_bar with a bar for a
 * share. */
void qp_html_cell(FILE *out, const char *text);
void qp_html_number(FILE *out, const char *text);
void qp_html_bar(FILE *out, uint64_t part, uint64_t whole);

/* Write a heading, and a table up to its first row. `columns` has the titles, separated by '|':
 * "self|share|function". */
void qp_html_titles(FILE *out, const char *title, const char *columns);
