/* source_lines.h - which lines of which file a method is told by: those of its table of lines, through the source map
 * of its class.
 *
 * A method has lines of one file. Code that was inlined stands for the line that it was inlined in: where that line has
 * no code of its own, else it is not told, so that the line does not seem to run more often. */
#ifndef QJVM_SOURCE_LINES_H
#define QJVM_SOURCE_LINES_H

#include "bindings/jvm/class/code.h"
#include "bindings/jvm/class/source_map.h"

struct qjvm_source_lines {
    struct qjvm_source_file file;
    int *lines; /* one per row of the table; 0: it is told of no line */
};

/* Returns false without memory; nothing is to be freed then. */
bool qjvm_source_lines_init(struct qjvm_source_lines *told, const struct qjvm_source_map *map,
                            const struct qjvm_line *table, int count);
void qjvm_source_lines_fini(struct qjvm_source_lines *told);

#endif
