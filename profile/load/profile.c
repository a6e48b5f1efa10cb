#include "profile/load/profile.h"

#include "base/clock.h"
#include "profile/load/load.h"
#include "format/lost_pages.h"

#include <stdlib.h>

/* ---- when the run ended ------------------------------------------------------------------------------- */

/* In the file of a running program, use the current time as the end, because the recorder updates the header's clock
 * pair only while the file grows. Do so only if this process seems to read the same clock as the recorder: their rates
 * must not differ by more than 10 %. */
static void take_current_clock(struct qp_profile *profile)
{
    const struct qp_clock_pair *start = &profile->reader.header.clock_start;
    struct qp_clock_pair now = {0, 0};
    uint32_t kind = profile->reader.header.clock_kind;
    if (profile->reader.ending != QP_ENDING_RUNNING || kind == QP_CLOCK_MONOTONIC || kind == QP_CLOCK_FAKE)
        return;
    qp_clock_init(kind == QP_CLOCK_TSC ? QP_CLOCK_WANT_TSC : QP_CLOCK_WANT_KERNELS);
    if (!qp_clock_tsc)
        return;
    qp_clock_pair(&now.tick, &now.monotonic_ns);
    const struct qp_clock_pair *end = &profile->clock_end;
    if (!qp_rate_is_later(end, start) || !qp_rate_is_later(&now, end))
        return;
    double rate = (double)(end->tick - start->tick) / (double)(end->monotonic_ns - start->monotonic_ns);
    double current_rate = (double)(now.tick - start->tick) / (double)(now.monotonic_ns - start->monotonic_ns);
    if (current_rate > 0.9 * rate && current_rate < 1.1 * rate)
        profile->last_tick = (profile->clock_end = now).tick;
}

static void see_thread(struct qp_profile *profile, uint32_t index)
{
    const struct qp_profile_thread *thread = &profile->threads[index];
    qp_raise_to(&profile->last_tick, thread->ended ? thread->end : thread->start);
    qp_raise_to(&profile->last_tick, thread->since);
}

/* Set clock_end and last_tick. A run without a recorded end lasted at least until the latest recorded tick. When
 * this function is called, last_tick is the latest tick of the living virtual threads. */
static void find_end(struct qp_profile *profile)
{
    const struct qp_header *header = &profile->reader.header;
    uint64_t of_living = profile->last_tick;
    profile->clock_end = header->clock_latest[header->clock_current & 1];
    profile->last_tick = profile->clock_end.tick;
    take_current_clock(profile);
    if (qp_profile_is_complete(profile))
        return;
    qp_raise_to(&profile->last_tick, of_living);
    for (uint32_t i = 0; i < profile->carrier_count; i++)
        see_thread(profile, i);
    for (uint32_t i = profile->carrier_count + profile->living_count; i < profile->thread_count; i++)
        see_thread(profile, i);
    for (uint32_t i = 0; i < profile->mark_count; i++)
        qp_raise_to(&profile->last_tick, profile->marks[i].tick);
    for (uint32_t i = 0; i < profile->root_count; i++)
        qp_raise_to(&profile->last_tick, profile->roots[i].ledger.last);
}

/* ---- open and close ----------------------------------------------------------------------------------- */

static int load(struct qp_profile *profile, struct qp_error *error)
{
    struct qp_reader *reader = &profile->reader;
    uint64_t lost = qp_lost_pages();
    profile->program = qp_reader_text(reader, reader->header.program);
    profile->directory = qp_reader_text(reader, reader->header.directory);
    profile->host = qp_reader_text(reader, reader->header.host);
    for (int i = 0; i < QP_PRODUCTS; i++)
        profile->options[i] = qp_reader_text(reader, reader->header.options[i]);
    bool ok = qp_definitions_load(profile) && qp_threads_load(profile) && qp_marks_load(profile) &&
              qp_named_load(profile) && qp_roots_load(profile) && qp_block_counters_load(profile) &&
              qp_nodes_load(profile) && qp_virtual_threads_load(profile) && qp_lives_load(profile) &&
              qp_merged_runs_load(profile);
    if (ok)
        find_end(profile);
    if (qp_lost_pages() != lost)
        qp_reader_damage(reader, "it was truncated while it was read");
    if (ok && qp_open_load(profile))
        return 0;
    qp_profile_close(profile);
    return qp_error_memory(error);
}

int qp_profile_open(struct qp_profile *profile, const char *path, struct qp_error *error)
{
    return qp_profile_open_in_steps(profile, path, NULL, error);
}

int qp_profile_open_in_steps(struct qp_profile *profile, const char *path, const struct qp_steps *steps,
                             struct qp_error *error)
{
    *profile = (struct qp_profile){0};
    int code = qp_reader_open(&profile->reader, path, error);
    profile->reader.steps = steps;
    if (!code)
        code = load(profile, error);
    profile->reader.steps = NULL;
    return code;
}

int qp_profile_open_fd(struct qp_profile *profile, int fd, enum qp_ending ending, struct qp_error *error)
{
    *profile = (struct qp_profile){0};
    int code = qp_reader_open_fd(&profile->reader, fd, ending, error);
    return code ? code : load(profile, error);
}

void qp_profile_close(struct qp_profile *profile)
{
    void *const arrays[] = {profile->files,       profile->methods,  profile->sources, profile->exclusions,
                            profile->threads,     profile->groups,   profile->marks,   profile->phases,
                            profile->roots,       profile->nodes,    profile->extras,  profile->arrays,
                            profile->sites,       profile->edges,    profile->lives,   profile->clocks,
                            profile->node_chunks, profile->carriers, profile->runs,    profile->own,
                            profile->counted,     profile->extra_of, profile->named,   profile->within};
    for (uint32_t i = 0; i < profile->named_count; i++)
        free(profile->named[i].members);
    for (uint32_t i = 0; i < profile->counted_count; i++)
        free(profile->counted[i].values);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    qp_map_fini(&profile->file_map);
    qp_map_fini(&profile->several_map);
    qp_texts_fini(&profile->texts);
    for (int i = 0; i < QP_PRODUCTS; i++) {
        free(profile->pauses[i]);
        free(profile->epochs[i]);
        qp_map_fini(&profile->method_map[i]);
    }
    qp_reader_close(&profile->reader);
    *profile = (struct qp_profile){.reader = {.fd = -1}};
}
