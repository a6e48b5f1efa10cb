/* csv.c - functions as rows of comma-separated values (RFC 4180), for spreadsheets and scripts.
 *
 * The first row has the column names, which are the same for every run; a number that was not recorded is an empty
 * cell. A name that a spreadsheet would take for a formula has a ' in front. Notes about the data are not exported:
 * the format has no comments. */
#include "export/csv.h"
#include "export/export.h"

#include <stdlib.h>

static void put_cell(struct qp_put *put, const char *piece, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (piece[i] == '"')
            qp_put_char(put, '"');
        qp_put_char(put, piece[i]);
    }
}

static bool is_formula(struct qp_text text)
{
    return text.length && text.bytes[0] && strchr("=+-@", text.bytes[0]);
}

void qp_csv_pair(struct qp_put *put, struct qp_text first, struct qp_text second)
{
    qp_put_char(put, '"');
    if (is_formula(first.length ? first : second))
        qp_put_char(put, '\'');
    qp_put_pieces(put, first, put_cell);
    if (first.length)
        qp_put_char(put, ':');
    qp_put_pieces(put, second, put_cell);
    qp_put_char(put, '"');
}

void qp_csv_text(struct qp_put *put, struct qp_text text)
{
    qp_csv_pair(put, (struct qp_text){0}, text);
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static bool is_shown(const struct qp_totals *it)
{
    return it->calls || it->elapsed || it->uncounted;
}

static int by_self(const void *left, const void *right, void *of)
{
    const uint32_t *a = left, *b = right;
    const struct qp_totals *x = &((const struct qp_query *)of)->methods[*a];
    const struct qp_totals *y = &((const struct qp_query *)of)->methods[*b];
    if (x->self != y->self)
        return x->self > y->self ? -1 : 1;
    if (x->calls != y->calls)
        return x->calls > y->calls ? -1 : 1;
    return *a < *b ? -1 : 1;
}

/* Write ticks as nanoseconds; an empty cell if there is no clock. */
static void put_time(struct qp_export *export, bool known, uint64_t ticks)
{
    qp_put_char(&export->put, ',');
    if (known)
        qp_put_number(&export->put, qp_profile_ns(export->profile, ticks));
}

static void put_row(struct qp_export *export, uint32_t method)
{
    const struct qp_profile_method *it = &export->profile->methods[method];
    const struct qp_totals *totals = &export->query->methods[method];
    struct qp_put *put = &export->put;
    bool timed = export->query->all.elapsed != 0;
    char label[QP_LABEL_SIZE];
    qp_labels_text(&export->labels, method, label, sizeof label);
    qp_csv_text(put, qp_text_of(label));
    qp_put_char(put, ',');
    if (it->file != QP_NONE)
        qp_csv_text(put, export->profile->files[it->file].name);
    qp_put_char(put, ',');
    if (it->line > 0)
        qp_put_integer(put, it->line);
    qp_put_char(put, ',');
    qp_put_number(put, totals->calls);
    put_time(export, timed, totals->self);
    put_time(export, timed, totals->total);
    put_time(export, timed, totals->elapsed);
    put_time(export, timed, totals->runnable);
    put_time(export, timed, totals->blocked);
    put_time(export, timed, totals->waiting);
    put_time(export, totals->measured, totals->minimum);
    put_time(export, totals->measured, totals->maximum);
    qp_put_string(put, QP_CSV_END);
}

static bool write_file(struct qp_export *export)
{
    uint32_t *methods = malloc(((size_t) export->profile->method_count + 1) * sizeof *methods), count = 0;
    for (uint32_t i = 0; methods && i < export->profile->method_count; i++) {
        if (is_shown(&export->query->methods[i]) && qp_filter_passes_method(&export->filter, export->profile, i))
            methods[count++] = i;
    }
    if (count)
        qsort_r(methods, count, sizeof *methods, by_self, (void *)export->query);
    qp_put_string(&export->put, "function,file,line,calls,self_ns,total_ns,elapsed_ns,runnable_ns,blocked_ns,"
                                "waiting_ns,min_ns,max_ns" QP_CSV_END);
    for (uint32_t i = 0; i < count; i++)
        put_row(export, methods[i]);
    export->passed = count;
    free(methods);
    return methods;
}

const struct qp_exporter qp_export_csv = {
    .name = "csv",
    .suffix = ".csv",
    .summary = "called functions as rows, for spreadsheets",
    .labelled = true,
    .one_product = true,
    .filtered = true,
    .whole = write_file,
};
