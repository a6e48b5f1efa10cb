/* json_counters.c - the JSON of counters: what each is, and the numbers of its instances. */
#include "export/json.h"

#include "data/words.h"

#include <math.h>

static json_t *real_or_null(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

json_t *qp_json_value(uint32_t genre, uint64_t bits)
{
    if ((genre & QP_COUNTER_DATA) == QP_COUNTER_FLOAT)
        return real_or_null(qp_counters_number(genre, bits));
    return json_integer((json_int_t)bits);
}

static json_t *bounds_of(const struct qp_counter_item *item)
{
    if (!item->bounded)
        return json_null();
    json_t *array = json_array();
    if (qp_json_append(array, qp_json_value(item->genre, item->lower)) &&
        qp_json_append(array, qp_json_value(item->genre, item->upper)))
        return array;
    json_decref(array);
    return NULL;
}

static json_t *target_of(const struct qp_export *export, const struct qp_counter_item *item)
{
    char target[400];
    qp_counters_target(export->counters, item->target, target, sizeof target);
    return json_string(target);
}

static json_t *extreme_of(uint32_t genre, const struct qp_counter_totals *totals, uint64_t bits)
{
    return qp_counters_has_range(genre, totals) ? qp_json_value(genre, bits) : json_null();
}

static json_t *rate_of(const struct qp_export *export, uint32_t genre, const struct qp_counter_totals *totals)
{
    return genre & QP_COUNTER_RATE ? real_or_null(qp_counters_rate(export->counters, genre, totals)) : json_null();
}

static json_t *instance_of(const struct qp_export *export, uint32_t index)
{
    const struct qp_counter_instance *it = &export->counters->instances[index];
    const struct qp_counter_totals *totals = &it->totals;
    uint32_t genre = export->counters->items[it->counter].genre;
    return QP_JSON_OBJECT(
        {"kind", json_string(qp_words_instance(it->kind))}, {"thread", qp_json_index_or_null(it->thread)},
        {"samples", qp_json_number(totals->samples)}, {"minimum", extreme_of(genre, totals, totals->minimum)},
        {"mean", real_or_null(qp_counters_mean(totals))}, {"maximum", extreme_of(genre, totals, totals->maximum)},
        {"last", qp_json_value(genre, totals->last)}, {"rate", rate_of(export, genre, totals)},
        {"first_ns", qp_json_moment(export, totals->first_tick)},
        {"last_ns", qp_json_moment(export, totals->last_tick)});
}

static json_t *instances_of(const struct qp_export *export, const struct qp_counter_item *item)
{
    json_t *array = json_array();
    for (uint32_t i = 0; array && i < item->instance_count; i++) {
        if (qp_json_append(array, instance_of(export, item->first_instance + i)))
            continue;
        json_decref(array);
        array = NULL;
    }
    return array;
}

bool qp_json_counter(struct qp_export *export, uint32_t counter)
{
    const struct qp_counter_item *it = &export->counters->items[counter];
    const struct qp_counter_totals *totals = &it->totals;
    return qp_json_element(
        export,
        QP_JSON_OBJECT({"id", qp_json_number(counter)}, {"name", qp_json_text(it->name)},
                       {"class", qp_json_text_or_null(it->class_name)}, {"unit", qp_json_text_or_null(it->unit)},
                       {"data", json_string(qp_counters_data_name(it->genre))},
                       {"display", json_string(qp_counters_display_name(it->genre))},
                       {"scope", json_string(qp_counters_scope_name(it->genre))}, {"target", target_of(export, it)},
                       {"bounds", bounds_of(it)}, {"samples", qp_json_number(totals->samples)},
                       {"minimum", extreme_of(it->genre, totals, totals->minimum)},
                       {"mean", real_or_null(qp_counters_mean(totals))},
                       {"maximum", extreme_of(it->genre, totals, totals->maximum)},
                       {"last", totals->samples ? qp_json_value(it->genre, totals->last) : json_null()},
                       {"instances", instances_of(export, it)}));
}
