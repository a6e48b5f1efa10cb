#include "show/listing.h"

#include "base/number.h"
#include "base/order.h"
#include "profile/query/measure.h"
#include "profile/coverage/branches.h"
#include "profile/coverage/coverage.h"
#include "profile/coverage/line_contexts.h"
#include "profile/coverage/lines.h"
#include "profile/query/interval.h"
#include "profile/source/source_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct listing {
    const struct qp_query *query;
    const struct qp_stream *stream;
    struct qp_lines lines;
    struct qp_branches branches;
    struct qp_contexts relations;
    struct qp_line_contexts contexts;
    bool has_contexts;
    bool lists_contexts;
    bool has_counts;
    bool has_samples; /* beside counts */
    bool has_intervals;
    struct qp_source_text source;
    uint32_t file;
    int32_t first; /* range of lines to show */
    int32_t last;
    struct qp_unit unit;
    uint32_t *methods; /* methods to list, in order of their first lines */
    uint32_t method_count;
    uint32_t next_line;
    uint32_t next_method;
    uint32_t next_branch;
    uint32_t next_exclusion; /* index among the excluded ranges of the file */
};

static int by_line(const void *left, const void *right, void *methods)
{
    const struct qp_profile_method *all = methods;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return QP_ORDER({qp_order_signed(all[a].line), qp_order_signed(all[b].line)}, {a, b});
}

static bool list_methods(struct listing *listing, struct qp_target target)
{
    const struct qp_profile *profile = listing->query->profile;
    const struct qp_profile_file *file = &profile->files[listing->file];
    listing->methods = malloc(((size_t)file->method_count + 1) * sizeof *listing->methods);
    if (!listing->methods)
        return false;
    for (uint32_t i = QP_NONE; (i = qp_target_next(listing->query, target, i)) != QP_NONE;)
        listing->methods[listing->method_count++] = i;
    qsort_r(listing->methods, listing->method_count, sizeof *listing->methods, by_line, profile->methods);
    return true;
}

static void choose_range(struct listing *listing, struct qp_target target)
{
    const struct qp_lines *lines = &listing->lines;
    uint64_t longest = 0;
    listing->first = 1;
    listing->last = lines->count ? lines->items[lines->count - 1].number : 0;
    if (target.method != QP_NONE && lines->count)
        listing->first = lines->items[0].number;
    for (uint32_t i = 0; i < lines->count; i++) {
        if (lines->items[i].time > longest)
            longest = lines->items[i].time;
    }
    listing->unit = qp_unit_for(qp_profile_ns(listing->query->profile, longest));
}

#define CONTEXTS_WIDTH 10 /* width of the column that has the number of contexts */
#define SAMPLES_WIDTH  10
#define INTERVAL_WIDTH 14
#define LEAST_WIDTH    100 /* width of a terminal on which there is room for intervals beside the source */

static void begin_remark(const struct listing *listing)
{
    qp_stream_begin(listing->stream, QP_STYLE_DIM);
    fprintf(listing->stream->out, "%*s= ",
            7 + (listing->has_counts ? 12 : 0) + (listing->has_samples ? SAMPLES_WIDTH : 0) +
                (listing->lines.timed ? 12 : 0) + (listing->has_intervals ? INTERVAL_WIDTH : 0) +
                (listing->has_contexts ? CONTEXTS_WIDTH : 0),
            "");
}

static void end_remark(const struct listing *listing)
{
    qp_stream_end(listing->stream, QP_STYLE_DIM);
    fputc('\n', listing->stream->out);
}

