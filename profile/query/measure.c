#include "profile/query/measure.h"

#include <stdlib.h>
#include <string.h>

static bool is_estimated(const struct qp_profile *profile)
{
    return profile->reader.header.features & QP_FEATURE_ESTIMATES;
}

/* Give each node its allocations. All of its numbers of times are removed. */
static void set_nodes(struct qp_profile *profile, enum qp_measure measure)
{
    for (uint32_t i = 0; i < profile->node_count; i++) {
        struct qp_profile_node *node = &profile->nodes[i];
        const struct qp_profile_extra *extra = qp_profile_extra(profile, i);
        const struct qp_allocated allocated = extra ? extra->allocated : (struct qp_allocated){0};
        node->self = measure == QP_MEASURE_BYTES ? allocated.bytes : allocated.objects;
        node->calls = is_estimated(profile) && measure == QP_MEASURE_BYTES ? allocated.events : allocated.objects;
        node->flags &= (uint16_t) ~(QP_NODE_FLAGGED | QP_NODE_ESTIMATED);
    }
    free(profile->extra_of);
    profile->extra_of = NULL;
    profile->extra_count = 0;
}

/* Remove the times of threads, and the recorder's overhead. */
static void clear_times(struct qp_profile *profile)
{
    struct qp_header *header = &profile->reader.header;
    for (uint32_t i = 0; i < profile->root_count; i++)
        profile->roots[i].ledger = (struct qp_ledger){0};
    if (profile->own)
        memset(profile->own, 0, profile->node_count * sizeof *profile->own);
    memset(header->own_cost, 0, sizeof header->own_cost);
    memset(header->event_cost, 0, sizeof header->event_cost);
    header->wrapper_cost = (struct qp_own_cost){0};
    profile->edge_count = 0;
}

/* Return true if the values are the amounts that take the place of times. */
static bool is_amount(enum qp_blocks values_of, enum qp_measure measure)
{
    return values_of == (measure == QP_MEASURE_BYTES ? QP_BLOCKS_BYTES : QP_BLOCKS_OBJECTS);
}

/* Return true if the values take the place of counts. */
static bool is_count(const struct qp_profile *profile, enum qp_blocks values_of, enum qp_measure measure)
{
    return measure == QP_MEASURE_BYTES &&
           values_of == (is_estimated(profile) ? QP_BLOCKS_ALLOCATIONS : QP_BLOCKS_OBJECTS);
}

/* Give each block its allocations. All of its counts and times are removed. */
static void set_blocks(struct qp_profile *profile, enum qp_measure measure)
{
    free(profile->arrays);
    profile->arrays = profile->sites;
    profile->array_count = 0;
    for (uint32_t i = 0; i < profile->method_count; i++)
        profile->methods[i].first_array = profile->methods[i].first_site = QP_NONE;
    for (uint32_t i = 0; i < profile->site_count; i++) {
        struct qp_profile_array site = profile->sites[i];
        site.times = is_amount(site.values_of, measure);
        if (!site.times && !is_count(profile, site.values_of, measure))
            continue;
        site.next_of_method = profile->methods[site.method].first_array;
        profile->methods[site.method].first_array = profile->array_count;
        profile->arrays[profile->array_count++] = site;
    }
    profile->sites = NULL;
    profile->site_count = 0;
}

bool qp_profile_measure(struct qp_profile *profile, enum qp_measure measure)
{
    uint64_t *features = &profile->reader.header.features;
    if (measure == QP_MEASURE_TIME)
        return true;
    if (!qp_profile_has_allocations(profile))
        return false;
    set_nodes(profile, measure);
    clear_times(profile);
    set_blocks(profile, measure);
    *features &= ~(uint64_t)QP_FEATURE_SAMPLED;
    /* Samples stand for equal numbers of bytes, but not of objects. So only shares of bytes have intervals. */
    if (is_estimated(profile) && measure == QP_MEASURE_BYTES)
        *features |= QP_FEATURE_SAMPLED;
    profile->measure = measure;
    return true;
}

struct qp_number qp_measure_number(enum qp_measure measure, uint64_t amount)
{
    switch (measure) {
    case QP_MEASURE_BYTES:
        return qp_number_bytes(amount);
    case QP_MEASURE_OBJECTS:
        return qp_number_count(amount);
    default:
        return qp_number_time(amount);
    }
}

struct qp_number qp_measure_in_unit(enum qp_measure measure, uint64_t amount, struct qp_unit unit)
{
    return measure == QP_MEASURE_TIME ? qp_number_in_unit(amount, unit) : qp_measure_number(measure, amount);
}

struct qp_number qp_profile_number(const struct qp_profile *profile, uint64_t amount)
{
    return qp_measure_number(profile->measure, qp_profile_ns(profile, amount));
}

const char *qp_measure_word(enum qp_measure measure)
{
    static const char *const words[] = {"time", "bytes", "objects"};
    return words[measure];
}
