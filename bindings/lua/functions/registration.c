#include "bindings/lua/functions/registration.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/lua/functions/finalizer.h"
#include "bindings/lua/luacov/luacov.h"
#include "bindings/lua/text/origin.h"
#include "bindings/lua/text/scanner.h"

/* A name given to load without '@' or '=' looks like a text; it has fewer lines than the code, or is a mere word. */
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

static void announce(struct qlua_chunk *chunk, struct qlua_family *family, const char *text, size_t size)
{
    if (kit_library_knows(chunk->told))
        return;
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
    chunk->told = kit_library.term;
}

static bool is_new(const struct qlua_function *function)
{
    return function && !kit_function_is_registered(&function->known);
}

static void register_new(const struct qlua_family *family, const char *file, VthreadID caller)
{
    for (int i = 0; i < family->count; i++) {
        struct qlua_function *function = family->functions[i];
        if (is_new(function))
            kit_function_register(&function->known,
                                  &(struct kit_definition){.file = file,
                                                           .branches = function->steps.branches,
                                                           .branch_count = function->steps.branch_count,
                                                           .caller = caller});
    }
}

void qlua_registration_tell(struct qlua_chunk *chunk, struct qlua_family *family, lua_State *L, lua_Debug *ar,
                            VthreadID caller)
{
    bool anything = false;
    for (int i = 0; i < family->count; i++)
        anything |= is_new(family->functions[i]);
    if (!anything)
        return;
    size_t size = 0;
    char *text = qlua_origin_text(chunk->source, chunk->length, &size);
    announce(chunk, family, text, size);
    qlua_naming_apply(chunk, family, text, size, L, ar);
    register_new(family, chunk->file, caller);
    if (text)
        qlua_finalizers_mark(text, size, family->functions, family->count);
    free(text);
}

/* Others of the chunk that were not loaded from it alone may follow, each by itself. */
void qlua_registration_repeat(struct qlua_function *function, VthreadID caller)
{
    struct qlua_family family = {&function, 1, false};
    qlua_registration_tell(function->chunk, &family, NULL, &(lua_Debug){.i_ci = NULL}, caller);
}
