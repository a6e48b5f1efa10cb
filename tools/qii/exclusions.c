#include "tools/qii/exclusions.h"

#include "base/number.h"
#include "profile/coverage/exclusion_use.h"

#include <stdlib.h>

static void print_text(const char *text)
{
    fputc('\'', stderr);
    qp_text_print(stderr, qp_text_of(text));
    fputc('\'', stderr);
}

static void print_file(const struct qii_input *input)
{
    fputs("qii: ", stderr);
    qp_text_print(stderr, qp_text_of(input->project.file));
}

static bool matches_a_file(const struct qp_profile *profile, const char *pattern)
{
    bool any = false;
    for (uint32_t i = 0; i < profile->file_count && !any; i++)
        any = qp_pattern_matches_path(pattern, profile->files[i].name);
    return any;
}

static void warn_files(const struct qii_input *input)
{
    const struct qp_patterns *patterns = &input->project.files.except;
    for (uint32_t i = 0; i < patterns->count; i++) {
        if (matches_a_file(&input->profile, patterns->items[i]))
            continue;
        print_file(input);
        fputs(": exclude = ", stderr);
        print_text(patterns->items[i]);
        fputs(" excludes no file of this run\n", stderr);
    }
}

static void warn_pattern(const struct qii_input *input, const struct qp_line_pattern *pattern,
                         const struct qp_exclusion_use *use)
{
    if (use->lines && !use->ran)
        return;
    print_file(input);
    fprintf(stderr, ":%u: ", pattern->line);
    print_text(pattern->pattern);
    if (!use->lines) {
        fputs(" excludes no line\n", stderr);
        return;
    }
    fprintf(stderr, " hides %u line%s that ran: ", use->ran, qp_number_plural(use->ran));
    qp_text_print(stderr, input->profile.files[use->file].name);
    fprintf(stderr, ":%d%s\n", use->line, use->ran > 1 ? " and others" : "");
}

static bool warn_lines(const struct qii_input *input, const struct qp_filter *filter)
{
    const struct qp_line_patterns *patterns = &input->project.lines;
    struct qp_exclusion_use *uses = qp_exclusion_use_of(&input->query, patterns, filter);
    for (uint32_t i = 0; uses && i < patterns->count; i++)
        warn_pattern(input, &patterns->items[i], &uses[i]);
    if (patterns->unread)
        fprintf(stderr,
                "qii: the text of %u file%s is missing or has changed since the run: patterns of lines exclude nothing "
                "there\n",
                patterns->unread, qp_number_plural(patterns->unread));
    free(uses);
    return uses;
}

bool qii_exclusions_warn(const struct qii_input *input, const struct qp_filter *filter)
{
    const struct qp_filter *own = &input->project.files;
    if (own->except.count && filter->except.items[0] == own->except.items[0])
        warn_files(input);
    return !input->project.lines.count || !input->query.counts_lines || warn_lines(input, filter);
}
