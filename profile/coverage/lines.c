#include "profile/coverage/lines.h"

#include "base/atomic.h"
#include "profile/query/own_cost.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* largest number of blocks that is taken from a method's definition; a larger number is damage, and would take too
 * much memory */
#define MOST_UNCOUNTED 65536

/* ---- blocks ------------------------------------------------------------------------------------------------ */

/* Subtract the overhead from each block's time. A merged file contains the overhead of each block. */
static void subtract_merged(const struct qp_query *query, uint32_t method, uint64_t *times)
{
    const struct qp_profile *profile = query->profile;
    for (const struct qp_profile_array *array = NULL; (array = qp_profile_next_array(profile, method, array));) {
        bool is_added = array->values_of == QP_BLOCKS_OVERHEAD && qp_query_has(query, array);
        for (uint32_t k = 0; is_added && k < array->count; k++)
            times[k] -= array->values[k] < times[k] ? array->values[k] : times[k];
    }
}

static bool subtract_overhead(const struct qp_query *query, uint32_t method, uint64_t *times)
{
    const struct qp_profile *profile = query->profile;
    uint32_t count;
    uint64_t events = 0;
    if (qp_profile_is_merged(profile)) {
        subtract_merged(query, method, times);
        return true;
    }
    for (const struct qp_profile_array *array = NULL; (array = qp_profile_next_array(profile, method, array));)
        events += qp_query_has(query, array) ? array->events : 0;
    uint64_t *counts = events ? qp_lines_blocks(query, method, QP_LINES_COUNTS, &count) : NULL;
    if (counts)
        qp_own_cost_blocks(profile, query->selection.product, events, times, counts, count);
    free(counts);
    return counts || !events;
}

static bool has_values(const struct qp_query *query, const struct qp_profile_array *array, enum qp_lines_of of)
{
    switch (of) {
    case QP_LINES_COUNTS:
        return qp_query_has_counts(query, array);
    case QP_LINES_TIMES:
        return array->times && array->values_of != QP_BLOCKS_OVERHEAD && qp_query_has(query, array);
    default:
        return !array->times && !array->calls && qp_query_is_sampled(query) && qp_query_has(query, array);
    }
}

uint64_t *qp_lines_blocks(const struct qp_query *query, uint32_t method, enum qp_lines_of of, uint32_t *count)
{
    const struct qp_profile *profile = query->profile;
    uint32_t blocks = profile->methods[method].line_count;
    if (profile->methods[method].block_count > blocks && profile->methods[method].block_count <= MOST_UNCOUNTED)
        blocks = profile->methods[method].block_count;
    for (const struct qp_profile_array *array = NULL; (array = qp_profile_next_array(profile, method, array));)
        blocks = array->count > blocks ? array->count : blocks;
    *count = blocks;
    uint64_t *values = calloc((size_t)blocks + 1, sizeof *values);
    if (!values)
        return NULL;
    for (const struct qp_profile_array *array = NULL; (array = qp_profile_next_array(profile, method, array));) {
        for (uint32_t k = 0; has_values(query, array, of) && k < array->count; k++)
            values[k] += qp_load_relaxed(&array->values[k]);
    }
    if (of == QP_LINES_TIMES && !query->selection.raw && !subtract_overhead(query, method, values)) {
        free(values);
        return NULL;
    }
    return values;
}

/* ---- exclusions --------------------------------------------------------------------------------------------- */

bool qp_lines_excluded(const struct qp_profile *profile, uint32_t file, int32_t line)
{
    if (file == QP_NONE)
        return false;
    const struct qp_profile_file *it = &profile->files[file];
    for (uint32_t i = 0; i < it->exclusion_count; i++) {
        const struct qp_profile_exclusion *exclusion = &profile->exclusions[it->first_exclusion + i];
        if (exclusion->first > line)
            return false;
        if (exclusion->last >= line)
            return true;
    }
    return false;
}