/* Print the totals of the functions that start at this line or above it and were not printed yet. */
static void print_methods(struct listing *listing, int32_t line)
{
    const struct qp_query *query = listing->query;
    for (; listing->next_method < listing->method_count; listing->next_method++) {
        uint32_t method = listing->methods[listing->next_method];
        const struct qp_totals *totals = &query->methods[method];
        char name[400];
        if (query->profile->methods[method].line > line)
            return;
        qp_profile_method_name(query->profile, method, name, sizeof name);
        begin_remark(listing);
        if (qp_query_is_of_hits(query))
            fprintf(listing->stream->out, "%s: %s", name, qp_coverage_calls(query, method) ? "ran" : "never ran");
        else if (!listing->has_counts)
            fprintf(listing->stream->out, "%s", name);
        else
            fprintf(listing->stream->out, "%s: %s %s%s", name, qp_number_count(totals->calls).text,
                    qp_query_call_word(query), qp_number_plural(totals->calls));
        if (qp_query_has_counted(query) && qp_query_counts_calls_of(query, method))
            fprintf(listing->stream->out, ", %s call%s", qp_number_count(totals->counted).text,
                    qp_number_plural(totals->counted));
        if (totals->total) {
            fprintf(listing->stream->out, ", self %s, total %s", qp_profile_number(query->profile, totals->self).text,
                    qp_profile_number(query->profile, totals->total).text);
        }
        end_remark(listing);
    }
}

/* Print the reasons of the excluded ranges that start at this line or above it and were not printed yet. */
static void print_reasons(struct listing *listing, int32_t line)
{
    const struct qp_profile *profile = listing->query->profile;
    const struct qp_profile_file *file = &profile->files[listing->file];
    for (; listing->next_exclusion < file->exclusion_count; listing->next_exclusion++) {
        const struct qp_profile_exclusion *it = &profile->exclusions[file->first_exclusion + listing->next_exclusion];
        char reason[400];
        if (it->first > line)
            return;
        if (it->first < listing->first)
            continue;
        qp_text_show(it->reason, reason, sizeof reason);
        begin_remark(listing);
        fprintf(listing->stream->out, it->last > it->first ? "excluded up to line %d" : "excluded", it->last);
        fprintf(listing->stream->out, "%s%s", *reason ? ": " : "", reason);
        end_remark(listing);
    }
}

/* Print to which line an outcome leads. */
static void print_target(struct listing *listing, int32_t target)
{
    if (target > 0)
        fprintf(listing->stream->out, " to %d", target);
    else if (target < 0)
        fputs(" to the exit", listing->stream->out);
}

/* Print a line below the source line: how often each outcome of its branches was taken. */
static void print_branches(struct listing *listing, int32_t line)
{
    const struct qp_branches *branches = &listing->branches;
    bool any = false;
    for (; listing->next_branch < branches->count; listing->next_branch++) {
        const struct qp_branch *branch = &branches->items[listing->next_branch];
        if (branch->line > line)
            break;
        if (!any)
            begin_remark(listing);
        fputs(any ? "; " : "branches: ", listing->stream->out);
        any = true;
        for (uint32_t i = 0; i < branch->outcomes; i++) {
            fprintf(listing->stream->out, "%s%s", i ? ", " : "",
                    branch->counts[i] ? qp_number_count(branch->counts[i]).text : "never");
            print_target(listing, branch->targets ? branch->targets[i] : 0);
        }
    }
    if (any)
        end_remark(listing);
}

/* Print the interval of the line's share of all self time. */
static void print_interval(const struct listing *listing, const struct qp_line *line)
{
    const struct qp_totals *all = &listing->query->all;
    struct qp_number number = {""};
    if (line && line->time) {
        struct qp_interval interval = qp_interval_of(line->time, all->self, all->calls);
        number = qp_number_shares(interval.low, interval.high);
    }
    fprintf(listing->stream->out, "%*s%s", INTERVAL_WIDTH - (int)qp_text_width(number.text), "", number.text);
}

