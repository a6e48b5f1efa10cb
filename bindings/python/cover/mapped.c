#include "bindings/python/cover/mapped.h"

#include <stdlib.h>

#include "bindings/kit/hashmap.h"
#include "bindings/python/functions/source.h"
#include "bindings/python/selection/selection.h"

/* Statements of a source, and the map of its lines to them. */
struct mapped {
    struct qpy_statements *statements; /* NULL = its text is unknown */
    struct qpy_line_map map;
};

static struct kit_hashmap all; /* by the address of the source */

static void exclude(void *source, int first, int last, const char *reason)
{
    qpy_source_exclude(source, first, last, reason);
}

static struct qpy_statements *read_source(struct qpy_source *source, PyObject *globals)
{
    size_t size;
    const char *text = qpy_source_own_text(source, &size);
    return text ? qpy_statements_read(text, size, qpy_selection_exclusions())
                : qpy_selection_statements(qpy_source_file(source), globals);
}

const struct qpy_line_map *qpy_mapped_of(struct qpy_source *source, PyObject *globals)
{
    struct mapped *mapped = kit_hashmap_get(&all, (uintptr_t)source);
    if (mapped)
        return mapped->statements ? &mapped->map : NULL;
    mapped = calloc(1, sizeof *mapped);
    if (!mapped || kit_hashmap_put(&all, (uintptr_t)source, mapped) != 0) {
        free(mapped);
        return NULL;
    }
    mapped->statements = read_source(source, globals);
    if (!mapped->statements)
        return NULL;
    mapped->map.of = qpy_statements_of_code(mapped->statements, &mapped->map.count);
    mapped->map.without_branches = qpy_statements_without_branches(mapped->statements);
    mapped->map.begin = qpy_statements_first(mapped->statements, 1);
    qpy_statements_excluded(mapped->statements, exclude, source);
    return &mapped->map;
}
