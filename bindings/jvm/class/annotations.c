#include "bindings/jvm/class/annotations.h"

#include "bindings/jvm/class/tables.h"

#define DEEPEST 64

enum target {
    LOCAL_VARIABLE = 0x40,
    RESOURCE_VARIABLE = 0x41,
    CATCH = 0x42,
    INSTANCEOF = 0x43,
    METHOD_REFERENCE = 0x46,
    CAST = 0x47,
    LAST_TYPE_ARGUMENT = 0x4b
};

static bool write_target(struct qjvm_writer *out, struct qjvm_cursor *cursor, const struct qjvm_moved *moved)
{
    unsigned target = qjvm_read_u1(cursor);
    qjvm_write_u1(out, target);
    if (target == LOCAL_VARIABLE || target == RESOURCE_VARIABLE)
        return qjvm_tables_write_ranges(out, cursor, moved, 2); /* 2: number of the local */
    unsigned operand = qjvm_read_u2(cursor);
    if (target >= INSTANCEOF && target <= LAST_TYPE_ARGUMENT) {
        if (operand >= moved->size)
            return false;
        operand = moved->place[operand];
    } else if (target != CATCH) /* index into the exception table, whose order does not change */
        return false;
    qjvm_write_u2(out, operand);
    if (target >= CAST)
        qjvm_write_u1(out, qjvm_read_u1(cursor)); /* number of the type argument */
    return true;
}

static bool skip_pairs(struct qjvm_cursor *cursor, int depth);

static bool skip_value(struct qjvm_cursor *cursor, int depth)
{
    if (depth > DEEPEST)
        return false;
    switch (qjvm_read_u1(cursor)) {
    case 'e': /* an enumeration's type, and the name of its constant */
        qjvm_read_u4(cursor);
        return true;
    case '@':
        qjvm_read_u2(cursor); /* type */
        return skip_pairs(cursor, depth + 1);
    case '[': {
        unsigned count = qjvm_read_u2(cursor);
        bool known = true;
        for (unsigned i = 0; i < count && known && !cursor->past_end; i++)
            known = skip_value(cursor, depth + 1);
        return known;
    }
    default:
        qjvm_read_u2(cursor);
        return true;
    }
}

static bool skip_pairs(struct qjvm_cursor *cursor, int depth)
{
    unsigned count = qjvm_read_u2(cursor);
    bool known = true;
    for (unsigned i = 0; i < count && known && !cursor->past_end; i++) {
        qjvm_read_u2(cursor); /* name */
        known = skip_value(cursor, depth);
    }
    return known;
}

static bool write_annotation(struct qjvm_writer *out, struct qjvm_cursor *cursor, const struct qjvm_moved *moved)
{
    if (!write_target(out, cursor, moved))
        return false;
    const unsigned char *rest = cursor->at;
    qjvm_read_bytes(cursor, 2 * (size_t)qjvm_read_u1(cursor)); /* type path */
    qjvm_read_u2(cursor);                                      /* type of the annotation */
    if (!skip_pairs(cursor, 0) || cursor->past_end)
        return false;
    qjvm_write_bytes(out, rest, (size_t)(cursor->at - rest));
    return true;
}

bool qjvm_annotations_write(struct qjvm_writer *out, struct qjvm_cursor annotations, const struct qjvm_moved *moved)
{
    unsigned count = qjvm_read_u2(&annotations);
    qjvm_write_u2(out, count);
    for (unsigned i = 0; i < count; i++)
        if (!write_annotation(out, &annotations, moved))
            return false;
    return qjvm_cursor_done(&annotations);
}
