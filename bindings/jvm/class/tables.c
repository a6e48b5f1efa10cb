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

bool qjvm_tables_write_variables(struct qjvm_writer *out, struct qjvm_cursor table, const struct qjvm_moved *moved)
{
    enum { REST = 6 }; /* number of bytes after the range: name, type, number of the local variable */
    unsigned count = qjvm_read_u2(&table);
    qjvm_write_u2(out, count);
    for (unsigned i = 0; i < count; i++) {
        unsigned from = qjvm_read_u2(&table);
        unsigned until = from + qjvm_read_u2(&table);
        const unsigned char *rest = qjvm_read_bytes(&table, REST);
        if (!rest || until > moved->size)
            return false;
        unsigned start = qjvm_moved_start(moved, from);
        qjvm_write_u2(out, start);
        qjvm_write_u2(out, qjvm_moved_start(moved, until) - start);
        qjvm_write_bytes(out, rest, REST);
    }
    return qjvm_cursor_done(&table);
}
