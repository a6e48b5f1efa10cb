#include "bindings/kit/ignore.h"

#include <stdlib.h>
#include <string.h>

/* Text with which a comment begins if it is meant for qii. */
static const char prefix[] = "qii:";

struct search {
    kit_ignore_range *range;
    void *data;
    int begin; /* line of a "begin" that has no "end" so far, 0 = none */
    char *begin_reason;
    bool whole; /* the whole text is excluded */
    char *whole_reason;
};

/* Unread part of a comment. */
struct rest {
    const char *at;
    const char *end;
};

static void skip(struct rest *rest, const char *characters)
{
    while (rest->at < rest->end && *rest->at && strchr(characters, *rest->at))
        rest->at++;
}

/* If the next word is `word`, skip it. Return whether it was skipped. */
static bool take(struct rest *rest, const char *word)
{
    size_t length = strlen(word);
    if ((size_t)(rest->end - rest->at) < length || memcmp(rest->at, word, length) != 0)
        return false;
    const char *after = rest->at + length;
    if (after < rest->end && !strchr(" \t\r:,;.-", *after))
        return false;
    rest->at = after;
    return true;
}

static char *take_reason(struct rest *rest)
{
    skip(rest, " \t\r:,;.-");
    while (rest->end > rest->at && strchr(" \t\r", rest->end[-1]))
        rest->end--;
    return rest->at < rest->end ? strndup(rest->at, (size_t)(rest->end - rest->at)) : NULL;
}

static void report(const struct search *search, int first, int last, char *reason)
{
    search->range(search->data, first, last, reason);
    free(reason);
}

static void begin(struct search *search, int line, struct rest *rest)
{
    if (search->begin)
        return;
    search->begin = line;
    search->begin_reason = take_reason(rest);
}

static void end(struct search *search, int line)
{
    if (!search->begin)
        return;
    report(search, search->begin, line, search->begin_reason);
    search->begin = 0;
    search->begin_reason = NULL;
}

static void check_comment(void *data, const char *text, size_t length, int line, bool after_code)
{
    struct search *search = data;
    struct rest rest = {text, text + length};
    skip(&rest, " \t");
    if (rest.end - rest.at < (ptrdiff_t)sizeof prefix - 1 || memcmp(rest.at, prefix, sizeof prefix - 1) != 0)
        return;
    rest.at += sizeof prefix - 1;
    skip(&rest, " \t");
    if (!take(&rest, "ignore"))
        return;
    skip(&rest, " \t");
    if (take(&rest, "begin")) {
        begin(search, line, &rest);
    } else if (take(&rest, "end")) {
        end(search, line);
    } else if (take(&rest, "file")) {
        free(search->whole_reason);
        search->whole = true;
        search->whole_reason = take_reason(&rest);
    } else {
        int ignored = after_code ? line : line + 1;
        report(search, ignored, ignored, take_reason(&rest));
    }
}

void kit_ignore_find(const char *text, size_t size, kit_find_comments *find, kit_ignore_range *range, void *data)
{
    struct search search = {.range = range, .data = data};
    /* Most texts do not contain the prefix. Scanning their comments would add 10 % to the time for loading a Lua
     * file. */
    if (!memmem(text, size, prefix, sizeof prefix - 1))
        return;
    int last_line = find(text, size, check_comment, &search);
    end(&search, last_line);
    if (search.whole)
        report(&search, 1, last_line, search.whole_reason);
}
