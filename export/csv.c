#include "export/csv.h"

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
