#include "bindings/python/code/lines.h"

#include "bindings/python/code/location.h"

/* Return the difference of an entry's line from that of the entry before. */
static int line_step(const struct qpy_location *entry)
{
    if (entry->form >= QPY_LOCATION_LINE_0 && entry->form <= QPY_LOCATION_LINE_2)
        return entry->form - QPY_LOCATION_LINE_0;
    if (!qpy_location_has_number(entry))
        return 0;
    const unsigned char *at = entry->body;
    unsigned value = qpy_varint_little(&at, entry->body + entry->body_size);
    return value & 1 ? -(int)(value >> 1) : (int)(value >> 1);
}

void qpy_lines_begin(struct qpy_lines *lines, PyCodeObject *code)
{
    const unsigned char *at = (const unsigned char *)PyBytes_AS_STRING(code->co_linetable);
    *lines =
        (struct qpy_lines){.at = at, .end = at + PyBytes_GET_SIZE(code->co_linetable), .line = code->co_firstlineno};
}

int qpy_lines_get(struct qpy_lines *lines, int unit)
{
    while (lines->unit <= unit && lines->at < lines->end) {
        struct qpy_location entry = qpy_location_next(&lines->at, lines->end);
        lines->broken |= entry.body_size > QPY_LOCATION_BODY;
        lines->line += line_step(&entry);
        lines->unit += entry.units;
        lines->shown = entry.form == QPY_LOCATION_NONE || lines->line < 0 ? 0 : lines->line;
    }
    return lines->unit <= unit ? 0 : lines->shown;
}