/* Mark the excluded lines in one pass, because lines and exclusions are both sorted. */
static void mark_excluded(struct qp_lines *lines, const struct qp_profile *profile, uint32_t file)
{
    if (file == QP_NONE || profile->files[file].exclusion_count == 0)
        return;
    const struct qp_profile_exclusion *exclusion = &profile->exclusions[profile->files[file].first_exclusion];
    uint32_t left = profile->files[file].exclusion_count;
    int32_t last = 0;
    for (uint32_t i = 0; i < lines->count; i++) {
        for (; left && exclusion->first <= lines->items[i].number; left--, exclusion++) {
            if (exclusion->last > last)
                last = exclusion->last;
        }
        lines->items[i].excluded = lines->items[i].number <= last;
    }
}

/* ---- lines -------------------------------------------------------------------------------------------------- */

static int by_number(const void *left, const void *right)
{
    const struct qp_line *a = left, *b = right;
    return (a->number > b->number) - (a->number < b->number);
}

/* Values of a method's blocks; NULL if nothing was recorded, or no samples or allocations were. */
struct values {
    uint64_t *counts, *times, *samples;
    struct qp_allocated *allocated;
};

static void add_lines(struct qp_lines *lines, const struct qp_profile_method *method, const struct values *values,
                      bool uncounted)
{
    for (uint32_t i = 0; i < method->line_count; i++) {
        if (method->lines[i].line_number <= 0)
            continue;
        struct qp_line *line = &lines->items[lines->count++];
        *line = (struct qp_line){.number = method->lines[i].line_number, .uncounted = uncounted};
        if (values->counts) {
            line->count = values->counts[i];
            line->time = values->times[i];
            line->samples = values->samples ? values->samples[i] : 0;
            lines->timed |= line->time != 0;
        }
        if (values->allocated)
            line->allocated = values->allocated[i];
    }
}

bool qp_lines_are_uncounted(const struct qp_query *query, uint32_t method)
{
    bool counted = !query->counts_lines || !qp_query_is_sampled(query);
    for (const struct qp_profile_array *array = NULL;
         !counted && (array = qp_profile_next_array(query->profile, method, array));)
        counted = array->calls && array->count != 0;
    return !counted;
}

/* Return what each line of a method allocated, NULL if out of memory. */
static struct qp_allocated *find_allocations(const struct qp_query *query, uint32_t method)
{
    const struct qp_profile *profile = query->profile;
    uint32_t count = profile->methods[method].line_count;
    struct qp_allocated *lines = calloc((size_t)count + 1, sizeof *lines);
    for (const struct qp_profile_array *site = NULL; lines && (site = qp_profile_next_site(profile, method, site));) {
        for (uint32_t k = 0; qp_query_has(query, site) && k < site->count && k < count; k++) {
            uint64_t value = qp_load_relaxed(&site->values[k]);
            if (site->values_of == QP_BLOCKS_BYTES)
                lines[k].bytes += value;
            else if (site->values_of == QP_BLOCKS_OBJECTS)
                lines[k].objects += value;
            else
                lines[k].events += value;
        }
    }
    return lines;
}

static bool add_method(struct qp_lines *lines, const struct qp_query *query, uint32_t method)
{
    const struct qp_profile_method *it = &query->profile->methods[method];
    struct values values = {0};
    uint32_t count;
    bool ok = true;
    if (it->first_array != QP_NONE) {
        values.counts = qp_lines_blocks(query, method, QP_LINES_COUNTS, &count);
        values.times = qp_lines_blocks(query, method, QP_LINES_TIMES, &count);
        ok = values.counts && values.times;
    }
    if (ok && values.counts && qp_query_is_sampled(query)) {
        values.samples = qp_lines_blocks(query, method, QP_LINES_SAMPLES, &count);
        ok = values.samples;
    }
    if (ok && it->first_site != QP_NONE) {
        values.allocated = find_allocations(query, method);
        ok = values.allocated;
    }
    if (ok)
        add_lines(lines, it, &values, qp_lines_are_uncounted(query, method));
    free(values.counts);
    free(values.times);
    free(values.samples);
    free(values.allocated);
    return ok;
}

