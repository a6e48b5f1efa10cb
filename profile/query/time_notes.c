#include "profile/query/time_notes.h"

#include "base/number.h"
#include "profile/query/own_cost.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- overhead ---------------------------------------------------------------------------------------------------- */

#define MOST_NAMED 3

struct corrected {
    uint32_t methods[MOST_NAMED]; /* methods with the most subtracted time, in descending order */
    uint32_t named;
    uint32_t others; /* number of other methods with subtracted time */
    uint64_t rest;   /* ticks subtracted from all these other methods together */
};

static struct qp_number time_of(const struct qp_query *query, uint64_t ticks)
{
    return qp_number_time(qp_profile_ns(query->profile, ticks));
}

static void add_corrected(struct corrected *it, const struct qp_query *query, uint32_t method)
{
    uint32_t at = it->named;
    while (at > 0 && query->methods[it->methods[at - 1]].recorder < query->methods[method].recorder)
        at--;
    uint32_t left_out = it->named < MOST_NAMED ? QP_NONE : at < MOST_NAMED ? it->methods[MOST_NAMED - 1] : method;
    it->named += left_out == QP_NONE;
    for (uint32_t i = it->named; i-- > at + 1;)
        it->methods[i] = it->methods[i - 1];
    if (at < MOST_NAMED)
        it->methods[at] = method;
    it->others += left_out != QP_NONE;
    it->rest += left_out == QP_NONE ? 0 : query->methods[left_out].recorder;
}

/* Write ": 41 ms from a, 30 ms from b, and 12 ms from 7 others". */
static void write_corrected(const struct qp_query *query, FILE *out)
{
    struct corrected found = {.named = 0};
    const char *separator = ": ";
    char name[200];
    for (uint32_t i = 0; i < query->profile->method_count; i++)
        if (query->methods[i].recorder)
            add_corrected(&found, query, i);
    for (uint32_t i = 0; i < found.named; i++) {
        qp_profile_method_name(query->profile, found.methods[i], name, sizeof name);
        fprintf(out, "%s%s from %s", separator, time_of(query, query->methods[found.methods[i]].recorder).text, name);
        separator = ", ";
    }
    if (found.others)
        fprintf(out, ", and %s from %s other%s", time_of(query, found.rest).text, qp_number_count(found.others).text,
                qp_number_plural(found.others));
}

void qp_overhead_amount(const struct qp_query *query, char text[QP_OVERHEAD_TEXT])
{
    uint64_t amount = query->subtracted, spread = qp_own_cost_spread(query->profile, query->selection.product, amount);
    if (spread < amount)
        snprintf(text, QP_OVERHEAD_TEXT, "%s ± %s", time_of(query, amount).text, time_of(query, spread).text);
    else
        snprintf(text, QP_OVERHEAD_TEXT, "%s (uncertain, at most %s; an idle machine gives a better estimate)",
                 time_of(query, amount).text, time_of(query, amount + spread).text);
}

char *qp_overhead_note(const struct qp_query *query)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    char amount[QP_OVERHEAD_TEXT];
    qp_overhead_amount(query, amount);
    fprintf(out, "Recorder overhead of %s was subtracted from all times", amount);
    write_corrected(query, out);
    fputs(". Compare functions with each other, not with a run without the recorder.", out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* ---- throttled functions ----------------------------------------------------------------------------------------- */

uint32_t qp_throttled_count(const struct qp_query *query)
{
    uint32_t count = 0, methods = qp_query_is_of_allocations(query) ? 0 : query->profile->method_count;
    for (uint32_t i = 0; i < methods; i++)
        count += query->profile->methods[i].flags & QP_METHOD_THROTTLED && qp_totals_is_called(&query->methods[i]);
    return count;
}

const char *qp_throttled_mark(const struct qp_profile *profile, uint32_t method)
{
    const struct qp_profile_method *it = &profile->methods[method];
    return it->flags & QP_METHOD_THROTTLED ? " [throttled]" : it->called_throttled ? " [with throttled]" : "";
}

/* ---- time without a processor ------------------------------------------------------------------------------------ */

#define LEAST_AWAY_NS 10000000u /* some kernels count CPU time in timer ticks of up to 10 ms */

/* Return true if the header has the CPU time at the run's end. The header has the CPU time of the latest clock pair.
 * If the recorder did not complete the file, this clock pair may be old. */
static bool has_cpu_time_of_the_end(const struct qp_profile *profile)
{
    return profile->reader.ending == QP_ENDING_NORMAL &&
           qp_profile_runs_with(profile, QP_RUN_WENT_ON | QP_RUN_KILLED) == 0;
}

/* Compare the running time of functions with the CPU time of the process. CPU time also includes threads that
 * recorded nothing, and the recorder itself. So running time beyond CPU time was certainly not on a processor. */
bool qp_processor_note(const struct qp_query *query, char **text)
{
    const struct qp_profile *profile = query->profile;
    uint64_t cpu = qp_profile_cpu_ns(profile);
    uint64_t running = qp_profile_ns(profile, query->all.self);
    *text = NULL;
    if (cpu == 0 || qp_clock_is_of_threads(profile->reader.header.clock_kind) || !has_cpu_time_of_the_end(profile) ||
        running < cpu + LEAST_AWAY_NS || running - cpu <= running / 5)
        return true;
    int length = asprintf(
        text,
        "Functions ran for %s, but the process used only %s of CPU time: they waited for a processor, "
        "or in calls that are not flagged as blocking. To measure CPU time, use -measure-timed-calls=user+system.",
        qp_number_time(running).text, qp_number_time(cpu).text);
    if (length < 0)
        *text = NULL;
    return length >= 0;
}
