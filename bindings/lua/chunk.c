#include "chunk.h"

#include <stdlib.h>
#include <string.h>

#include "coroutine.h"
#include "finalizer.h"
#include "ignore.h"
#include "names.h"
#include "session.h"
#include "source.h"
#include "text.h"

struct qp_chunk *qp_chunk_get(const char *source, size_t length)
{
    uint64_t hash = qp_text_hash(source, length);
    struct qp_chunk *first = qp_map_get(&qp_recorder.functions.chunks, hash);
    for (struct qp_chunk *chunk = first; chunk; chunk = chunk->next)
        if (chunk->length == length && memcmp(chunk->source, source, length) == 0)
            return chunk;
    struct qp_chunk *chunk = calloc(1, sizeof *chunk);
    char *copy = malloc(length + 1);
    char *file = qp_source_file(source, length);
    if (!chunk || !copy || !file)
        goto no_memory;
    memcpy(copy, source, length + 1);
    *chunk = (struct qp_chunk){.source = copy, .length = length, .file = file, .next = first};
    if (qp_map_put(&qp_recorder.functions.chunks, hash, chunk) == 0)
        return chunk;
no_memory:
    free(file);
    free(copy);
    free(chunk);
    return NULL;
}

static bool stands_at(const struct qp_name *name, const struct qp_function *function)
{
    return name->line == function->line_defined || name->parameters == function->line_defined;
}

/* A main chunk and the text fit if they have as many functions, on the same lines; else the file was changed. */
static bool fits(const struct qp_names *names, struct qp_function **functions, int count)
{
    if (names->count != count - 1)
        return false;
    for (int i = 1; i < count; i++)
        if (functions[i] && !stands_at(&names->items[i - 1], functions[i]))
            return false;
    return true;
}

/* Where only a part of the chunk is known: the one name on the function's line. Both lines of the names ascend, so the
 * few that may stand there are searched for: a chunk may have its 100,000 functions on one line. */
static const struct qp_name *only_one(const struct qp_names *names, const struct qp_function *function)
{
    int low = 0;
    int high = names->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (names->items[middle].parameters < function->line_defined)
            low = middle + 1;
        else
            high = middle;
    }
    const struct qp_name *found = NULL;
    for (int i = low; i < names->count && names->items[i].line <= function->line_defined; i++) {
        if (!stands_at(&names->items[i], function))
            continue;
        if (found)
            return NULL;
        found = &names->items[i];
    }
    return found;
}

/* Without a text the first caller tells. */
static char *name_from_call(lua_State *L, lua_Debug *ar)
{
    lua_getinfo(L, "n", ar);
    if (!ar->name || *ar->namewhat == 'h' || strcmp(ar->namewhat, "for iterator") == 0)
        return NULL;
    if (strcmp(ar->namewhat, "metamethod") != 0)
        return qp_text_format("%s", ar->name);
    return qp_text_format("metatable.%s%s", strncmp(ar->name, "__", 2) == 0 ? "" : "__", ar->name);
}

static char *choose_name(const struct qp_function *function, const struct qp_name *written, const char *called)
{
    if (function->line_defined != 0 && written && written->text)
        return qp_text_format("%s", written->text);
    if (function->line_defined != 0 && called)
        return qp_text_format("%s", called);
    char *chunk = qp_source_short_name(function->chunk->source, function->chunk->length);
    char *name = NULL;
    if (chunk && function->line_defined == 0)
        name = qp_text_format("main chunk of %s", chunk);
    else if (chunk)
        name = qp_text_format("<anonymous at %s:%d>", chunk, function->line_defined);
    free(chunk);
    return name;
}

