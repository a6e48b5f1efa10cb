#include "data/profile.h"

#include "base/clock.h"
#include "data/loader.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- time -------------------------------------------------------------------------------------------- */

bool qp_profile_has_clock(const struct qp_profile *profile)
{
    return profile->reader.header.clock_kind != QP_CLOCK_NONE;
}

static bool is_later(const struct qp_clock_pair *pair, const struct qp_clock_pair *than)
{
    return pair->tick > than->tick && pair->monotonic_ns > than->monotonic_ns;
}

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
    if (!is_later(end, start) || !is_later(&now, end))
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

uint64_t qp_profile_ns(const struct qp_profile *profile, uint64_t ticks)
{
    const struct qp_clock_pair *start = &profile->reader.header.clock_start;
    const struct qp_clock_pair *end = &profile->clock_end;
    if (profile->reader.header.clock_kind != QP_CLOCK_TSC || !is_later(end, start))
        return ticks;
    unsigned __int128 ns = (unsigned __int128)ticks * (end->monotonic_ns - start->monotonic_ns);
    return (uint64_t)(ns / (end->tick - start->tick));
}

uint64_t qp_profile_since_start(const struct qp_profile *profile, uint64_t tick)
{
    uint64_t start = profile->reader.header.clock_start.tick;
    return tick > start ? qp_profile_ns(profile, tick - start) : 0;
}

/* Where events read no clock, or another one than the pairs hold, only the pairs tell. */
uint64_t qp_profile_duration_ns(const struct qp_profile *profile)
{
    const struct qp_clock_pair *start = &profile->reader.header.clock_start;
    uint32_t kind = profile->reader.header.clock_kind;
    if (kind != QP_CLOCK_NONE && kind != QP_CLOCK_THREAD_CPU)
        return qp_profile_since_start(profile, profile->last_tick);
    return is_later(&profile->clock_end, start) ? profile->clock_end.monotonic_ns - start->monotonic_ns : 0;
}

/* ---- both ends ---------------------------------------------------------------------------------------- */

static int load(struct qp_profile *profile, struct qp_error *error)
{
    struct qp_reader *reader = &profile->reader;
    profile->program = qp_reader_text(reader, reader->header.program);
    profile->directory = qp_reader_text(reader, reader->header.directory);
    for (int i = 0; i < QP_PRODUCTS; i++)
        profile->options[i] = qp_reader_text(reader, reader->header.options[i]);
    if (qp_definitions_load(profile) && qp_course_load(profile) && qp_nodes_load(profile) && find_end(profile))
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
    qp_nodes_free(profile);
    qp_course_free(profile);
    qp_definitions_free(profile);
    qp_reader_close(&profile->reader);
    *profile = (struct qp_profile){.reader = {.fd = -1}};
}

/* ---- names ------------------------------------------------------------------------------------------- */

const char *qp_profile_product_name(enum qp_product product)
{
    static const char *const names[QP_PRODUCTS] = {"qprof", "cprof", "vt"};
    return product < QP_PRODUCTS ? names[product] : "unknown";
}

enum qp_product qp_profile_product(const struct qp_profile *profile)
{
    bool seen[QP_PRODUCTS] = {false};
    for (uint32_t i = 0; i < profile->root_count; i++)
        seen[profile->roots[i].product] |= !profile->roots[i].hidden && profile->roots[i].has_node;
    for (int i = 0; i < QP_PRODUCTS; i++) {
        if (seen[i])
            return (enum qp_product)i;
    }
    for (int i = 0; i < QP_PRODUCTS; i++) {
        if (profile->reader.header.products & (1u << i))
            return (enum qp_product)i;
    }
    return QP_QPROF;
}

static const char *predefined_name(uint64_t client_id)
{
    static const char *const names[] = {"qprof_JITCompiler", "qprof_GarbageCollector", "qprof_ClassLoader",
                                        "qprof_Start"};
    return client_id >= 0xfffffffbu && client_id <= 0xfffffffeu ? names[client_id - 0xfffffffbu] : NULL;
}

void qp_profile_method_name(const struct qp_profile *profile, uint32_t method, char *shown, size_t size)
{
    const struct qp_profile_method *it = &profile->methods[method];
    const char *predefined = predefined_name(it->client_id);
    size_t length = 0;
    if (it->name.length) {
        if (it->class_name.length) {
            length = qp_text_show(it->class_name, shown, size);
            length += (size_t)snprintf(shown + length, size - length, it->product == QP_VT ? ":" : ".");
        }
        if (length < size)
            qp_text_show(it->name, shown + length, size - length);
    } else if (predefined) {
        snprintf(shown, size, "%s", predefined);
    } else {
        snprintf(shown, size, "%#llx", (unsigned long long)it->client_id);
    }
}
