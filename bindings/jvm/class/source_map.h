/* source_map.h - the attribute SourceDebugExtension of a class, a source map of JSR-45: which lines of which sources
 * the lines in its tables stand for.
 *
 * The map has a stratum for each language; two of them are kept. Kotlin gives the code of an inlined function numbers
 * behind the last line of the file: its default stratum tells where that function is written, its second one,
 * KotlinDebug, the line that it was inlined in. The text may come from anybody. */
#ifndef QJVM_SOURCE_MAP_H
#define QJVM_SOURCE_MAP_H

#include "bindings/jvm/class/pool.h"

#define QJVM_LAST_LINE 65535 /* of a table of lines; a map with another number is none */

struct qjvm_source_file {
    struct qjvm_text folder; /* with its '/' */
    struct qjvm_text name;
};

enum qjvm_stratum { QJVM_WRITTEN, QJVM_INLINED, QJVM_STRATA };

struct qjvm_source_map {
    struct qjvm_source_file own; /* that of the class */
    struct qjvm_stratum_part {
        struct qjvm_numbered_file {
            int number;
            struct qjvm_source_file file;
        } * files;
        int file_count;
        struct qjvm_line_range {
            int file; /* its number */
            int from; /* of the source */
            int count;
            int first; /* of the class */
            int step;  /* lines of the class for each one of the source */
        } * ranges;    /* by first */
        int range_count;
    } strata[QJVM_STRATA];
};

/* The file of a class by its name, and the name in the attribute SourceFile. */
struct qjvm_source_file qjvm_source_file_of(struct qjvm_text class, struct qjvm_text name);
bool qjvm_source_file_equal(const struct qjvm_source_file *a, const struct qjvm_source_file *b);

/* No bytes, or a text that is no such map: an empty map. The texts stay the caller's, and are to live as long as the
 * map. Returns false without memory; nothing is to be freed then. */
bool qjvm_source_map_init(struct qjvm_source_map *map, struct qjvm_text extension, struct qjvm_source_file own);
void qjvm_source_map_fini(struct qjvm_source_map *map);

struct qjvm_source_place {
    struct qjvm_source_file file;
    int line; /* 0: none that a table of lines can have */
};

/* Whether a stratum tells what a line of the class is. */
bool qjvm_source_map_find(const struct qjvm_source_map *map, enum qjvm_stratum stratum, int line,
                          struct qjvm_source_place *place);

#endif
