#include "profile/load/model.h"

#include "base/number.h"
#include "format/words.h"

#include <stdlib.h>
#include <string.h>

/* ---- time -------------------------------------------------------------------------------------------- */

bool qp_profile_has_clock(const struct qp_profile *profile)
{
    return profile->reader.header.clock_kind != QP_CLOCK_NONE;
}

/* Convert ticks to nanoseconds, with the rate given by the header's clock pairs. A pair is a reading of the ticks
 * and a simultaneous reading of CLOCK_MONOTONIC. */
static uint64_t paired_ns(const struct qp_profile *profile, uint64_t ticks)
{
    const struct qp_rate rate = qp_rate_between(&profile->reader.header.clock_start, &profile->clock_end);
    return qp_rate_ns(&rate, ticks);
}

/* Return true if the amounts of nodes are ticks that are not nanoseconds. */
static bool is_of_ticks(const struct qp_profile *profile)
{
    return profile->measure == QP_MEASURE_TIME && profile->reader.header.clock_kind == QP_CLOCK_TSC;
}

struct qp_rate qp_profile_rate(const struct qp_profile *profile)
{
    const struct qp_header *header = &profile->reader.header;
    return is_of_ticks(profile) ? qp_rate_between(&header->clock_start, &profile->clock_end) : (struct qp_rate){1, 1};
}

uint64_t qp_profile_ns(const struct qp_profile *profile, uint64_t ticks)
{
    return ticks && is_of_ticks(profile) ? paired_ns(profile, ticks) : ticks;
}

uint64_t qp_profile_ns_after(const struct qp_profile *profile, uint64_t *sum, uint64_t ticks)
{
    uint64_t before = *sum;
    *sum += ticks;
    return ticks ? qp_profile_ns(profile, *sum) - qp_profile_ns(profile, before) : 0;
}

/* Points in time (start and end of threads, marks, log events) are always ticks of the clock in the clock pairs,
 * even if the times of functions are read from another clock. */
uint64_t qp_profile_since_start(const struct qp_profile *profile, uint64_t tick)
{
    uint64_t start = profile->reader.header.clock_start.tick;
    uint32_t kind = profile->reader.header.clock_kind;
    if (tick <= start)
        return 0;
    return kind == QP_CLOCK_FAKE || kind == QP_CLOCK_MONOTONIC ? tick - start : paired_ns(profile, tick - start);
}

/* Return true if last_tick is a tick of the clock in the clock pairs. Return false if events read no clock, or if
 * they read a clock of their thread. */
static bool events_have_moments(const struct qp_profile *profile)
{
    uint32_t kind = profile->reader.header.clock_kind;
    return kind != QP_CLOCK_NONE && !qp_clock_is_of_threads(kind);
}

uint64_t qp_profile_last_moment(const struct qp_profile *profile)
{
    return events_have_moments(profile)
               ? profile->reader.header.clock_start.monotonic_ns + qp_profile_since_start(profile, profile->last_tick)
               : 0;
}

/* If the last tick is no point in time, as with the CPU-time clock, compute the duration from the clock pairs. */
uint64_t qp_profile_duration_ns(const struct qp_profile *profile)
{
    const struct qp_clock_pair *start = &profile->reader.header.clock_start;
    if (events_have_moments(profile))
        return qp_profile_since_start(profile, profile->last_tick);
    return qp_rate_is_later(&profile->clock_end, start) ? profile->clock_end.monotonic_ns - start->monotonic_ns : 0;
}

uint64_t qp_profile_cpu_ns(const struct qp_profile *profile)
{
    const struct qp_header *header = &profile->reader.header;
    uint64_t latest = header->cpu_latest_ns[header->clock_current & 1];
    return latest > header->cpu_start_ns ? latest - header->cpu_start_ns : 0;
}

bool qp_profile_is_complete(const struct qp_profile *profile)
{
    return profile->reader.ending == QP_ENDING_NORMAL && profile->reader.header.state != QP_RUN_SAVED;
}

bool qp_profile_has_allocations(const struct qp_profile *profile)
{
    if (profile->reader.header.features & QP_FEATURE_ESTIMATES)
        return true;
    for (uint32_t i = 0; i < profile->extra_count; i++)
        if (profile->extras[i].allocated.events)
            return true;
    return false;
}

/* ---- runs -------------------------------------------------------------------------------------------- */

uint32_t qp_profile_runs_with(const struct qp_profile *profile, uint32_t flags)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->run_count; i++)
        count += (profile->runs[i].record->flags & flags) != 0;
    return count;
}

