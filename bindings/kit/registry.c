#include "bindings/kit/registry.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Alignment of functions, so that an event reads one cache line of a function. Recording luacheck, a Lua program of 500
 * functions, looks up functions 10 million times. */
#define CACHE_LINE 64

static qprof_MethodID new_id(void)
{
    static qprof_MethodID last;
    return ++last;
}

void *kit_function_new(size_t size)
{
    size = (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    struct kit_function *function = aligned_alloc(CACHE_LINE, size);
    if (!function)
        return NULL;
    memset(function, 0, size);
    function->id = new_id();
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

bool kit_function_rename(struct kit_function *function, const char *name)
{
    if (function->name && strcmp(function->name, name) == 0)
        return true;
    bool registered = kit_function_is_registered(function);
    char *own = registered && !kit_library.qii.retire_method_id ? NULL : strdup(name);
    if (!own)
        return false;
    if (registered) {
        kit_library.qii.retire_method_id(function->id);
        function->id = new_id();
        function->generation = 0;
    }
    free(function->name);
    function->name = own;
    return true;
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

/* Set first_line and span to the range that the lines cover. Lines below 1 are ignored. */
static void find_span(struct kit_function *function, const int *lines, int count)
{
    int first = INT_MAX;
    int last = 0;
    for (int i = 0; i < count; i++) {
        first = lines[i] > 0 && lines[i] < first ? lines[i] : first;
        last = lines[i] > last ? lines[i] : last;
    }
    function->first_line = last ? first : 0;
    function->span = last ? (unsigned)last - (unsigned)first + 1 : 0;
}

/* Fill `blocks` with the first block of each line, followed by the line of each block. */
void kit_function_set_blocks(struct kit_function *function, const int *lines, int count)
{
    struct kit_function found = {0};
    if (count <= 0)
        return;
    find_span(&found, lines, count);
    int *blocks = malloc((found.span + (size_t)count) * sizeof *blocks);
    if (!blocks)
        return;
    memset(blocks, 0xff, found.span * sizeof *blocks); /* -1 */
    memcpy(blocks + found.span, lines, (size_t)count * sizeof *lines);
    for (int i = count - 1; i >= 0; i--)
        if (lines[i] > 0)
            blocks[lines[i] - found.first_line] = i;
    free(function->blocks);
    function->blocks = blocks;
    function->first_line = found.first_line;
    function->span = found.span;
    function->line_count = count;
}

static int compare(const void *a, const void *b)
{
    int first = *(const int *)a;
    int second = *(const int *)b;
    return (first > second) - (first < second);
}

/* Sort the lines, and remove duplicates and lines below 1. Return the number of remaining lines. */
static int sort(int *lines, int count)
{
    qsort(lines, (size_t)count, sizeof *lines, compare);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (lines[i] > 0 && (kept == 0 || lines[i] != lines[kept - 1]))
            lines[kept++] = lines[i];
    return kept;
}

void kit_function_set_lines(struct kit_function *function, const int *lines, int count)
{
    int *sorted = count ? malloc((size_t)count * sizeof *sorted) : NULL;
    if (!sorted)
        return;
    memcpy(sorted, lines, (size_t)count * sizeof *lines);
    kit_function_set_blocks(function, sorted, sort(sorted, count));
    free(sorted);
}

int kit_function_last_line(const struct kit_function *function)
{
    return function->span ? function->first_line + (int)function->span - 1 : 0;
}

/* ---- registration ------------------------------------------------------------------------------------------------ */

/* Return a line table with one entry per block. The number of the block serves as code offset. */
static qprof_LineInfo *line_table(const struct kit_function *function)
{
    qprof_LineInfo *table = malloc(((size_t)function->line_count + 1) * sizeof *table);
    for (int i = 0; table && i < function->line_count; i++)
        table[i] = (qprof_LineInfo){i, function->blocks[function->span + (unsigned)i]};
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
    if (kit_library.branches && definition->target_count && qii->register_branch_targets)
        qii->register_branch_targets(function->id, definition->targets, definition->target_count);
    function->generation = kit_library.generation;
    free(table);
}

static void exclude(void *data, int first, int last, const char *reason)
{
    const struct kit_source *it = data;
    if (first == last && it->function_end)
        last = it->function_end(it->data, first);
    kit_library.qii.exclude_lines(it->file, first, last, reason);
}

/* Return the number of the last line of the text. If the text is unknown, return the greatest possible number. */
static int last_line(const struct kit_source *source)
{
    int line = source->text ? 1 : INT_MAX;
    for (size_t i = 0; source->text && i < source->size; i++)
        line += source->text[i] == '\n';
    return line;
}

void kit_publish(const struct kit_source *source)
{
    const struct qii *qii = &kit_library.qii;
    if (qii->register_source && source->is_file)
        qii->register_source(source->file, NULL, 0);
    else if (qii->register_source && source->text)
        qii->register_source(source->file, source->text, source->size);
    if (qii->exclude_lines && source->left_out)
        qii->exclude_lines(source->file, 1, last_line(source), source->left_out);
    else if (qii->exclude_lines && source->text && source->find_comments)
        kit_ignore_find(source->text, source->size, source->find_comments, exclude, (void *)source);
}
