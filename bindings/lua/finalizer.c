#include "finalizer.h"

#include <stdbool.h>
#include <string.h>

#include "chunk.h"
#include "recorder.h"
#include "words.h"

static const char key[] = "__gc";

static bool ends_in_key(const char *name)
{
    size_t length = strlen(name);
    size_t rest = length - (sizeof key - 1);
    return length >= sizeof key - 1 && strcmp(name + rest, key) == 0 && (rest == 0 || strchr(".:", name[rest - 1]));
}

/* A method is defined with a colon and named with a point. */
static bool is_called(const struct qp_function *function, const char *name)
{
    const char *own = function->name;
    while (*own && *name && (*own == *name || (*own == ':' && *name == '.')))
        own++, name++;
    return !*own && !*name;
}

static void mark(const char *name, struct qp_function **functions, int count)
{
    for (int i = 0; i < count; i++)
        if (functions[i] && functions[i]->name && is_called(functions[i], name))
            functions[i]->finalizer = true;
}

/* After `__gc`: the path behind its `=`, up to the token that is none of it. */
static enum qp_word read_target(struct qp_words *words, char *name)
{
    enum qp_word word = qp_words_next(words);
    size_t length = 0;
    if (word == QP_WORD_SIGN && strcmp(words->text, "]") == 0)
        word = qp_words_next(words);
    if (word != QP_WORD_SIGN || strcmp(words->text, "=") != 0)
        return word;
    while ((word = qp_words_next(words)) == QP_WORD_NAME ||
           (word == QP_WORD_SIGN && length && strcmp(words->text, ".") == 0)) {
        size_t more = strlen(words->text);
        bool joined = length && name[length - 1] == '.';
        if (length + more >= QP_WORD_LONGEST || (word == QP_WORD_NAME && length && !joined))
            break;
        memcpy(name + length, words->text, more + 1);
        length += more;
    }
    return word;
}

void qp_finalizers_mark(const char *text, size_t size, struct qp_function **functions, int count)
{
    struct qp_words words;
    if (!memmem(text, size, key, sizeof key - 1))
        return;
    for (int i = 0; i < count; i++)
        if (functions[i] && functions[i]->name)
            functions[i]->finalizer = ends_in_key(functions[i]->name);
    qp_words_init(&words, text, size);
    for (enum qp_word word = qp_words_next(&words); word != QP_WORD_END;) {
        char name[QP_WORD_LONGEST] = "";
        bool found = (word == QP_WORD_NAME || word == QP_WORD_STRING) && strcmp(words.text, key) == 0;
        word = found ? read_target(&words, name) : qp_words_next(&words);
        if (*name)
            mark(name, functions, count);
    }
}

/* The lines of `function` and of `end` belong to the definition, too, which was seen or not. */
static void exclude(struct qp_function *function)
{
    int first = 0;
    int last = 0;
    for (int i = 0; i < function->line_count; i++) {
        int line = function->lines[i];
        if (line == function->line_defined || line == function->last_line_defined)
            continue;
        first = first ? first : line;
        last = line;
    }
    function->finalizer = false; /* once */
    if (first)
        qp_recorder.qii.exclude_lines(function->chunk->file, first, last, "a finalizer, which Lua runs without hooks");
}

void qp_finalizers_exclude(void)
{
    const struct qp_map *lua = &qp_recorder.functions.lua;
    if (!qp_recorder.lines || !qp_recorder.qii.exclude_lines)
        return;
    for (size_t i = 0; i < lua->room; i++)
        for (struct qp_function *f = lua->slots[i].value; f; f = f->like)
            if (f->finalizer && !f->met && f->registered)
                exclude(f);
}
