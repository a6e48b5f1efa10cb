/* source_map.h - source map of a class: the attribute SourceDebugExtension of JSR-45, which maps lines of the class's
 * line tables to source files and lines.
 *
 * The map has a stratum (section) for each language, of which two are used. Kotlin gives inlined code line numbers
 * after the last line of the file. The default stratum maps them to the source of the inlined function. The second
 * stratum, KotlinDebug, maps them to the line into which the function was inlined. The text of the map is not
 * trusted. */
#pragma once

#include "bindings/jvm/class/pool.h"

#define QJVM_LAST_LINE 65535 /* greatest line in a line table; a map with a greater one is invalid */

struct qjvm_source_file {
    struct qjvm_text folder; /* includes the last '/' */
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
            int first; /* first line in the class's line tables */
            int step;  /* number of lines of the class for each line of the source */
        } * ranges;    /* ascending by `first` */
        int range_count;
    } strata[QJVM_STRATA];
};

/* Return the file of a class: its folder is that of the package, and its name comes from the attribute SourceFile. */
struct qjvm_source_file qjvm_source_file_of(struct qjvm_text class, struct qjvm_text name);
bool qjvm_source_file_equal(const struct qjvm_source_file *a, const struct qjvm_source_file *b);

/* Parse a map. If the text is missing or invalid, the map is empty. The texts must stay valid as long as the map.
 * Return false if out of memory; then fini is not needed. */
bool qjvm_source_map_init(struct qjvm_source_map *map, struct qjvm_text extension, struct qjvm_source_file own);
void qjvm_source_map_fini(struct qjvm_source_map *map);

struct qjvm_source_place {
    struct qjvm_source_file file;
    int line; /* 0 = the line is too great for a line table */
};

/* Map a line of the class to a place in the source. Return whether the stratum maps the line. */
bool qjvm_source_map_find(const struct qjvm_source_map *map, enum qjvm_stratum stratum, int line,
                          struct qjvm_source_place *place);
