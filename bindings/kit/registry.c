#include "bindings/kit/registry.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* luacheck, a Lua program with 500 functions, asks for 10 million of them. */
#define CACHE_LINE 64

void *kit_function_new(size_t size)
{
    static qprof_MethodID last;
    size = (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    struct kit_function *function = aligned_alloc(CACHE_LINE, size);
    if (!function)
        return NULL;
    memset(function, 0, size);
    function->id = ++last;
    return function;
}

void kit_function_free(struct kit_function *function)
{
    if (!function)
        return;
    free(function->blocks);
    free(function->name);
    free(function);
}

void kit_function_set_lines(struct kit_function *function, const int *lines, int count)
{
    if (!count)
        return;
    size_t span = (size_t)(lines[count - 1] - lines[0]) + 1;
    function->blocks = malloc(span * sizeof *function->blocks);
    if (!function->blocks)
        return;
    memset(function->blocks, 0xff, span * sizeof *function->blocks); /* -1 */
    for (int i = 0; i < count; i++)
        function->blocks[lines[i] - lines[0]] = i;
    function->first_line = lines[0];
    function->span = (unsigned)span;
    function->line_count = count;
}

/* Each block is an entry of the line table, and its number the code offset there. */
static qprof_LineInfo *line_table(const struct kit_function *function)
{
    qprof_LineInfo *table = malloc(((size_t)function->line_count + 1) * sizeof *table);
    for (unsigned i = 0; table && i < function->span; i++) {
        int block = function->blocks[i];
        if (block >= 0)
            table[block] = (qprof_LineInfo){block, function->first_line + (int)i};
    }
    return table;
}

void kit_function_register(struct kit_function *function, const struct kit_definition *definition)
{
    const struct qii *qii = &kit_library.qii;
    qprof_LineInfo *table = line_table(function);
    if (!table)
        return;
    if (kit_library.binding->virtual_threads)
        qii->register_method_id_vt(function->id, function->name, definition->class_name, definition->flags,
                                   definition->file, table, function->line_count, definition->caller);
    else
        qii->register_method_id(function->id, function->name, definition->class_name, definition->flags,
                                definition->file, table, function->line_count);
    if (kit_library.branches && definition->branch_count)
        qii->register_branches(function->id, definition->branches, definition->branch_count);
    function->told = kit_library.term;
    free(table);
}

static void exclude(void *data, int first, int last, const char *reason)
{
    const struct kit_source *it = data;
    if (first == last && it->function_end)
        last = it->function_end(it->data, first);
    kit_library.qii.exclude_lines(it->file, first, last, reason);
}

/* Of a text that is not known any line may be the last one. */
static int last_line(const struct kit_source *source)
{
    int line = source->text ? 1 : INT_MAX;
    for (size_t i = 0; source->text && i < source->size; i++)
        line += source->text[i] == '\n';
    return line;
}

void kit_publish(const struct kit_source *source)
{
    struct kit_source it = *source;
    const struct qii *qii = &kit_library.qii;
    if (qii->register_source && (it.is_file || it.text))
        qii->register_source(it.file, it.is_file ? NULL : it.text, it.is_file ? 0 : it.size);
    if (qii->exclude_lines && it.left_out)
        qii->exclude_lines(it.file, 1, last_line(&it), it.left_out);
    else if (qii->exclude_lines && it.text && it.find_comments)
        kit_ignore_find(it.text, it.size, it.find_comments, exclude, &it);
}
