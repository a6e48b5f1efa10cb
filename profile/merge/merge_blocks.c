#include "profile/merge/merging.h"

#include "base/atomic.h"
#include "format/array.h"
#include "profile/query/own_cost.h"

#include <string.h>

/* ---- merged arrays ----------------------------------------------------------------------------------------------- */

/* Return the merged array to which an array of the data file is added. Make the merged array at least as long as the
 * array of the data file. Return NULL if out of memory. */
static struct qp_merged_array *array_of(struct qp_merge *merge, const struct qp_adding *adding,
                                        const struct qp_profile_array *of, enum qp_blocks values_of)
{
    uint32_t count = of->count + (values_of == QP_BLOCKS_COUNTED); /* the calls come first */
    uint32_t root = adding->roots[of->root], method = adding->methods[of->method];
    uint64_t key = (uint64_t)root << 32 | (method << 3 | values_of);
    uint32_t number = QP_ARRAY_KEYED(&merge->array_map, key, &merge->arrays, &merge->array_count,
                                     (struct qp_merged_array){.root = root, .method = method, .values_of = values_of});
    struct qp_merged_array *array = number == QP_NONE ? NULL : &merge->arrays[number];
    if (array && count > array->count) {
        uint64_t *values = realloc(array->values, count * sizeof *values);
        if (values) {
            memset(values + array->count, 0, (count - array->count) * sizeof *values);
            array->values = values;
            array->count = count;
        } else {
            array = NULL;
        }
    }
    merge->failed |= !array;
    return array;
}

static void add_array(struct qp_merge *merge, struct qp_adding *adding, const struct qp_profile_array *of)
{
    struct qp_rounding rounding = {0};
    struct qp_merged_array *sum = array_of(merge, adding, of, of->values_of);
    if (!sum)
        return;
    uint64_t *values = sum->values;
    sum->events += of->events;
    if (of->calls) {
        *values++ += qp_load_relaxed(of->calls);
        merge->counted = true;
    }
    for (uint32_t i = 0; i < of->count; i++) {
        uint64_t value = qp_load_relaxed(&of->values[i]);
        values[i] += of->times ? qp_rate_carry(&adding->rate, &rounding, value) : value;
    }
}

/* ---- overhead ---------------------------------------------------------------------------------------------------- */

/* Sums over all roots of one method: for each block, its time, its count and its overhead. As in reports (lines.c),
 * the overhead is computed from these sums, not for each root. */
struct costs {
    uint32_t count;
    uint64_t events;
    uint64_t *times;
    uint64_t *counts;
    uint64_t *own;
};

static bool is_added(const struct qp_adding *adding, const struct qp_profile_array *array)
{
    return adding->roots[array->root] != QP_NONE;
}

static void add_up(struct costs *costs, const struct qp_adding *adding, uint32_t method)
{
    const struct qp_profile *profile = adding->profile;
    for (const struct qp_profile_array *array = NULL; (array = qp_profile_next_array(profile, method, array));) {
        uint64_t *sums = array->times ? costs->times : costs->counts;
        for (uint32_t k = 0; is_added(adding, array) && !array->calls && k < array->count; k++)
            sums[k] += qp_load_relaxed(&array->values[k]);
    }
}

/* Split the overhead of each block between the roots, in proportion to the block's time in each. */
static void split(struct costs *costs, struct qp_merge *merge, struct qp_adding *adding, uint32_t method)
{
    const struct qp_profile *profile = adding->profile;
    struct qp_rounding rounding = {0};
    for (const struct qp_profile_array *array = NULL; (array = qp_profile_next_array(profile, method, array));) {
        struct qp_merged_array *sum =
            array->times && is_added(adding, array) ? array_of(merge, adding, array, QP_BLOCKS_OVERHEAD) : NULL;
        for (uint32_t k = 0; sum && k < array->count; k++) {
            uint64_t value = qp_load_relaxed(&array->values[k]), *left = &costs->times[k];
            value = value < *left ? value : *left; /* a running program may have increased the value since it was
                                                    * added to the sum */
            uint64_t part = *left ? (uint64_t)((unsigned __int128)costs->own[k] * value / *left) : 0;
            *left -= value;
            costs->own[k] -= part;
            sum->values[k] += qp_rate_carry(&adding->rate, &rounding, part);
        }
    }
}

static void add_own_costs(struct qp_merge *merge, struct qp_adding *adding, uint32_t method)
{
    const struct qp_profile *profile = adding->profile;
    struct costs costs = {0};
    for (const struct qp_profile_array *array = NULL; (array = qp_profile_next_array(profile, method, array));) {
        costs.count = array->count > costs.count ? array->count : costs.count;
        costs.events += is_added(adding, array) ? array->events : 0;
    }
    if (!costs.events || merge->failed)
        return;
    uint64_t *values = calloc((size_t)costs.count * 3 + 1, sizeof *values);
    if (!values) {
        merge->failed = true;
        return;
    }
    costs.times = values;
    costs.counts = values + costs.count;
    costs.own = costs.counts + costs.count;
    add_up(&costs, adding, method);
    memcpy(costs.own, costs.times, costs.count * sizeof *values);
    qp_own_cost_blocks(profile, (enum qp_product)profile->methods[method].product, costs.events, costs.own,
                       costs.counts, costs.count);
    for (uint32_t i = 0; i < costs.count; i++)
        costs.own[i] = costs.times[i] - costs.own[i];
    split(&costs, merge, adding, method);
    free(values);
}

void qp_merge_blocks(struct qp_merge *merge, struct qp_adding *adding)
{
    const struct qp_profile *profile = adding->profile;
    for (uint32_t i = 0; i < profile->array_count && !merge->failed; i++) {
        if (is_added(adding, &profile->arrays[i]))
            add_array(merge, adding, &profile->arrays[i]);
    }
    for (uint32_t i = 0; i < profile->site_count && !merge->failed; i++) {
        if (is_added(adding, &profile->sites[i]))
            add_array(merge, adding, &profile->sites[i]);
    }
    for (uint32_t i = 0; i < profile->method_count && !qp_profile_is_merged(profile); i++)
        add_own_costs(merge, adding, i);
}
