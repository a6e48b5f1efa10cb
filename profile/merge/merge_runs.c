#include "profile/merge/merging.h"

#include "format/array.h"

#include <string.h>

/* ---- identity of a run ----------------------------------------------------------------------------------------- */

static uint64_t identity_of(struct qp_merge *merge, const struct qp_run_record *run)
{
    const struct qp_run_identity identity = qp_run_identity_of_merged(run);
    return qp_texts_identity(&merge->texts, &identity, sizeof identity);
}

static bool has_been_added(struct qp_merge *merge, const struct qp_run_record *run)
{
    const struct qp_run_identity identity = qp_run_identity_of_merged(run);
    return qp_run_identity_is_known(&identity) && qp_map_get(&merge->run_map, identity_of(merge, run));
}

/* ---- a single recorded run ------------------------------------------------------------------------------------- */

static bool has_log(const struct qp_profile *profile)
{
    const struct qp_reader *reader = &profile->reader;
    for (uint32_t i = 1; i < reader->extent_count; i++) {
        if (reader->extents[i].kind == QP_KIND_TRACE)
            return true;
    }
    struct qp_reader walked = *reader; /* walk a copy: the reader counts the damage that it finds, and the original
                                        * has counted it before */
    struct qp_records records;
    struct qp_walk logs = {.kind = QP_KIND_TRACE}, series = {.kind = QP_KIND_SERIES};
    return qp_reader_next(&walked, &logs, &records) || qp_reader_next(&walked, &series, &records);
}

static uint32_t flags_of(const struct qp_profile *profile)
{
    const struct qp_header *header = &profile->reader.header;
    return (profile->reader.ending == QP_ENDING_RUNNING ? QP_RUN_WENT_ON : 0) |
           (profile->reader.ending == QP_ENDING_KILLED ? QP_RUN_KILLED : 0) |
           (header->state == QP_RUN_SAVED ? QP_RUN_SAVED_COPY : 0) | (header->ended_by ? QP_RUN_NO_SHUTDOWN : 0) |
           (has_log(profile) ? QP_RUN_LOG : 0) | (profile->reader.damages ? QP_RUN_DAMAGED : 0);
}

static void count_calls(uint64_t calls[QP_PRODUCTS], const struct qp_profile *profile)
{
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t root = profile->nodes[i].root;
        if (root != QP_NONE && !profile->roots[root].hidden && !profile->roots[root].cleared)
            calls[profile->roots[root].product] += profile->nodes[i].calls;
    }
}

static struct qp_own_cost cost_of(const struct qp_rate *rate, const struct qp_own_cost *cost)
{
    return (struct qp_own_cost){qp_rate_ns(rate, cost->inside), qp_rate_ns(rate, cost->outside),
                                qp_rate_ns(rate, cost->least), qp_rate_ns(rate, cost->most)};
}

static struct qp_profile_run recorded_run(const struct qp_adding *adding, struct qp_run_record *record)
{
    const struct qp_profile *profile = adding->profile;
    const struct qp_header *header = &profile->reader.header;
    struct qp_profile_run run = {record, profile->program, profile->directory, {{NULL, 0}}};
    *record = (struct qp_run_record){
        .published = 1,
        .pid = header->pid,
        .process_start = header->process_start,
        .start_realtime_ns = header->start_realtime_ns,
        .start_tick = header->clock_start.tick,
        .rank = header->rank,
        .ranks = header->ranks,
        .duration_ns = qp_profile_duration_ns(profile),
        .flags = flags_of(profile),
        .products = header->products,
        .clock_kind = header->clock_kind,
    };
    count_calls(record->calls, profile);
    for (int i = 0; i < QP_PRODUCTS; i++) {
        run.options[i] = profile->options[i];
        record->own_cost[i] = cost_of(&adding->rate, &header->own_cost[i]);
    }
    return run;
}

/* ---- all runs of a file ------------------------------------------------------------------------------------------ */

static void add_run(struct qp_merge *merge, const struct qp_profile_run *of)
{
    struct qp_text record = {(const char *)of->record, sizeof *of->record};
    struct qp_profile_run run = {
        .record = (const void *)qp_texts_keep(&merge->texts, record).bytes,
        .program = qp_texts_keep(&merge->texts, of->program),
        .directory = qp_texts_keep(&merge->texts, of->directory),
    };
    for (int i = 0; i < QP_PRODUCTS; i++)
        run.options[i] = qp_texts_keep(&merge->texts, of->options[i]);
    merge->failed |= run.directory.length && qp_map_put(&merge->directory_map, qp_texts_key(run.directory), 1) != 0;
    merge->failed |= !QP_ARRAY_APPEND(&merge->runs, &merge->run_count, run) ||
                     qp_map_put(&merge->run_map, identity_of(merge, of->record), merge->run_count) != 0;
}

/* Set the clock kind of the result. Report an error if a run's times cannot be added: CPU times and wall-clock times,
 * or samples and calls. */
