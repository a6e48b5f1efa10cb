#include "bindings/jvm/class/source_lines.h"

#include <stdlib.h>

/* Return the file of the method. If any of its lines is in the class's file, or if none can be mapped, return the
 * class's file; else return the file of the first line. */
static struct qjvm_source_file file_of(const struct qjvm_source_map *map, const struct qjvm_line *table, int count)
{
    struct qjvm_source_file first = map->own;
    struct qjvm_source_place place;
    for (int i = count - 1; i >= 0; i--) {
        if (!qjvm_source_map_find(map, QJVM_WRITTEN, table[i].line, &place))
            continue;
        if (qjvm_source_file_equal(&place.file, &map->own))
            return map->own;
        first = place.file;
    }
    return first;
}

/* Return the line in the source file; 0 for inlined code and for code from other files. */
static int line_written(const struct qjvm_source_lines *source, const struct qjvm_source_map *map, int line)
{
    struct qjvm_source_place place;
    if (qjvm_source_map_find(map, QJVM_INLINED, line, &place))
        return 0;
    if (qjvm_source_map_find(map, QJVM_WRITTEN, line, &place))
        return qjvm_source_file_equal(&place.file, &source->file) ? place.line : 0;
    return qjvm_source_file_equal(&source->file, &map->own) ? line : 0;
}

static int line_inlined_in(const struct qjvm_source_lines *source, const struct qjvm_source_map *map, int line)
{
    struct qjvm_source_place place;
    bool found = qjvm_source_map_find(map, QJVM_INLINED, line, &place);
    return found && qjvm_source_file_equal(&place.file, &source->file) ? place.line : 0;
}

/* Set of lines, as bits. It is small, since it lies on the stack of the program's thread that loads a class. */
struct line_set {
    unsigned char bits[(QJVM_LAST_LINE + 1) / 8];
};

static bool has_line(const struct line_set *set, int line)
{
    return set->bits[line / 8] >> line % 8 & 1;
}

/* For each line that has only inlined code, assign the line to the row of the table where that code begins. */
static void add_inlined(struct qjvm_source_lines *source, const struct qjvm_source_map *map,
                        const struct qjvm_line *table, int count)
{
    struct line_set own = {{0}};
    for (int i = 0; i < count; i++)
        own.bits[source->lines[i] / 8] |= (unsigned char)(1 << source->lines[i] % 8);
    for (int i = 0, last = 0; i < count; i++) {
        int line = source->lines[i] ? 0 : line_inlined_in(source, map, table[i].line);
        if (line && line != last && !has_line(&own, line))
            source->lines[i] = line;
        last = line;
    }
}

bool qjvm_source_lines_init(struct qjvm_source_lines *source, const struct qjvm_source_map *map,
                            const struct qjvm_line *table, int count)
{
    source->file = file_of(map, table, count);
    source->lines = malloc(((size_t)count + 1) * sizeof *source->lines);
    if (!source->lines)
        return false;
    for (int i = 0; i < count; i++)
        source->lines[i] = line_written(source, map, table[i].line);
    if (map->strata[QJVM_INLINED].range_count)
        add_inlined(source, map, table, count);
    return true;
}

int qjvm_source_lines_sampled(const struct qjvm_source_lines *source, const struct qjvm_source_map *map, int line)
{
    int inlined_in = line_inlined_in(source, map, line);
    return inlined_in ? inlined_in : line_written(source, map, line);
}

void qjvm_source_lines_fini(struct qjvm_source_lines *source)
{
    free(source->lines);
    source->lines = NULL;
}
