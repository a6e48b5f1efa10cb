/* source_map.h - source map of a class: attribute SourceDebugExtension of JSR-45, which maps the lines in its tables to
 * source files and lines.
 *
 * The map has a stratum for each language; two of them are kept. Kotlin gives the code of an inlined function line
 * numbers after the last line of the file: its default stratum maps them to the source of that function, its second
 * stratum, KotlinDebug, to the line into which it was inlined. The text is untrusted. */
#pragma once

#include "bindings/jvm/class/pool.h"

#define QJVM_LAST_LINE 65535 /* greatest number in a line table; a map with a greater one is invalid */

struct qjvm_source_file {
    struct qjvm_text folder; /* with its '/' */
    struct qjvm_text name;
};

enum qjvm_stratum { QJVM_WRITTEN, QJVM_INLINED, QJVM_STRATA };

struct qjvm_source_map {
    struct qjvm_source_file own; /* file of the class */
    struct qjvm_stratum_part {
        struct qjvm_numbered_file {
            int number;
            struct qjvm_source_file file;
        } * files;
        int file_count;
        struct qjvm_line_range {
            int file; /* number of the source file */
            int from; /* first line of the source */
            int count;
            int first; /* first line of the class */
            int step;  /* lines of the class per line of the source */
        } * ranges;    /* ascending by first */
        int range_count;
    } strata[QJVM_STRATA];
};

/* Return the file of a class: the folder of its package, and the name from the attribute SourceFile. */
struct qjvm_source_file qjvm_source_file_of(struct qjvm_text class, struct qjvm_text name);
bool qjvm_source_file_equal(const struct qjvm_source_file *a, const struct qjvm_source_file *b);

/* Parse a map; no text or an invalid one gives an empty map. The texts stay the caller's, and must live as long as the
 * map. Return false if out of memory; then fini is not needed. */
bool qjvm_source_map_init(struct qjvm_source_map *map, struct qjvm_text extension, struct qjvm_source_file own);
void qjvm_source_map_fini(struct qjvm_source_map *map);

struct qjvm_source_place {
    struct qjvm_source_file file;
    int line; /* 0: greater than a line table can contain */
};

/* Map a line of the class. Return whether the stratum maps it. */
bool qjvm_source_map_find(const struct qjvm_source_map *map, enum qjvm_stratum stratum, int line,
                          struct qjvm_source_place *place);