static void print_numbers(struct listing *listing, const struct qp_line *line)
{
    const struct qp_profile *profile = listing->query->profile;
    struct qp_number count = {""}, time = {""};
    enum qp_style style = QP_STYLE_PLAIN;
    if (line && qp_line_ran(line)) {
        count = qp_number_count(line->count);
    } else if (line && listing->query->counts_lines && !line->uncounted) {
        style = qp_line_is_missed(line) ? QP_STYLE_RED : QP_STYLE_DIM;
        strcpy(count.text, qp_line_is_missed(line) ? "never" : "excluded");
    }
    if (line && line->time)
        time = qp_measure_in_unit(profile->measure, qp_profile_ns(profile, line->time), listing->unit);
    if (listing->has_counts) {
        fprintf(listing->stream->out, "%*s", (int)(12 - qp_text_width(count.text)), "");
        qp_stream_put(listing->stream, style, count.text);
    }
    if (listing->has_samples)
        fprintf(listing->stream->out, "%*s", SAMPLES_WIDTH,
                line && line->samples ? qp_number_count(line->samples).text : "");
    if (listing->lines.timed)
        fprintf(listing->stream->out, "%12s", time.text);
    if (listing->has_intervals)
        print_interval(listing, line);
    const struct qp_line_users *users = line ? qp_line_contexts_find(&listing->contexts, line->number) : NULL;
    if (listing->has_contexts)
        fprintf(listing->stream->out, "%*s", CONTEXTS_WIDTH, users ? qp_number_count(users->count).text : "");
}

/* Print a line below the source line: the contexts for which it ran. */
static void print_contexts(const struct listing *listing, int32_t line)
{
    const struct qp_line_users *users =
        listing->lists_contexts ? qp_line_contexts_find(&listing->contexts, line) : NULL;
    if (!users)
        return;
    begin_remark(listing);
    fputs("contexts: ", listing->stream->out);
    for (uint32_t i = 0; i < users->count; i++) {
        if (i > 0)
            fputs("; ", listing->stream->out);
        qp_text_print(listing->stream->out,
                      listing->query->profile->named[listing->contexts.named[users->first + i]].name);
    }
    end_remark(listing);
}

static void print_line(struct listing *listing, int32_t number, struct qp_text text)
{
    const struct qp_lines *lines = &listing->lines;
    while (listing->next_line < lines->count && lines->items[listing->next_line].number < number)
        listing->next_line++;
    bool has_code = listing->next_line < lines->count && lines->items[listing->next_line].number == number;
    print_methods(listing, number);
    print_reasons(listing, number);
    print_numbers(listing, has_code ? &lines->items[listing->next_line] : NULL);
    qp_stream_put_source(listing->stream, number, text);
    print_branches(listing, number);
    print_contexts(listing, number);
}

/* Print the range of lines with their source text. If `whole_file` is set, the range extends to the end of the text.
 * Then print the lines with code beyond the end of the text. Without a source text, print all lines with code. */
static void print_lines(struct listing *listing, bool whole_file)
{
    struct qp_text text;
    int32_t number = 0;
    while (number < INT32_MAX && qp_source_text_line(&listing->source, &text)) {
        number++;
        if (number >= listing->first && (whole_file || number <= listing->last))
            print_line(listing, number, text);
    }
    for (uint32_t i = 0; i < listing->lines.count; i++) {
        if (listing->lines.items[i].number > number)
            print_line(listing, listing->lines.items[i].number, (struct qp_text){NULL, 0});
    }
    print_methods(listing, INT32_MAX);
}

