/* tables.h - rewriting of the debug tables of a method's code: lines and variables. */
#pragma once

#include "bindings/jvm/class/moved.h"

/* These functions write the content of an attribute with adjusted offsets. They return whether the input is valid. */

/* Write a LineNumberTable. Inserted bytes belong to the line of the instruction that follows them. */
bool qjvm_tables_write_lines(struct qjvm_writer *out, struct qjvm_cursor table, const struct qjvm_moved *moved);

/* Write a LocalVariableTable or LocalVariableTypeTable. */
bool qjvm_tables_write_variables(struct qjvm_writer *out, struct qjvm_cursor table, const struct qjvm_moved *moved);
