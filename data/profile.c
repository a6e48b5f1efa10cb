#include "data/profile.h"

#include "base/clock.h"
#include "data/load.h"

#include <stdlib.h>

/* ---- when the run ended ------------------------------------------------------------------------------- */

/* A recorder that grows no more takes no more pairs. While it runs, the machine's clocks are ours too: a pair of now,
 * so long as its rate is about the recorder's. */
static void take_clock_of_now(struct qp_profile *profile)
{
    const struct qp_clock_pair *start = &profile->reader.header.clock_start;
    struct qp_clock_pair now = {0, 0};
    uint32_t kind = profile->reader.header.clock_kind;
    if (profile->reader.ending != QP_ENDING_RUNNING || kind == QP_CLOCK_MONOTONIC || kind == QP_CLOCK_FAKE)
        return;
    qp_clock_init();
    if (!qp_clock_tsc)
        return;
    qp_clock_pair(&now.tick, &now.monotonic_ns);
    const struct qp_clock_pair *end = &profile->clock_end;
    if (!qp_profile_is_later(end, start) || !qp_profile_is_later(&now, end))
        return;
    double rate = (double)(end->tick - start->tick) / (double)(end->monotonic_ns - start->monotonic_ns);
    double rate_of_now = (double)(now.tick - start->tick) / (double)(now.monotonic_ns - start->monotonic_ns);
    if (rate_of_now > 0.9 * rate && rate_of_now < 1.1 * rate)
        profile->last_tick = (profile->clock_end = now).tick;
}

static void see_tick(struct qp_profile *profile, uint64_t tick)
{
    if (tick > profile->last_tick)
        profile->last_tick = tick;
}

/* What a carrier's clock went to shows how long it lived at least. Virtual threads that nobody ran are no part of it.
 */
static bool see_carriers(struct qp_profile *profile)
{
    uint64_t *lived = calloc((size_t)profile->carrier_count * QP_PRODUCTS + 1, sizeof *lived);
    if (!lived)
        return false;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        if (profile->nodes[i].root == QP_NONE)
            continue;
        const struct qp_profile_root *root = &profile->roots[profile->nodes[i].root];
        lived[(size_t)root->thread * QP_PRODUCTS + root->product] += profile->nodes[i].self;
    }
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        for (uint32_t k = 0; k < QP_PRODUCTS; k++) {
            const struct qp_buckets *buckets = &profile->threads[i].buckets[k];
            uint64_t sum = lived[(size_t)i * QP_PRODUCTS + k] + buckets->paused + buckets->idle + buckets->recorder;
            see_tick(profile, profile->threads[i].start + sum);
        }
    }
    free(lived);
    return true;
}

static bool find_end(struct qp_profile *profile)
{
    const struct qp_header *header = &profile->reader.header;
    profile->clock_end = header->clock_latest[header->clock_current & 1];
    profile->last_tick = profile->clock_end.tick;
    take_clock_of_now(profile);
    if (profile->reader.ending != QP_ENDING_KILLED)
        return true;
    for (uint32_t i = 0; i < profile->thread_count; i++)
        see_tick(profile, profile->threads[i].ended ? profile->threads[i].end : profile->threads[i].start);
    for (uint32_t i = 0; i < profile->mark_count; i++)
        see_tick(profile, profile->marks[i].tick);
    return see_carriers(profile);
}

/* ---- both ends ---------------------------------------------------------------------------------------- */

static int load(struct qp_profile *profile, struct qp_error *error)
{
    struct qp_reader *reader = &profile->reader;
    profile->program = qp_reader_text(reader, reader->header.program);
    profile->directory = qp_reader_text(reader, reader->header.directory);
    for (int i = 0; i < QP_PRODUCTS; i++)
        profile->options[i] = qp_reader_text(reader, reader->header.options[i]);
    if (qp_definitions_load(profile) && qp_threads_load(profile) && qp_marks_load(profile) && qp_nodes_load(profile) &&
        find_end(profile))
        return 0;
    qp_profile_close(profile);
    return qp_error_memory(error);
}

int qp_profile_open(struct qp_profile *profile, const char *path, struct qp_error *error)
{
    *profile = (struct qp_profile){0};
    int code = qp_reader_open(&profile->reader, path, error);
    return code ? code : load(profile, error);
}

int qp_profile_open_fd(struct qp_profile *profile, int fd, enum qp_ending ending, struct qp_error *error)
{
    *profile = (struct qp_profile){0};
    int code = qp_reader_open_fd(&profile->reader, fd, ending, error);
    return code ? code : load(profile, error);
}

void qp_profile_close(struct qp_profile *profile)
{
    void *const arrays[] = {profile->files,   profile->methods, profile->sources, profile->exclusions,
                            profile->threads, profile->groups,  profile->marks,   profile->phases,
                            profile->roots,   profile->nodes,   profile->extras,  profile->arrays};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    qp_map_fini(&profile->file_map);
    for (int i = 0; i < QP_PRODUCTS; i++)
        qp_map_fini(&profile->method_map[i]);
    qp_reader_close(&profile->reader);
    *profile = (struct qp_profile){.reader = {.fd = -1}};
}
