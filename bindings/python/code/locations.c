#include "bindings/python/code/locations.h"

#include <string.h>

#include "bindings/python/code/scratch.h"
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

void qpy_locations_begin(struct qpy_locations *locations, PyCodeObject *code)
{
    const unsigned char *at = (const unsigned char *)PyBytes_AS_STRING(code->co_linetable);
    *locations = (struct qpy_locations){
        .at = at, .end = at + PyBytes_GET_SIZE(code->co_linetable), .line = code->co_firstlineno};
}

int qpy_locations_line(struct qpy_locations *locations, int unit)
{
    while (locations->unit <= unit && locations->at < locations->end) {
        struct entry entry = next(&locations->at, locations->end);
        locations->broken |= entry.body_size > MOST_BODY;
        locations->line += line_step(&entry);
        locations->unit += entry.units;
        locations->shown = entry.form == FORM_NONE || locations->line < 0 ? 0 : locations->line;
    }
    return locations->unit <= unit ? 0 : locations->shown;
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

/* Return the position of a code unit in the changed code. *instruction is the number of an instruction that begins
 * before the unit or with it; it becomes the last such instruction. */
static int moved(const struct qpy_code *code, const int *place, int unit, int *instruction)
{
    while (*instruction + 1 < code->count && code->instructions[*instruction + 1].at <= unit)
        ++*instruction;
    return unit < code->units ? place[*instruction] + unit - code->instructions[*instruction].at : place[code->count];
}

PyObject *qpy_locations_move(const struct qpy_code *code, const int *place)
{
    const unsigned char *at = (const unsigned char *)PyBytes_AS_STRING(code->object->co_linetable);
    Py_ssize_t size = PyBytes_GET_SIZE(code->object->co_linetable);
    const unsigned char *end = at + size;
    /* Each entry is written once, and repeated at most once for MOST_UNITS units. */
    Py_ssize_t repeated = place[code->count] / MOST_UNITS;
    unsigned char *begin = qpy_scratch((size_t)(size + repeated * (1 + MOST_BODY)));
    unsigned char *out = begin;
    if (!begin)
        return PyErr_NoMemory();
    int unit = 0;
    int instruction = 0;
    int written = 0;
    while (at < end && unit < code->units) {
        struct entry entry = next(&at, end);
        unit += entry.units;
        int to = moved(code, place, unit, &instruction);
        out = put(out, entry, to - written);
        written = to;
    }
    return PyBytes_FromStringAndSize((const char *)begin, out - begin);
}