static void merge_equal(struct qp_lines *lines)
{
    uint32_t kept = 0;
    bool sorted = true;
    for (uint32_t i = 1; i < lines->count && sorted; i++)
        sorted = lines->items[i - 1].number <= lines->items[i].number;
    if (lines->count < 2)
        return;
    if (!sorted)
        qsort(lines->items, lines->count, sizeof *lines->items, by_number);
    for (uint32_t i = 1; i < lines->count; i++) {
        if (lines->items[i].number == lines->items[kept].number) {
            lines->items[kept].count += lines->items[i].count;
            lines->items[kept].time += lines->items[i].time;
            lines->items[kept].samples += lines->items[i].samples;
            qp_allocated_add(&lines->items[kept].allocated, &lines->items[i].allocated);
            lines->items[kept].uncounted &= lines->items[i].uncounted;
        } else {
            lines->items[++kept] = lines->items[i];
        }
    }
    lines->count = kept + 1;
}

static void finish(struct qp_lines *lines, const struct qp_profile *profile, uint32_t file)
{
    merge_equal(lines);
    mark_excluded(lines, profile, file);
    for (uint32_t i = 0; i < lines->count; i++) {
        lines->excluded += lines->items[i].excluded;
        if (!qp_line_is_covered(&lines->items[i]))
            continue;
        lines->total++;
        lines->hit += qp_line_ran(&lines->items[i]);
    }
}

bool qp_lines_open(struct qp_lines *lines, const struct qp_query *query, struct qp_target target)
{
    const struct qp_profile *profile = query->profile;
    uint64_t entries = 1;
    *lines = (struct qp_lines){0};
    for (uint32_t i = QP_NONE; (i = qp_target_next(query, target, i)) != QP_NONE;)
        entries += profile->methods[i].line_count;
    lines->items = malloc(entries * sizeof *lines->items);
    bool ok = lines->items;
    for (uint32_t i = QP_NONE; ok && (i = qp_target_next(query, target, i)) != QP_NONE;)
        ok = add_method(lines, query, i);
    if (ok)
        finish(lines, profile, target.file);
    else
        qp_lines_close(lines);
    return ok;
}

void qp_lines_close(struct qp_lines *lines)
{
    free(lines->items);
    *lines = (struct qp_lines){0};
}

/* ---- execution counts -------------------------------------------------------------------------------------------- */

struct qp_lines_runs qp_lines_runs(const struct qp_query *query, uint32_t method)
{
    const struct qp_profile *profile = query->profile;
    struct qp_lines_runs runs = {0};
    for (const struct qp_profile_array *array = NULL; (array = qp_profile_next_array(profile, method, array));) {
        if (!qp_query_has_counts(query, array))
            continue;
        for (uint32_t k = 0; k < array->count; k++)
            *(k < profile->methods[method].line_count ? &runs.lines : &runs.outcomes) +=
                qp_load_relaxed(&array->values[k]);
    }
    return runs;
}

/* ---- missed lines ------------------------------------------------------------------------------------------------ */

static uint32_t count_ranges(const struct qp_lines *lines)
{
    uint32_t ranges = 0;
    for (uint32_t i = 0; i < lines->count; i++)
        ranges += qp_line_is_missed(&lines->items[i]) && (i == 0 || !qp_line_is_missed(&lines->items[i - 1]));
    return ranges;
}

size_t qp_lines_range(char range[QP_LINES_RANGE], bool is_first, int32_t from, int32_t to)
{
    return (size_t)snprintf(range, QP_LINES_RANGE, from == to ? "%s%d" : "%s%d-%d", is_first ? "" : ", ", from, to);
}

char *qp_lines_missed(const struct qp_lines *lines, uint32_t width)
{
    char *text = calloc((size_t)count_ranges(lines) + 1, QP_LINES_RANGE);
    size_t length = 0;
    for (uint32_t i = 0; text && i < lines->count; i++) {
        if (!qp_line_is_missed(&lines->items[i]))
            continue;
        uint32_t last = i;
        while (last + 1 < lines->count && qp_line_is_missed(&lines->items[last + 1]))
            last++;
        char range[QP_LINES_RANGE];
        size_t size = qp_lines_range(range, length == 0, lines->items[i].number, lines->items[last].number);
        if (width && length + size > width) {
            strcpy(text + length, length ? ", …" : "…");
            break;
        }
        memcpy(text + length, range, size + 1);
        length += size;
        i = last;
    }
    return text;
}