void qp_profile_run_name(const struct qp_profile *profile, char *shown, size_t size)
{
    if (qp_profile_is_merged(profile))
        snprintf(shown, size, "%u %s%s", profile->run_count, profile->reader.header.job ? "rank" : "run",
                 qp_number_plural(profile->run_count));
    else
        snprintf(shown, size, "pid %u", profile->reader.header.pid);
}

/* ---- names ------------------------------------------------------------------------------------------- */

const char *qp_profile_product_name(enum qp_product product)
{
    const char *name = qp_words_product((unsigned)product);
    return name ? name : "unknown";
}

enum qp_product qp_profile_product(const struct qp_profile *profile)
{
    uint32_t seen = 0; /* a bit, 1 << enum qp_product, for each product with nodes */
    for (uint32_t i = 0; i < profile->root_count; i++)
        if (!profile->roots[i].hidden && profile->roots[i].has_node)
            seen |= 1u << profile->roots[i].product;
    uint32_t products = (seen ? seen : profile->reader.header.products) & ((1u << QP_PRODUCTS) - 1);
    return products ? (enum qp_product)__builtin_ctz(products) : QP_QPROF;
}

#define FIRST_PREDEFINED 0xfffffffbu

static const struct {
    const char *constant; /* in qprof.h */
    const char *shown;
} predefined[] = {{"qprof_JITCompiler", "(compiler)"},
                  {"qprof_GarbageCollector", "(garbage collector)"},
                  {"qprof_ClassLoader", "(class loader)"},
                  {"qprof_Start", "(start)"}};

static bool is_predefined(uint64_t client_id)
{
    return client_id >= FIRST_PREDEFINED && client_id < FIRST_PREDEFINED + sizeof predefined / sizeof *predefined;
}

const char *qp_profile_predefined(uint64_t client_id)
{
    return is_predefined(client_id) ? predefined[client_id - FIRST_PREDEFINED].constant : NULL;
}

void qp_profile_show_name(enum qp_product product, struct qp_text class_name, struct qp_text name, uint64_t client_id,
                          char *shown, size_t size)
{
    if (name.length)
        qp_text_show_pair(class_name, product == QP_VT ? ":" : ".", name, shown, size);
    else if (is_predefined(client_id))
        snprintf(shown, size, "%s", predefined[client_id - FIRST_PREDEFINED].shown);
    else
        snprintf(shown, size, "%#llx", (unsigned long long)client_id);
}

void qp_profile_show_location(struct qp_text file, int32_t line, char *shown, size_t size)
{
    size_t length = qp_text_show(file, shown, size - 16);
    if (file.length && line)
        snprintf(shown + length, size - length, ":%d", line);
}

void qp_profile_method_name(const struct qp_profile *profile, uint32_t method, char *shown, size_t size)
{
    const struct qp_profile_method *it = &profile->methods[method];
    qp_profile_show_name((enum qp_product)it->product, it->class_name, it->name, it->client_id, shown, size);
}

void qp_profile_method_location(const struct qp_profile *profile, uint32_t method, char *shown, size_t size)
{
    const struct qp_profile_method *it = &profile->methods[method];
    shown[0] = '\0';
    if (it->file != QP_NONE)
        qp_profile_show_location(profile->files[it->file].name, it->line, shown, size);
}

void qp_profile_thread_name(const struct qp_profile *profile, uint32_t thread, char *shown, size_t size)
{
    const struct qp_profile_thread *it = &profile->threads[thread];
    if (it->name.length)
        qp_text_show(it->name, shown, size);
    else
        snprintf(shown, size, "thread %u", it->number);
}

bool qp_profile_thread_is(const struct qp_profile *profile, uint32_t thread, const char *wanted)
{
    const struct qp_profile_thread *it = &profile->threads[thread];
    char *end;
    unsigned long number = wanted ? strtoul(wanted, &end, 10) : 0;
    return !wanted || (*wanted && !*end && number == it->number) ||
           (it->name.length && qp_text_contains(it->name, wanted));
}

/* ---- identity of a run ------------------------------------------------------------------------------------- */

struct qp_run_identity qp_run_identity_of(const struct qp_header *header)
{
    return (struct qp_run_identity){header->process_start, header->start_realtime_ns, header->clock_start.tick,
                                    header->pid, header->rank};
}

struct qp_run_identity qp_run_identity_of_merged(const struct qp_run_record *record)
{
    return (struct qp_run_identity){record->process_start, record->start_realtime_ns, record->start_tick, record->pid,
                                    record->rank};
}

bool qp_run_identity_is_known(const struct qp_run_identity *identity)
{
    return identity->pid || identity->process_start || identity->start_realtime_ns || identity->start_tick;
}

bool qp_run_identity_is_same(const struct qp_run_identity *a, const struct qp_run_identity *b)
{
    return qp_run_identity_is_known(a) && memcmp(a, b, sizeof *a) == 0;
}