static void print_title(const struct listing *listing, const char *name)
{
    const struct qp_lines *lines = &listing->lines;
    bool uncounted = lines->count > lines->total + lines->excluded;
    bool allocations = qp_query_is_of_allocations(listing->query);
    char count[32] = "count", time[32];
    fputc('\n', listing->stream->out);
    qp_stream_put(listing->stream, QP_STYLE_BOLD, name);
    if (lines->total == 0 && !uncounted)
        fprintf(listing->stream->out, "  no line information\n");
    else if (allocations && !lines->timed)
        fprintf(listing->stream->out, "  lines have no allocations\n");
    else if (allocations)
        fprintf(listing->stream->out, "  %s by line\n", qp_measure_word(listing->query->profile->measure));
    else if (qp_query_is_sampled(listing->query) && !listing->query->counts_lines)
        fprintf(listing->stream->out, "  counts are samples\n");
    else if (lines->total == 0)
        fprintf(listing->stream->out, "  lines were not counted\n");
    else if (!listing->query->counts_lines)
        fprintf(listing->stream->out, "  this run has no line counts\n");
    else
        fprintf(listing->stream->out, "  %u of %u line%s ran (%s)", lines->hit, lines->total,
                qp_number_plural(lines->total), qp_number_share(lines->hit, lines->total).text);
    if (lines->total && listing->query->counts_lines) {
        if (listing->branches.outcomes)
            fprintf(listing->stream->out, ", %u of %u branches were taken (%s)", listing->branches.taken,
                    listing->branches.outcomes,
                    qp_number_share(listing->branches.taken, listing->branches.outcomes).text);
        fputc('\n', listing->stream->out);
    }
    snprintf(time, sizeof time, "self %s", listing->unit.name);
    if (allocations) {
        snprintf(count, sizeof count, "%ss", qp_query_call_word(listing->query));
        snprintf(time, sizeof time, "%s", qp_measure_word(listing->query->profile->measure));
    }
    qp_stream_begin(listing->stream, QP_STYLE_BOLD);
    fprintf(listing->stream->out, "%*s%*s%*s%*s%*s%7s  source", listing->has_counts ? 12 : 0,
            listing->has_counts ? count : "", listing->has_samples ? SAMPLES_WIDTH : 0,
            listing->has_samples ? "samples" : "", lines->timed ? 12 + (int)(strlen(time) - qp_text_width(time)) : 0,
            lines->timed ? time : "", listing->has_intervals ? INTERVAL_WIDTH : 0,
            listing->has_intervals ? "95% interval" : "", listing->has_contexts ? CONTEXTS_WIDTH : 0,
            listing->has_contexts ? "contexts" : "", "line");
    qp_stream_end(listing->stream, QP_STYLE_BOLD);
    fputc('\n', listing->stream->out);
}

/* Find the contexts of the lines, if the run has contexts. */
static bool open_contexts(struct listing *listing, struct qp_target target)
{
    const struct qp_profile *profile = listing->query->profile;
    for (uint32_t i = 0; i < profile->named_single_count; i++)
        listing->has_contexts |=
            listing->has_counts && profile->named[i].product == (uint32_t)listing->query->selection.product;
    return !listing->has_contexts ||
           (qp_contexts_open(&listing->relations, profile) &&
            qp_line_contexts_open(&listing->contexts, listing->query, &listing->relations, target));
}

bool qp_listing_print(const struct qp_query *query, struct qp_target target, const struct qp_listing_choice *choice,
                      const struct qp_stream *stream)
{
    const struct qp_profile *profile = query->profile;
    struct listing listing = {
        .query = query,
        .stream = stream,
        .file = target.file,
        .lists_contexts = choice->contexts,
        .has_counts = profile->measure != QP_MEASURE_OBJECTS, /* a line's objects are in the column of times */
        .has_samples = qp_query_is_sampled(query) && query->counts_lines,
    };
    char name[600];
    bool ok = qp_lines_open(&listing.lines, query, target) && qp_branches_open(&listing.branches, query, target) &&
              qp_source_text_open(&listing.source, profile, listing.file, choice->source_path) &&
              list_methods(&listing, target) && open_contexts(&listing, target);
    if (ok) {
        listing.has_intervals =
            listing.lines.timed && qp_query_is_sampled(query) && !(stream->bounded && stream->columns < LEAST_WIDTH);
        qp_text_show(profile->files[listing.file].name, name, sizeof name);
        choose_range(&listing, target);
        if (listing.source.state != QP_SOURCE_TEXT_SAME)
            choice->warn(listing.source.state, name);
        print_title(&listing, name);
        print_lines(&listing, target.method == QP_NONE);
    }
    qp_source_text_close(&listing.source);
    qp_lines_close(&listing.lines);
    qp_branches_close(&listing.branches);
    qp_line_contexts_close(&listing.contexts);
    qp_contexts_close(&listing.relations);
    free(listing.methods);
    return ok;
}
