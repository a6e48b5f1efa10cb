#include "profile/source/line_patterns.h"

#include "base/glob.h"
#include "format/array.h"
#include "profile/load/profile.h"
#include "profile/source/source_text.h"

#include <stdlib.h>

#define TAB        8
#define MOST_BYTES 4096 /* of a line that are compared with a pattern: generated lines may be long */

/* Lines that are read from a file. */
struct scan {
    struct qp_line_patterns *patterns;
    uint32_t file;
    int32_t number;    /* current line */
    int32_t last_full; /* last line that is not empty */
    struct {
        int32_t first; /* line that matched and whose indented lines are read; 0 = none */
        uint32_t indent;
    } open[QP_LINE_PATTERNS];
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

/* Return a line without the blanks around it, and set *indent to the column at which it begins. */
static struct qp_text strip(struct qp_text line, uint32_t *indent)
{
    *indent = 0;
    for (; line.length && is_blank(*line.bytes); line.bytes++, line.length--)
        *indent = *line.bytes == '\t' ? (*indent / TAB + 1) * TAB : *indent + 1;
    while (line.length && is_blank(line.bytes[line.length - 1]))
        line.length--;
    return line;
}

static bool close_match(struct scan *scan, uint32_t pattern)
{
    struct qp_line_patterns *patterns = scan->patterns;
    int32_t first = scan->open[pattern].first;
    scan->open[pattern].first = 0;
    return !first || QP_ARRAY_APPEND(&patterns->matches, &patterns->match_count,
                                     (struct qp_line_match){pattern, scan->file, first, scan->last_full});
}

/* Take a line that is not empty. */
static bool take_line(struct scan *scan, struct qp_text line, uint32_t indent)
{
    size_t length = line.length < MOST_BYTES ? line.length : MOST_BYTES;
    bool ok = true;
    for (uint32_t i = 0; ok && i < scan->patterns->count; i++) {
        if (scan->open[i].first && indent > scan->open[i].indent)
            continue;
        ok = close_match(scan, i);
        if (!qp_glob_selects(scan->patterns->items[i].pattern, line.bytes, length))
            continue;
        scan->open[i].first = scan->number;
        scan->open[i].indent = indent;
    }
    scan->last_full = scan->number;
    return ok;
}

static bool scan_text(struct qp_line_patterns *patterns, uint32_t file, struct qp_source_text *text)
{
    struct scan scan = {.patterns = patterns, .file = file};
    struct qp_text line;
    uint32_t indent;
    bool ok = true;
    while (ok && scan.number < INT32_MAX && qp_source_text_line(text, &line)) {
        scan.number++;
        line = strip(line, &indent);
        ok = !line.length || take_line(&scan, line, indent);
    }
    for (uint32_t i = 0; ok && i < patterns->count; i++)
        ok = close_match(&scan, i);
    return ok;
}

static bool scan_file(struct qp_line_patterns *patterns, const struct qp_profile *profile, uint32_t file,
                      struct qp_source_path *path)
{
    struct qp_source_text text;
    if (!qp_source_text_open(&text, profile, file, path))
        return false;
    bool is_same = text.bytes && text.state == QP_SOURCE_TEXT_SAME;
    bool ok = !is_same || scan_text(patterns, file, &text);
    patterns->unread += !is_same;
    qp_source_text_close(&text);
    return ok;
}

static bool exclude(const struct qp_line_patterns *patterns, struct qp_profile *profile)
{
    struct qp_profile_exclusion *exclusions = calloc((size_t)patterns->match_count + 1, sizeof *exclusions);
    for (uint32_t i = 0; exclusions && i < patterns->match_count; i++) {
        const struct qp_line_match *it = &patterns->matches[i];
        exclusions[i] = (struct qp_profile_exclusion){it->file, it->first, it->last,
                                                      qp_text_of(patterns->items[it->pattern].reason)};
    }
    bool ok = exclusions && qp_profile_exclude(profile, exclusions, patterns->match_count);
    free(exclusions);
    return ok;
}

bool qp_line_patterns_exclude(struct qp_line_patterns *patterns, struct qp_profile *profile,
                              struct qp_source_path *path)
{
    bool ok = true;
    qp_line_patterns_close(patterns);
    for (uint32_t i = 0; ok && patterns->count && i < profile->file_count; i++)
        ok = !profile->files[i].method_count || scan_file(patterns, profile, i, path);
    return ok && (!patterns->count || exclude(patterns, profile));
}

void qp_line_patterns_close(struct qp_line_patterns *patterns)
{
    free(patterns->matches);
    patterns->matches = NULL;
    patterns->match_count = 0;
    patterns->unread = 0;
}
