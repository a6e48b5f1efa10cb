#include "bindings/python/code/locations.h"

#include <string.h>

#include "bindings/python/code/location.h"
#include "bindings/python/code/scratch.h"

/* Change an entry to the location of the entry before it, which is the original entry itself. `body` has space for the
 * new body, which is not longer. */
static void repeat(struct qpy_location *entry, unsigned char *body)
{
    if (entry->form >= QPY_LOCATION_LINE_0 && entry->form <= QPY_LOCATION_LINE_2)
        entry->form = QPY_LOCATION_LINE_0;
    if (!qpy_location_has_number(entry))
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
static unsigned char *put(unsigned char *out, struct qpy_location entry, int units)
{
    unsigned char body[QPY_LOCATION_BODY];
    while (units > 0) {
        int part = units < QPY_LOCATION_UNITS ? units : QPY_LOCATION_UNITS;
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
    /* Each entry is written once, and repeated at most once for QPY_LOCATION_UNITS units. */
    Py_ssize_t repeated = place[code->count] / QPY_LOCATION_UNITS;
    unsigned char *begin = qpy_scratch((size_t)(size + repeated * (1 + QPY_LOCATION_BODY)));
    unsigned char *out = begin;
    if (!begin)
        return PyErr_NoMemory();
    int unit = 0;
    int instruction = 0;
    int written = 0;
    while (at < end && unit < code->units) {
        struct qpy_location entry = qpy_location_next(&at, end);
        unit += entry.units;
        int to = moved(code, place, unit, &instruction);
        out = put(out, entry, to - written);
        written = to;
    }
    return PyBytes_FromStringAndSize((const char *)begin, out - begin);
}