static void add_clock(struct qp_merge *merge, const struct qp_adding *adding)
{
    uint32_t kind = adding->profile->reader.header.clock_kind;
    if (kind == QP_CLOCK_NONE)
        return;
    bool other = merge->has_clock && kind != merge->clock_kind;
    if (other && (qp_clock_is_of_threads(kind) || qp_clock_is_of_threads(merge->clock_kind)))
        qp_error_set(
            adding->error, QP_ERR_CHOICE,
            "the runs have times of different clocks (CPU time or elapsed time of threads), which cannot be added up");
    bool sampled = adding->profile->reader.header.features & QP_FEATURE_SAMPLED;
    if (merge->has_clock && merge->sampled != sampled)
        qp_error_set(adding->error, QP_ERR_CHOICE,
                     "some runs were sampled, others not: samples and calls cannot be added up");
    merge->sampled = sampled;
    merge->clock_kind = other ? QP_CLOCK_MONOTONIC : kind;
    merge->has_clock = true;
}

/* Find out whether the allocations are estimates. Report an error if those of some runs are, and those of others are
 * not. */
static void add_allocations(struct qp_merge *merge, const struct qp_adding *adding)
{
    const struct qp_profile *profile = adding->profile;
    bool estimates = profile->reader.header.features & QP_FEATURE_ESTIMATES;
    if (!qp_profile_has_allocations(profile))
        return;
    if (merge->allocates && merge->estimates != estimates)
        qp_error_set(adding->error, QP_ERR_CHOICE,
                     "the allocations of some runs were sampled, those of others were not: they cannot be added up");
    merge->estimates = estimates;
    merge->allocates = true;
}

/* Return true if the first case of `one` should replace the first case of `other`, because it came earlier in its
 * run. If both came at the same tick, compare their texts, so that the result does not depend on the order of data
 * files. */
static bool is_first(const struct qp_diagnostic *one, const struct qp_diagnostic *other)
{
    if (!other->count)
        return true;
    return one->tick != other->tick ? one->tick < other->tick : memcmp(one->first, other->first, sizeof one->first) < 0;
}

static void add_diagnostics(struct qp_merge *merge, const struct qp_adding *adding)
{
    const struct qp_header *header = &adding->profile->reader.header;
    for (int i = 0; i < QP_PRODUCTS; i++) {
        for (int kind = 0; kind < QP_DIAGNOSTICS; kind++) {
            struct qp_diagnostic one = header->diagnostics[i][kind], *sum = &merge->diagnostics[i][kind];
            uint64_t count = sum->count + one.count;
            one.tick = qp_profile_since_start(adding->profile, one.tick);
            if (one.count && is_first(&one, sum))
                *sum = one;
            sum->count = count;
        }
    }
}

/* Keep the job, host and world that the runs of all files have in common. */
static void add_job(struct qp_merge *merge, const struct qp_profile *profile, bool is_first)
{
    const struct qp_header *header = &profile->reader.header;
    if (is_first) {
        merge->job = header->job;
        merge->host = qp_texts_keep(&merge->texts, profile->host);
        merge->world = header->world;
    }
    if (merge->job != header->job)
        merge->job = 0;
    if (!qp_text_equal(merge->host, profile->host))
        merge->host = (struct qp_text){NULL, 0};
    if (merge->world != header->world)
        merge->world = 0;
}

/* Return how many of a file's runs have been added before. Set *first to the first such run. */
static uint32_t count_known(struct qp_merge *merge, const struct qp_profile_run *runs, uint32_t count,
                            const struct qp_profile_run **first)
{
    uint32_t known = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (has_been_added(merge, runs[i].record) && known++ == 0)
            *first = &runs[i];
    }
    return known;
}

bool qp_merge_runs(struct qp_merge *merge, struct qp_adding *adding)
{
    const struct qp_profile *profile = adding->profile;
    const struct qp_header *header = &profile->reader.header;
    struct qp_run_record record;
    struct qp_profile_run recorded = recorded_run(adding, &record);
    bool merged = qp_profile_is_merged(profile);
    const struct qp_profile_run *runs = merged ? profile->runs : &recorded, *first = NULL;
    uint32_t count = merged ? profile->run_count : 1, known = count_known(merge, runs, count, &first);
    if (known && known == count)
        return false;
    if (known) {
        char program[100];
        qp_text_show(first->program, program, sizeof program);
        qp_error_set(adding->error, QP_ERR_CHOICE,
                     "%u of its %u runs, such as %s (pid %u), are also in another of the files: they would count twice",
                     known, count, program, first->record->pid);
        return true;
    }
    add_job(merge, profile, merge->run_count == 0);
    for (uint32_t i = 0; i < count; i++)
        add_run(merge, &runs[i]);
    add_clock(merge, adding);
    add_allocations(merge, adding);
    add_diagnostics(merge, adding);
    merge->hits |= (header->features & QP_FEATURE_HITS) != 0;
    merge->products |= header->products;
    merge->virtual_threads |= header->virtual_threads;
    merge->folded += header->folded;
    merge->cpu_unknown |= qp_profile_cpu_ns(profile) == 0;
    merge->cpu_ns += qp_profile_cpu_ns(profile);
    if (merge->start_realtime_ns == 0 || header->start_realtime_ns < merge->start_realtime_ns)
        merge->start_realtime_ns = header->start_realtime_ns;
    return true;
}
