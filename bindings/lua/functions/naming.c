#include "bindings/lua/functions/naming.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"
#include "bindings/lua/text/origin.h"

static bool is_at(const struct qlua_written_name *name, const struct qlua_function *function)
{
    return name->line == function->shape.line_defined || name->parameters == function->shape.line_defined;
}

/* Return whether the text has the same functions on the same lines as the main chunk. If not, the file was changed
 * after it was loaded. */
static bool fits(const struct qlua_written_names *names, struct qlua_function **functions, int count)
{
    if (names->count != count - 1)
        return false;
    for (int i = 1; i < count; i++)
        if (functions[i] && !is_at(&names->items[i - 1], functions[i]))
            return false;
    return true;
}

/* Return the name on the function's line if no other function is on that line. Call this if only a part of the chunk
 * was read. A chunk may have 100,000 functions on one line, so use binary search: the names are sorted by `line`, and
 * also by `parameters`. */
static const struct qlua_written_name *only_one(const struct qlua_written_names *names,
                                                const struct qlua_function *function)
{
    int low = 0;
    int high = names->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (names->items[middle].parameters < function->shape.line_defined)
            low = middle + 1;
        else
            high = middle;
    }
    const struct qlua_written_name *found = NULL;
    for (int i = low; i < names->count && names->items[i].line <= function->shape.line_defined; i++) {
        if (!is_at(&names->items[i], function))
            continue;
        if (found)
            return NULL;
        found = &names->items[i];
    }
    return found;
}

/* Return the name with which a frame was called, NULL if Lua knows none. */
static char *name_from_call(lua_State *L, lua_Debug *ar)
{
    lua_getinfo(L, "n", ar);
    if (!ar->name || *ar->namewhat == 'h' || strcmp(ar->namewhat, "for iterator") == 0)
        return NULL;
    if (strcmp(ar->namewhat, "metamethod") != 0)
        return kit_format("%s", ar->name);
    return kit_format("metatable.%s%s", strncmp(ar->name, "__", 2) == 0 ? "" : "__", ar->name);
}

static char *choose_name(const struct qlua_function *function, const struct qlua_written_name *written,
                         const char *called)
{
    if (function->shape.line_defined != 0 && written && written->text)
        return kit_format("%s", written->text);
    if (function->shape.line_defined != 0 && called)
        return kit_format("%s", called);
    char *chunk = qlua_origin_short_name(function->chunk->source, function->chunk->length);
    char *name = NULL;
    if (chunk && function->shape.line_defined == 0)
        name = kit_format("main chunk of %s", chunk);
    else if (chunk)
        name = kit_format("<anonymous at %s:%d>", chunk, function->shape.line_defined);
    free(chunk);
    return name;
}

/* Name all functions. `written` are the names from the source text, `called` is the name with which the first
 * function was called. */
static void name_all(const struct qlua_family *family, const struct qlua_written_names *written, const char *called)
{
    bool in_order = family->whole && fits(written, family->functions, family->count);
    for (int i = 0; i < family->count; i++) {
        struct qlua_function *function = family->functions[i];
        if (!function || function->known.name)
            continue;
        const struct qlua_written_name *name = NULL;
        if (!in_order)
            name = only_one(written, function);
        else if (i > 0)
            name = &written->items[i - 1];
        function->known.name = choose_name(function, name, i == 0 ? called : NULL);
    }
}

void qlua_naming_apply(const struct qlua_family *family, const struct qlua_written_names *written, lua_State *L,
                       lua_Debug *ar)
{
    static const struct qlua_written_names none = {.count = 0};
    char *called = !written && ar->i_ci ? name_from_call(L, ar) : NULL;
    name_all(family, written ? written : &none, called);
    free(called);
}
