#include "bindings/python/code/locations.h"

#include <string.h>

#include "bindings/python/code/varint.h"

/* Entry of the table. Its first byte has the bit QPY_VARINT_ENTRY, the form in bits 3 to 6, and the number of code
 * units minus one in bits 0 to 2. The other bytes depend on the form. */
struct entry {
    const unsigned char *body;
    int body_size;
    int form;
    int units;
};

enum {
    FORM_LINE_0 = 10, /* on the line of the entry before, or one or two lines below it; with columns */
    FORM_LINE_2 = 12,
    FORM_NO_COLUMNS = 13, /* a line relative to the entry before */
    FORM_LONG = 14,       /* the same, with columns */
    FORM_NONE = 15,       /* no location */
    MOST_UNITS = 8,
    MOST_BODY = 24 /* four numbers of 32 bits */
};

static struct entry next(const unsigned char **at, const unsigned char *end)
{
    unsigned first = *(*at)++;
    struct entry entry = {.body = *at, .form = (int)(first >> 3 & 15), .units = (int)(first & 7) + 1};
    while (*at < end && !(**at & QPY_VARINT_ENTRY))
        ++*at;
    entry.body_size = (int)(*at - entry.body);
    return entry;
}

/* Return the difference of an entry's line from that of the entry before. */
static int line_step(const struct entry *entry)
{
    if (entry->form >= FORM_LINE_0 && entry->form <= FORM_LINE_2)
        return entry->form - FORM_LINE_0;
    if (entry->form != FORM_NO_COLUMNS && entry->form != FORM_LONG)
        return 0;
    const unsigned char *at = entry->body;
    unsigned value = qpy_varint_little(&at, entry->body + entry->body_size);
    return value & 1 ? -(int)(value >> 1) : (int)(value >> 1);
}

bool qpy_locations_read(PyCodeObject *code, int *line_of, int units)
{
    const unsigned char *at = (const unsigned char *)PyBytes_AS_STRING(code->co_linetable);
    const unsigned char *end = at + PyBytes_GET_SIZE(code->co_linetable);
    int line = code->co_firstlineno;
    int unit = 0;
    while (at < end) {
        struct entry entry = next(&at, end);
        if (entry.body_size > MOST_BODY)
            return false;
        line += line_step(&entry);
        for (int last = unit + entry.units; unit < last && unit < units; unit++)
            line_of[unit] = entry.form == FORM_NONE || line < 0 ? 0 : line;
    }
    while (unit < units)
        line_of[unit++] = 0;
    return true;
}

/* Change an entry to the location of the entry before it, which is the original entry itself. `body` has space for the
 * new body, which is not longer. */
static void repeat(struct entry *entry, unsigned char *body)
{
    if (entry->form >= FORM_LINE_0 && entry->form <= FORM_LINE_2)
        entry->form = FORM_LINE_0;
    if (entry->form != FORM_NO_COLUMNS && entry->form != FORM_LONG)
        return;
    const unsigned char *rest = entry->body;
    const unsigned char *end = entry->body + entry->body_size;
    qpy_varint_little(&rest, end);
    body[0] = 0; /* the same line */
    memcpy(body + 1, rest, (size_t)(end - rest));
    entry->body_size = (int)(end - rest) + 1;
    entry->body = body;
}

/* Write an entry for this number of units. */
static unsigned char *put(unsigned char *out, struct entry entry, int units)
{
    unsigned char body[MOST_BODY];
    while (units > 0) {
        int part = units < MOST_UNITS ? units : MOST_UNITS;
        *out++ = (unsigned char)(QPY_VARINT_ENTRY | entry.form << 3 | (part - 1));
        memcpy(out, entry.body, (size_t)entry.body_size);
        out += entry.body_size;
        units -= part;
        if (units > 0)
            repeat(&entry, body);
    }
    return out;
}

PyObject *qpy_locations_move(PyCodeObject *code, const int *place, int units)
{
    const unsigned char *at = (const unsigned char *)PyBytes_AS_STRING(code->co_linetable);
    Py_ssize_t size = PyBytes_GET_SIZE(code->co_linetable);
    const unsigned char *end = at + size;
    /* Each entry is written once, and repeated at most once for MOST_UNITS units. */
    Py_ssize_t repeated = place[units] / MOST_UNITS;
    PyObject *table = PyBytes_FromStringAndSize(NULL, size + repeated * (1 + MOST_BODY));
    if (!table)
        return NULL;
    unsigned char *begin = (unsigned char *)PyBytes_AS_STRING(table);
    unsigned char *out = begin;
    int unit = 0;
    while (at < end && unit < units) {
        struct entry entry = next(&at, end);
        int last = unit + entry.units < units ? unit + entry.units : units;
        out = put(out, entry, place[last] - place[unit]);
        unit = last;
    }
    _PyBytes_Resize(&table, out - begin);
    return table;
}
