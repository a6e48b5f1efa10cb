#include "bindings/jvm/class/source_lines.h"

#include <stdlib.h>

/* That of the class if any line is written there or none is known; else the one of the first line. */
static struct qjvm_source_file file_of(const struct qjvm_source_map *map, const struct qjvm_line *table, int count)
{
    struct qjvm_source_file first = map->own;
    struct qjvm_source_place place;
    bool any = false;
    for (int i = 0; i < count; i++) {
        if (!qjvm_source_map_find(map, QJVM_WRITTEN, table[i].line, &place))
            continue;
        if (qjvm_source_file_equal(&place.file, &map->own))
            return map->own;
        if (!any)
            first = place.file;
        any = true;
    }
    return first;
}

/* Of code that was inlined nothing. */
static int line_written(const struct qjvm_source_lines *told, const struct qjvm_source_map *map, int line)
{
    struct qjvm_source_place place;
    if (qjvm_source_map_find(map, QJVM_INLINED, line, &place))
        return 0;
    if (qjvm_source_map_find(map, QJVM_WRITTEN, line, &place))
        return qjvm_source_file_equal(&place.file, &told->file) ? place.line : 0;
    return qjvm_source_file_equal(&told->file, &map->own) ? line : 0;
}

static int line_inlined_in(const struct qjvm_source_lines *told, const struct qjvm_source_map *map, int line)
{
    struct qjvm_source_place place;
    bool found = qjvm_source_map_find(map, QJVM_INLINED, line, &place);
    return found && qjvm_source_file_equal(&place.file, &told->file) ? place.line : 0;
}

/* A set of lines; class files are read on stacks of the program, which may be small. */
struct line_set {
    unsigned char bits[(QJVM_LAST_LINE + 1) / 8];
};

static bool has_line(const struct line_set *set, int line)
{
    return set->bits[line / 8] >> line % 8 & 1;
}

/* Of code that was inlined in a line without code of its own, the beginning stands for the line. */
static void add_inlined(struct qjvm_source_lines *told, const struct qjvm_source_map *map,
                        const struct qjvm_line *table, int count)
{
    struct line_set own = {{0}};
    for (int i = 0; i < count; i++)
        own.bits[told->lines[i] / 8] |= (unsigned char)(1 << told->lines[i] % 8);
    for (int i = 0, last = 0; i < count; i++) {
        int line = told->lines[i] ? 0 : line_inlined_in(told, map, table[i].line);
        if (line && line != last && !has_line(&own, line))
            told->lines[i] = line;
        last = line;
    }
}

bool qjvm_source_lines_init(struct qjvm_source_lines *told, const struct qjvm_source_map *map,
                            const struct qjvm_line *table, int count)
{
    told->file = file_of(map, table, count);
    told->lines = malloc(((size_t)count + 1) * sizeof *told->lines);
    if (!told->lines)
        return false;
    for (int i = 0; i < count; i++)
        told->lines[i] = line_written(told, map, table[i].line);
    if (map->strata[QJVM_INLINED].range_count)
        add_inlined(told, map, table, count);
    return true;
}

void qjvm_source_lines_fini(struct qjvm_source_lines *told)
{
    free(told->lines);
    told->lines = NULL;
}
