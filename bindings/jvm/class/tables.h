/* tables.h - the tables of a method's code that name offsets for people: lines and variables. */
#ifndef QJVM_TABLES_H
#define QJVM_TABLES_H

#include "bindings/jvm/class/moved.h"

/* The content of such an attribute, moved. Each returns whether it is sound. */

/* LineNumberTable. What is put in belongs to the line of the instruction that it stands in front of. */
bool qjvm_tables_write_lines(struct qjvm_writer *out, struct qjvm_cursor table, const struct qjvm_moved *moved);

/* LocalVariableTable and LocalVariableTypeTable. */
bool qjvm_tables_write_variables(struct qjvm_writer *out, struct qjvm_cursor table, const struct qjvm_moved *moved);

/* The next two numbers of a cursor, a beginning and a length. Returns whether they lie in the code. */
bool qjvm_tables_write_range(struct qjvm_writer *out, struct qjvm_cursor *cursor, const struct qjvm_moved *moved);

#endif
