/* source_lines.h - file and lines with which a method is registered: those of its line table, mapped by the source map
 * of its class.
 *
 * All lines of a method are in one file. Inlined code counts for the line into which it was inlined, if that line has
 * no code of its own. Otherwise inlined code is ignored, so that the line does not seem to run more often. */
#pragma once

#include "bindings/jvm/class/code.h"
#include "bindings/jvm/class/source_map.h"

struct qjvm_source_lines {
    struct qjvm_source_file file;
    int *lines; /* one per row of the line table; 0 = no line */
};

/* Map the lines of a method's line table. Return false if out of memory; then fini is not needed. */
bool qjvm_source_lines_init(struct qjvm_source_lines *source, const struct qjvm_source_map *map,
                            const struct qjvm_line *table, int count);

/* Return the line to which the time in a line of the class belongs: for inlined code, the line into which it was
 * inlined. Return 0 if there is none. */
int qjvm_source_lines_sampled(const struct qjvm_source_lines *source, const struct qjvm_source_map *map, int line);

void qjvm_source_lines_fini(struct qjvm_source_lines *source);
