#include "bindings/lua/functions/finalizer.h"

#include <string.h>

#include "bindings/lua/text/words.h"

static const char key[] = "__gc";

static bool ends_in_key(const char *name)
{
    size_t length = strlen(name);
    size_t rest = length - (sizeof key - 1);
    return length >= sizeof key - 1 && strcmp(name + rest, key) == 0 && (rest == 0 || strchr(".:", name[rest - 1]));
}

/* A method is defined with a colon and named with a point. */
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

/* After `__gc`: the path behind its `=`, up to the token that is none of it. */
static enum qlua_word read_target(struct qlua_words *words, char *name)
{
    enum qlua_word word = qlua_words_next(words);
    size_t length = 0;
    if (word == QLUA_WORD_SIGN && strcmp(words->text, "]") == 0)
        word = qlua_words_next(words);
    if (word != QLUA_WORD_SIGN || strcmp(words->text, "=") != 0)
        return word;
    while ((word = qlua_words_next(words)) == QLUA_WORD_NAME ||
           (word == QLUA_WORD_SIGN && length && strcmp(words->text, ".") == 0)) {
        size_t more = strlen(words->text);
        bool joined = length && name[length - 1] == '.';
        if (length + more >= QLUA_WORD_LONGEST || (word == QLUA_WORD_NAME && length && !joined))
            break;
        memcpy(name + length, words->text, more + 1);
        length += more;
    }
    return word;
}

void qlua_finalizers_mark(const char *text, size_t size, struct qlua_function **functions, int count)
{
    struct qlua_words words;
    if (!memmem(text, size, key, sizeof key - 1))
        return;
    for (int i = 0; i < count; i++)
        if (functions[i] && functions[i]->known.name)
            functions[i]->finalizer = ends_in_key(functions[i]->known.name);
    qlua_words_init(&words, text, size);
    for (enum qlua_word word = qlua_words_next(&words); word != QLUA_WORD_END;) {
        char name[QLUA_WORD_LONGEST] = "";
        bool found = (word == QLUA_WORD_NAME || word == QLUA_WORD_STRING) && strcmp(words.text, key) == 0;
        word = found ? read_target(&words, name) : qlua_words_next(&words);
        if (*name)
            mark(name, functions, count);
    }
}

/* Where it was seen to run, its counts are true. The lines of `function` and of `end` belong to the definition, too,
 * which was seen or not. */
static void exclude(struct qlua_function *function)
{
    int first = 0;
    int last = 0;
    if (!function->finalizer || function->met || !kit_function_is_registered(&function->known))
        return;
    for (int line = function->line_defined + 1; line < function->last_line_defined; line++) {
        if (kit_function_block(&function->known, line) < 0)
            continue;
        first = first ? first : line;
        last = line;
    }
    function->finalizer = false; /* once */
    if (first)
        kit_library.qii.exclude_lines(function->chunk->file, first, last, "a finalizer, which Lua runs without hooks");
}

void qlua_finalizers_exclude(void)
{
    if (kit_library.lines && kit_library.qii.exclude_lines)
        qlua_function_each(exclude);
}
