#include "bindings/jvm/class/tables.h"

bool qjvm_tables_write_lines(struct qjvm_writer *out, struct qjvm_cursor table, const struct qjvm_moved *moved)
{
    unsigned count = qjvm_read_u2(&table);
    qjvm_write_u2(out, count);
    for (unsigned i = 0; i < count; i++) {
        unsigned offset = qjvm_read_u2(&table);
        if (offset >= moved->size)
            return false;
        qjvm_write_u2(out, qjvm_moved_start(moved, offset));
        qjvm_write_u2(out, qjvm_read_u2(&table));
    }
    return qjvm_cursor_done(&table);
}

bool qjvm_tables_write_ranges(struct qjvm_writer *out, struct qjvm_cursor *cursor, const struct qjvm_moved *moved,
                              size_t rest)
{
    unsigned count = qjvm_read_u2(cursor);
    qjvm_write_u2(out, count);
    for (unsigned i = 0; i < count; i++) {
        unsigned from = qjvm_read_u2(cursor);
        unsigned until = from + qjvm_read_u2(cursor);
        const unsigned char *others = qjvm_read_bytes(cursor, rest);
        if (!others || until > moved->size)
            return false;
        unsigned start = qjvm_moved_start(moved, from);
        qjvm_write_u2(out, start);
        qjvm_write_u2(out, qjvm_moved_start(moved, until) - start);
        qjvm_write_bytes(out, others, rest);
    }
    return true;
}

bool qjvm_tables_write_variables(struct qjvm_writer *out, struct qjvm_cursor table, const struct qjvm_moved *moved)
{
    const size_t rest = 6; /* name, type, number of the local */
    return qjvm_tables_write_ranges(out, &table, moved, rest) && qjvm_cursor_done(&table);
}
