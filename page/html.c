#include "page/html.h"

#include <string.h>

void qp_html_text(FILE *out, const char *text)
{
    static const char *const entities[] = {['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    for (; *text; text++) {
        size_t byte = (unsigned char)*text;
        if (byte < sizeof entities / sizeof *entities && entities[byte])
            fputs(entities[byte], out);
        else
            fputc(*text, out);
    }
}

void qp_html_cell(FILE *out, const char *text)
{
    fputs("<td>", out);
    qp_html_text(out, text);
}

void qp_html_number(FILE *out, const char *text)
{
    fprintf(out, "<td class=number>%s", text);
}

/* The bar is inline SVG, because the Content-Security-Policy forbids style attributes, and SVG needs none. */
void qp_html_bar(FILE *out, uint64_t part, uint64_t whole)
{
    double width = whole ? 60.0 * (double)part / (double)whole : 0;
    fprintf(out, "<td><svg width=60 height=8 aria-hidden=true><rect width=%.1f height=8 class=share /></svg>", width);
}

void qp_html_titles(FILE *out, const char *title, const char *columns)
{
    fprintf(out, "<h2>%s</h2><table><thead><tr>", title);
    for (const char *at = columns; *at;) {
        size_t length = strcspn(at, "|");
        fprintf(out, "<th>%.*s", (int)length, at);
        at += length + (at[length] == '|');
    }
    fputs("<tbody>\n", out);
}