static void register_function(struct qp_session *s, struct qp_function *function, const char *file)
{
    qprof_LineInfo *table = malloc(((size_t)function->line_count + 1) * sizeof *table);
    if (!table)
        return;
    for (int i = 0; i < function->line_count; i++)
        table[i] = (qprof_LineInfo){i, function->lines[i]};
    s->qii->register_method_id_vt(function->id, function->name, NULL, QPROF_METHOD_FLAGS_NONE, file, table,
                                  function->line_count, qp_coroutine_id(s));
    if (qp_recorder.branches && function->steps.branch_count)
        s->qii->register_branches(function->id, function->steps.branches, function->steps.branch_count);
    function->registered = true;
    free(table);
}

/* A name given to load without '@' or '=' looks like a text; it has fewer lines than the code, or is a mere word. */
static bool can_be_text(const char *text, size_t size, struct qp_function **functions, int count)
{
    static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-";
    int lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    for (int i = 0; i < count; i++)
        if (functions[i] && functions[i]->line_count && functions[i]->lines[functions[i]->line_count - 1] > lines)
            return false;
    return strspn(text, word) < size;
}

/* A chunk that is told to the library for the first time. */
struct announcement {
    const struct qp_chunk *chunk;
    struct qp_function **functions;
    int count;
};

/* The line where a function begins stands for the whole function. */
static int last_ignored(const struct announcement *it, int line)
{
    int last = line;
    for (int i = 1; i < it->count; i++)
        if (it->functions[i] && it->functions[i]->line_defined == line && it->functions[i]->last_line_defined > last)
            last = it->functions[i]->last_line_defined;
    return last;
}

static void exclude(void *data, int first, int last, const char *reason)
{
    const struct announcement *it = data;
    if (first == last)
        last = last_ignored(it, first);
    qp_recorder.qii.exclude_lines(it->chunk->file, first, last, reason);
}

static void announce(struct qp_session *s, struct qp_chunk *chunk, struct announcement it, const char *text,
                     size_t size, bool is_text)
{
    if (is_text)
        s->qii->register_source(chunk->file, text, size);
    else if (*chunk->source == '@')
        s->qii->register_source(chunk->file, NULL, 0);
    if (text && (is_text || *chunk->source == '@') && s->qii->exclude_lines)
        qp_ignore_find(text, size, exclude, &it);
    chunk->announced = true;
}

/* Those that the library before knew have their names. whole: the names are those of the functions behind the main
 * chunk, which is the first; called is what the first is called by its caller. */
static void name_all(struct qp_function **functions, int count, const struct qp_names *names, bool whole,
                     const char *called)
{
    for (int i = 0; i < count; i++) {
        struct qp_function *function = functions[i];
        if (!function || function->name)
            continue;
        const struct qp_name *written = NULL;
        if (!whole)
            written = only_one(names, function);
        else if (i > 0)
            written = &names->items[i - 1];
        function->name = choose_name(function, written, i == 0 ? called : NULL);
    }
}

void qp_chunk_register(struct qp_session *s, lua_State *L, struct qp_chunk *chunk, struct qp_function **functions,
                       int count, lua_Debug *ar)
{
    bool anything = false;
    for (int i = 0; i < count; i++)
        anything |= functions[i] && !functions[i]->registered;
    if (!anything)
        return;
    size_t size = 0;
    char *text = qp_source_text(chunk->source, chunk->length, &size);
    struct qp_names names = {0};
    if (text)
        qp_names_init(&names, text, size);
    if (!chunk->announced)
        announce(s, chunk, (struct announcement){chunk, functions, count}, text, size,
                 text && qp_source_is_text(chunk->source) && can_be_text(text, size, functions, count));
    char *called = !text && ar->i_ci ? name_from_call(L, ar) : NULL;
    name_all(functions, count, &names, ar->linedefined == 0 && fits(&names, functions, count), called);
    free(called);
    for (int i = 0; i < count; i++)
        if (functions[i] && !functions[i]->registered)
            register_function(s, functions[i], chunk->file);
    if (text)
        qp_finalizers_mark(text, size, functions, count);
    qp_names_fini(&names);
    free(text);
}
