#include "bindings/lua/functions/finalizer.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/lua/text/scanner.h"

static const char key[] = "__gc";

static bool ends_in_key(const char *name)
{
    size_t length = strlen(name);
    size_t rest = length - (sizeof key - 1);
    return length >= sizeof key - 1 && strcmp(name + rest, key) == 0 && (rest == 0 || strchr(".:", name[rest - 1]));
}

/* Return whether a name refers to a function. A method is defined with a colon and referred to with a dot. */
static bool is_called(const struct qlua_function *function, const char *name)
{
    const char *own = function->known.name;
    while (*own && *name && (*own == *name || (*own == ':' && *name == '.')))
        own++, name++;
    return !*own && !*name;
}

static void mark(const char *name, struct qlua_function **functions, int count)
{
    for (int i = 0; i < count; i++)
        if (functions[i] && functions[i]->known.name && is_called(functions[i], name))
            functions[i]->finalizer = true;
}

/* Read the path after `__gc =`. Return the first token after the path. */
static enum qlua_token read_target(struct qlua_scanner *scanner, char *name)
{
    enum qlua_token token = qlua_scanner_next(scanner);
    size_t length = 0;
    if (token == QLUA_TOKEN_SIGN && strcmp(scanner->text, "]") == 0)
        token = qlua_scanner_next(scanner);
    if (token != QLUA_TOKEN_SIGN || strcmp(scanner->text, "=") != 0)
        return token;
    while ((token = qlua_scanner_next(scanner)) == QLUA_TOKEN_NAME ||
           (token == QLUA_TOKEN_SIGN && length && strcmp(scanner->text, ".") == 0)) {
        size_t more = strlen(scanner->text);
        bool joined = length && name[length - 1] == '.';
        if (length + more >= QLUA_TOKEN_LONGEST || (token == QLUA_TOKEN_NAME && length && !joined))
            break;
        memcpy(name + length, scanner->text, more + 1);
        length += more;
    }
    return token;
}

/* Append a name. If out of memory, ignore it. */
static void append(struct qlua_finalizers *finalizers, const char *name)
{
    char *copy = strdup(name);
    char **names = copy ? realloc(finalizers->names, (size_t)(finalizers->count + 1) * sizeof *names) : NULL;
    if (!names) {
        free(copy);
        return;
    }
    names[finalizers->count++] = copy;
    finalizers->names = names;
}

void qlua_finalizers_init(struct qlua_finalizers *finalizers, const char *text, size_t size)
{
    struct qlua_scanner scanner;
    *finalizers = (struct qlua_finalizers){NULL, 0};
    if (!memmem(text, size, key, sizeof key - 1))
        return;
    qlua_scanner_init(&scanner, text, size);
    for (enum qlua_token token = qlua_scanner_next(&scanner); token != QLUA_TOKEN_END;) {
        char name[QLUA_TOKEN_LONGEST] = "";
        bool found = (token == QLUA_TOKEN_NAME || token == QLUA_TOKEN_STRING) && strcmp(scanner.text, key) == 0;
        token = found ? read_target(&scanner, name) : qlua_scanner_next(&scanner);
        if (*name)
            append(finalizers, name);
    }
}

void qlua_finalizers_fini(struct qlua_finalizers *finalizers)
{
    for (int i = 0; i < finalizers->count; i++)
        free(finalizers->names[i]);
    free(finalizers->names);
}

void qlua_finalizers_mark(const struct qlua_finalizers *finalizers, struct qlua_function **functions, int count)
{
    for (int i = 0; i < count; i++)
        if (functions[i] && functions[i]->known.name)
            functions[i]->finalizer = ends_in_key(functions[i]->known.name);
    for (int i = 0; i < finalizers->count; i++)
        mark(finalizers->names[i], functions, count);
}

/* Exclude a finalizer that was not seen running; otherwise its counts are correct. Keep the lines of `function` and
 * `end`, which also belong to the definition. */
static void exclude(struct qlua_function *function)
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
        qlua_function_each(exclude);
}
