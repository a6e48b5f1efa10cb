#include "bindings/lua/functions/registration.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"
#include "bindings/lua/functions/finalizer.h"
#include "bindings/lua/luacov/luacov.h"
#include "bindings/lua/text/origin.h"
#include "bindings/lua/text/scanner.h"

/* Return whether a source can be the text of these functions. A chunk name that a program passed to load without '@'
 * or '=' looks like a text. But such a name has fewer lines than the code, or is a single word. */
static bool can_be_text(const char *text, size_t size, struct qlua_function **functions, int count)
{
    static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-";
    int lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    for (int i = 0; i < count; i++)
        if (functions[i] && kit_function_last_line(&functions[i]->known) > lines)
            return false;
    return strspn(text, word) < size;
}

static int function_end(void *data, int line)
{
    const struct qlua_family *family = data;
    int last = line;
    for (int i = 1; i < family->count; i++) {
        const struct qlua_function *function = family->functions[i];
        if (function && function->shape.line_defined == line && function->shape.last_line_defined > last)
            last = function->shape.last_line_defined;
    }
    return last;
}

static void register_source(struct qlua_chunk *chunk, struct qlua_family *family, const char *text, size_t size)
{
    if (text && !chunk->is_file && !can_be_text(text, size, family->functions, family->count))
        text = NULL;
    kit_publish(&(struct kit_source){.file = chunk->file,
                                     .is_file = chunk->is_file,
                                     .text = text,
                                     .size = size,
                                     .find_comments = qlua_scanner_find_comments,
                                     .function_end = function_end,
                                     .data = family,
                                     .left_out = qlua_luacov_reason(*chunk->source == '@' ? chunk->source + 1 : NULL)});
    chunk->generation = kit_library.generation;
}

static bool is_new(const struct qlua_function *function)
{
    return function && !kit_function_is_registered(&function->known);
}

static bool has_loads; /* main chunks are registered as loads: the process inherited no context */

/* Return whether the function is a main chunk, which runs when its file is loaded, so that it belongs to each context
 * that runs functions of the file. */
static bool runs_at_load(const struct qlua_function *function)
{
    return has_loads && function->shape.line_defined == 0 && function->chunk && !function->chunk->shared;
}

static void register_new(const struct qlua_family *family, const char *file, VthreadID caller)
{
    for (int i = 0; i < family->count; i++) {
        struct qlua_function *function = family->functions[i];
        if (is_new(function))
            kit_function_register(&function->known, &(struct kit_definition){
                                                        .file = file,
                                                        .flags = runs_at_load(function) ? QPROF_METHOD_FLAGS_LOADS : 0,
                                                        .branches = function->steps.branches,
                                                        .branch_count = function->steps.branch_count,
                                                        .caller = caller});
    }
}

/* ---- the shared chunk -------------------------------------------------------------------------------------------- */

static unsigned long shared_loads; /* number of texts loaded in this run that belong to the shared chunk */

void qlua_registration_begin(void)
{
    const char *context = getenv(QLUA_CONTEXT_VARIABLE);
    has_loads = !context || !*context;
    shared_loads = 0;
}

void qlua_registration_shared(void)
{
    shared_loads++;
}

static void note(char *text)
{
    if (text)
        kit_library.qii.add_annotation(text);
    free(text);
}

void qlua_registration_end(void)
{
    if (shared_loads)
        note(kit_format("%lu loaded texts are counted together as '(code loaded later)'", shared_loads));
}

static void register_shared(const struct qlua_family *family, VthreadID caller)
{
    register_new(family, NULL, caller);
    note(kit_format("texts loaded from here on may be counted together as '(code loaded later)': at most %d texts, and "
                    "%d versions of one, are counted separately",
                    QLUA_CHUNK_TEXTS, QLUA_CHUNK_VERSIONS));
}

/* ---- all others -------------------------------------------------------------------------------------------------- */

/* If the functions of a chunk are seen one by one, as in samples, read its text only once. In samples of luacheck,
 * 211 functions were seen: reading the text for each of them took 182 million instructions, which was 37 % of the cost
 * of sampling. */
void qlua_registration_add(struct qlua_chunk *chunk, struct qlua_family *family, lua_State *L, lua_Debug *ar,
                           VthreadID caller)
{
    bool anything = false;
    for (int i = 0; i < family->count; i++)
        anything |= is_new(family->functions[i]);
    if (!anything)
        return;
    if (chunk->shared) {
        register_shared(family, caller);
        return;
    }
    struct qlua_written_names *written = family->whole ? NULL : chunk->written;
    bool knows = kit_library_knows(chunk->generation);
    size_t size = 0;
    char *text = written && knows ? NULL : qlua_origin_text(chunk->source, chunk->length, &size);
    if (!knows)
        register_source(chunk, family, text, size);
    if (!written && text)
        written = qlua_written_names_new(text, size);
    free(text);
    qlua_naming_apply(family, written, L, ar);
    register_new(family, chunk->file, caller);
    if (written)
        qlua_finalizers_mark(written, family->functions, family->count);
    if (family->whole)
        qlua_written_names_free(written);
    else
        chunk->written = written;
}

/* Register the function as a part of its chunk: other functions of the chunk may be registered later. */
void qlua_registration_repeat(struct qlua_function *function, VthreadID caller)
{
    struct qlua_family family = {&function, 1, false};
    qlua_registration_add(function->chunk, &family, NULL, &(lua_Debug){.i_ci = NULL}, caller);
}
