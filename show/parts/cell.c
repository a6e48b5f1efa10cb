#include "show/parts/cell.h"

#include "base/number.h"

#include <inttypes.h>

static struct qp_number number_of(const struct qp_cell *cell)
{
    switch (cell->kind) {
    case QP_CELL_TIME:
        return qp_number_time(cell->number);
    case QP_CELL_AGE:
        return qp_number_age(cell->number);
    case QP_CELL_BYTES:
        return qp_number_bytes(cell->number);
    case QP_CELL_SHARE:
        return qp_number_share(cell->number, cell->whole);
    case QP_CELL_RATIO:
        return qp_number_ratio((double)cell->whole, (double)cell->number);
    default:
        return qp_number_count(cell->number);
    }
}

static const char *sign_of(const struct qp_cell *cell)
{
    if (cell->marks & QP_CELL_ESTIMATE)
        return "~";
    return cell->marks & QP_CELL_MORE ? "+" : cell->marks & QP_CELL_LESS ? "-" : "";
}

const char *qp_cell_show(const struct qp_cell *cell, char room[QP_CELL_SIZE])
{
    if (cell->kind == QP_CELL_TEXT)
        return cell->text;
    if (cell->number == 0 && (cell->marks & QP_CELL_SOME))
        return "";
    if (cell->number == 0 && (cell->marks & (QP_CELL_MORE | QP_CELL_LESS)))
        return "=";
    if (cell->kind == QP_CELL_SHARES) {
        snprintf(room, QP_CELL_SIZE, "%s",
                 qp_number_shares((double)cell->number / 1e6, (double)cell->whole / 1e6).text);
        return room;
    }
    int length = snprintf(room, QP_CELL_SIZE, "%s%s", sign_of(cell), number_of(cell).text);
    if (cell->kind == QP_CELL_RANGE && cell->number != cell->whole)
        snprintf(room + length, QP_CELL_SIZE - (size_t)length, "..%s", qp_number_count(cell->whole).text);
    if (cell->kind == QP_CELL_PART)
        snprintf(room + length, QP_CELL_SIZE - (size_t)length, "/%s", qp_number_count(cell->whole).text);
    return room;
}

void qp_cell_write(const struct qp_cell *cell, FILE *out)
{
    switch (cell->kind) {
    case QP_CELL_TEXT:
        fputs(cell->text, out);
        break;
    case QP_CELL_SHARE:
    case QP_CELL_RATIO:
        if (cell->whole)
            fprintf(out, "%.6g", (double)cell->number / (double)cell->whole);
        break;
    case QP_CELL_SHARES:
        fprintf(out, "%.6g\t%.6g", (double)cell->number / 1e6, (double)cell->whole / 1e6);
        break;
    case QP_CELL_PART:
    case QP_CELL_RANGE:
        fprintf(out, "%" PRIu64 "\t%" PRIu64, cell->number, cell->whole);
        break;
    default:
        fprintf(out, "%s%" PRIu64, cell->number && cell->marks & QP_CELL_LESS ? "-" : "", cell->number);
    }
}

static void write_words(const char *title, FILE *out)
{
    for (; *title; title++)
        putc(*title == ' ' ? '_' : *title, out);
}

void qp_cell_write_title(const struct qp_cell *cell, const char *title, FILE *out)
{
    write_words(title, out);
    if (cell->kind == QP_CELL_TIME || cell->kind == QP_CELL_AGE)
        fputs("_ns", out);
    if (cell->kind != QP_CELL_PART && cell->kind != QP_CELL_RANGE && cell->kind != QP_CELL_SHARES)
        return;
    fputs(cell->kind == QP_CELL_PART ? "_hit\t" : "_least\t", out);
    write_words(title, out);
    fputs(cell->kind == QP_CELL_PART ? "" : "_most", out);
}
