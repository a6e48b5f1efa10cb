#include "profile/source/pattern.h"

#include "base/glob.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- one pattern ------------------------------------------------------------------------------------------------- */

bool qp_pattern_matches(const char *pattern, struct qp_text name)
{
    return qp_glob_selects(pattern, name.bytes, name.length);
}

bool qp_pattern_matches_path(const char *pattern, struct qp_text path)
{
    char *below; /* one comparison for all directories, whose time is bounded by the product of the lengths */
    bool whole = qp_pattern_matches(pattern, path);
    if (whole || !qp_glob_is_pattern(pattern))
        return whole;
    if (asprintf(&below, "*/%s", pattern) < 0)
        return false;
    bool matches = qp_pattern_matches(below, path);
    free(below);
    return matches;
}

/* ---- filters ----------------------------------------------------------------------------------------------------- */

/* The texts to which a filter is applied. If `bytes` of a text is NULL, there is no such text. */
struct subject {
    struct qp_text name;
    struct qp_text other; /* another name */
    struct qp_text path;
};

static bool any_matches(const struct qp_patterns *patterns, const struct subject *subject)
{
    for (uint32_t i = 0; i < patterns->count; i++) {
        if ((subject->name.bytes && qp_pattern_matches(patterns->items[i], subject->name)) ||
            (subject->other.bytes && qp_pattern_matches(patterns->items[i], subject->other)) ||
            (subject->path.bytes && qp_pattern_matches_path(patterns->items[i], subject->path)))
            return true;
    }
    return false;
}

static bool passes(const struct qp_filter *filter, const struct subject *subject)
{
    return (!filter->only.count || any_matches(&filter->only, subject)) && !any_matches(&filter->except, subject);
}

bool qp_filter_is_empty(const struct qp_filter *filter)
{
    return !filter->only.count && !filter->except.count;
}

/* Lua names code without a file by the code's text, as [string "..."]. Other interpreters use words in brackets.
 * Only letters and spaces are accepted between brackets, because files may be called [id].lua or <b>.lua. */
bool qp_pattern_is_no_file(struct qp_text path)
{
    static const char string[] = "[string \"", opening[] = "[(<", closing[] = "])>";
    if (path.length >= sizeof string - 1 && memcmp(path.bytes, string, sizeof string - 1) == 0)
        return true;
    const char *kind = path.length > 2 ? memchr(opening, path.bytes[0], sizeof opening - 1) : NULL;
    bool words = kind && path.bytes[path.length - 1] == closing[kind - opening];
    for (uint32_t i = 1; words && i < path.length - 1; i++)
        words = isalpha((unsigned char)path.bytes[i]) || path.bytes[i] == ' ';
    return words;
}

bool qp_filter_passes_path(const struct qp_filter *filter, struct qp_text path)
{
    if (filter->files_only && qp_pattern_is_no_file(path))
        return false;
    return passes(filter, &(struct subject){.path = path});
}

bool qp_filter_passes_name(const struct qp_filter *filter, struct qp_text name)
{
    return passes(filter, &(struct subject){.name = name});
}

bool qp_filter_passes_names(const struct qp_filter *filter, struct qp_text one, struct qp_text other)
{
    return passes(filter, &(struct subject){.name = one, .other = other});
}

bool qp_filter_passes_function(const struct qp_filter *filter, struct qp_text name, struct qp_text path)
{
    return passes(filter, &(struct subject){.name = name, .path = path});
}

bool qp_filter_passes_method(const struct qp_filter *filter, const struct qp_profile *profile, uint32_t method)
{
    char name[400];
    uint32_t file = profile->methods[method].file;
    if (qp_filter_is_empty(filter))
        return true;
    qp_profile_method_name(profile, method, name, sizeof name);
    return qp_filter_passes_function(filter, qp_text_of(name),
                                     file == QP_NONE ? (struct qp_text){0} : profile->files[file].name);
}
