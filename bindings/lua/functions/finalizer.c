#include "bindings/lua/functions/finalizer.h"

/* Return whether a name refers to a function. A method is defined with a colon, but other code refers to it with a
 * dot. */
static bool is_called(const struct qlua_function *function, const char *name)
{
    const char *own = function->known.name;
    while (*own && *name && (*own == *name || (*own == ':' && *name == '.')))
        own++, name++;
    return !*own && !*name;
}

static bool is_assigned(const struct qlua_function *function, const struct qlua_written_names *names)
{
    for (int i = 0; i < names->finalizer_count; i++)
        if (is_called(function, names->finalizers[i]))
            return true;
    return false;
}

void qlua_finalizers_mark(const struct qlua_written_names *names, struct qlua_function **functions, int count)
{
    for (int i = 0; i < count; i++)
        if (functions[i] && functions[i]->known.name)
            functions[i]->finalizer =
                qlua_written_names_is_gc(functions[i]->known.name) || is_assigned(functions[i], names);
}

/* Exclude a finalizer from coverage if it was not seen running. If it was seen, its counts are correct. Do not
 * exclude the lines of `function` and `end`, since the code that defines the function is on these lines, too. */
static void exclude_unseen(struct qlua_function *function)
{
    int first = 0;
    int last = 0;
    if (!function->finalizer || function->seen || !kit_function_is_registered(&function->known))
        return;
    for (int line = function->shape.line_defined + 1; line < function->shape.last_line_defined; line++) {
        if (kit_function_block(&function->known, line) < 0)
            continue;
        first = first ? first : line;
        last = line;
    }
    function->finalizer = false; /* exclude only once */
    if (first)
        kit_library.qii.exclude_lines(function->chunk->file, first, last, "a finalizer, which Lua runs without hooks");
}

void qlua_finalizers_exclude(void)
{
    if (kit_library.lines && kit_library.qii.exclude_lines)
        qlua_function_each(exclude_unseen);
}
