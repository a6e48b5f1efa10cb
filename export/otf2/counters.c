#include "export/otf2/counters.h"

/* Return the mode of a counter's values: their validity, and that they only grow if their rate is displayed. */
static OTF2_MetricMode mode_of(uint32_t genre)
{
    bool grows = (genre & QP_COUNTER_RATE) != 0;
    if (genre & QP_COUNTER_BEFORE)
        return grows ? OTF2_METRIC_ACCUMULATED_LAST : OTF2_METRIC_ABSOLUTE_LAST;
    if (genre & QP_COUNTER_AFTER)
        return grows ? OTF2_METRIC_ACCUMULATED_NEXT : OTF2_METRIC_ABSOLUTE_NEXT;
    if (grows)
        return genre & QP_COUNTER_POINT ? OTF2_METRIC_ACCUMULATED_POINT : OTF2_METRIC_ACCUMULATED_START;
    return OTF2_METRIC_ABSOLUTE_POINT;
}

OTF2_Type qp_otf2_counters_type(uint32_t genre)
{
    return (genre & QP_COUNTER_DATA) == QP_COUNTER_FLOAT ? OTF2_TYPE_DOUBLE : OTF2_TYPE_INT64;
}

/* Write the counter's bounds, which OTF2 has no field for. */
static void describe(const struct qp_counter_item *item, char *text, size_t size)
{
    char lower[QP_COUNTER_TEXT], upper[QP_COUNTER_TEXT];
    *text = '\0';
    if (!item->bounded)
        return;
    qp_counters_show(lower, item->genre, item->lower);
    qp_counters_show(upper, item->genre, item->upper);
    snprintf(text, size, "from %s to %s", lower, upper);
}

static uint32_t define_metric(struct qp_otf2_counters *counters, const struct qp_counter_item *item)
{
    char name[1000], description[2 * QP_COUNTER_TEXT + 20];
    qp_counters_name(item, name, sizeof name);
    describe(item, description, sizeof description);
    const struct qp_otf2_metric metric = {
        .name = qp_otf2_string(counters->definitions, name),
        .description = qp_otf2_string(counters->definitions, description),
        .unit = item->unit.length ? qp_otf2_text(counters->definitions, item->unit)
                                  : qp_otf2_string(counters->definitions, "#"),
        .mode = mode_of(item->genre),
        .type = qp_otf2_counters_type(item->genre),
    };
    return qp_otf2_metric(counters->definitions, &metric);
}

/* Define the metric of a counter on a thread. If the value is that of the process or of the host, the thread only
 * records it: then define an instance with this scope. */
static uint32_t define(struct qp_otf2_counters *counters, uint32_t counter, uint32_t thread, uint64_t location)
{
    uint32_t metric = define_metric(counters, &counters->counters->items[counter]);
    uint32_t found = qp_counters_instance(counters->counters, counter, thread);
    enum qp_instance kind = found == QP_NONE ? QP_INSTANCE_THREAD : counters->counters->instances[found].kind;
    if (kind != QP_INSTANCE_PROCESS && kind != QP_INSTANCE_HOST)
        return metric;
    bool process = kind == QP_INSTANCE_PROCESS;
    const struct qp_otf2_instance instance = {
        .metric = metric,
        .location = location,
        .scope = process ? OTF2_SCOPE_LOCATION_GROUP : OTF2_SCOPE_SYSTEM_TREE_NODE,
        .owner = process ? counters->process : counters->host,
    };
    return qp_otf2_instance(counters->definitions, &instance);
}

uint32_t qp_otf2_counters_metric(struct qp_otf2_counters *counters, uint32_t counter, uint32_t thread,
                                 uint64_t location)
{
    uint64_t key = (uint64_t)counter << 32 | thread;
    uint32_t number = (uint32_t)qp_map_get(&counters->known, key) - 1;
    if (number != QP_OTF2_NONE)
        return number;
    number = define(counters, counter, thread, location);
    counters->definitions->failed |= qp_map_put(&counters->known, key, (uint64_t)number + 1) != 0;
    return number;
}

void qp_otf2_counters_fini(struct qp_otf2_counters *counters)
{
    qp_map_fini(&counters->known);
}
