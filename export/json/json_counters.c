/* json_counters.c - the JSON of counters: definitions and totals, also by instance (a counter of one thread or of
 * all). */
#include "export/json/json.h"

#include "format/words.h"

struct qp_json_value qp_json_bits(uint32_t genre, uint64_t bits)
{
    if ((genre & QP_COUNTER_DATA) == QP_COUNTER_FLOAT)
        return qp_json_real(qp_counters_number(genre, bits));
    return qp_json_integer((int64_t)bits);
}

static bool write_bounds(struct qp_export *export, const void *of)
{
    const struct qp_counter_item *item = of;
    qp_json_put(export, NULL, qp_json_bits(item->genre, item->lower));
    qp_json_put(export, NULL, qp_json_bits(item->genre, item->upper));
    return true;
}

static struct qp_json_value extreme(uint32_t genre, const struct qp_counter_totals *totals, uint64_t bits)
{
    return qp_counters_has_range(genre, totals) ? qp_json_bits(genre, bits) : qp_json_null();
}

static bool write_instances(struct qp_export *export, const void *of)
{
    const struct qp_counter_item *item = of;
    uint32_t genre = item->genre;
    for (uint32_t i = 0; i < item->instance_count; i++) {
        const struct qp_counter_instance *it = &export->counters->instances[item->first_instance + i];
        const struct qp_counter_totals *totals = &it->totals;
        double rate = qp_counters_rate(export->counters, genre, totals);
        QP_JSON_OBJECT(
            export, {"kind", qp_json_word(qp_words_instance(it->kind))}, {"thread", qp_json_index(it->thread)},
            {"samples", qp_json_number(totals->samples)}, {"minimum", extreme(genre, totals, totals->minimum)},
            {"mean", qp_json_real(qp_counters_mean(totals))}, {"maximum", extreme(genre, totals, totals->maximum)},
            {"last", qp_json_bits(genre, totals->last)},
            {"rate", genre & QP_COUNTER_RATE ? qp_json_real(rate) : qp_json_null()},
            {"first_ns", qp_json_moment(export, totals->first_tick)},
            {"last_ns", qp_json_moment(export, totals->last_tick)});
    }
    return true;
}

bool qp_json_counter(struct qp_export *export, uint32_t counter)
{
    const struct qp_counter_item *it = &export->counters->items[counter];
    const struct qp_counter_totals *totals = &it->totals;
    char target[400];
    qp_counters_target(export->counters, it->target, target, sizeof target);
    return QP_JSON_ELEMENT(
        export, {"id", qp_json_number(counter)}, {"name", qp_json_text(it->name)},
        {"class", qp_json_text_or_null(it->class_name)}, {"unit", qp_json_text_or_null(it->unit)},
        {"data", qp_json_word(qp_counters_data_name(it->genre))},
        {"display", qp_json_word(qp_counters_display_name(it->genre))},
        {"scope", qp_json_word(qp_counters_scope_name(it->genre))}, {"target", qp_json_text(qp_text_of(target))},
        {"bounds", it->bounded ? qp_json_list(write_bounds, it) : qp_json_null()},
        {"samples", qp_json_number(totals->samples)}, {"minimum", extreme(it->genre, totals, totals->minimum)},
        {"mean", qp_json_real(qp_counters_mean(totals))}, {"maximum", extreme(it->genre, totals, totals->maximum)},
        {"last", totals->samples ? qp_json_bits(it->genre, totals->last) : qp_json_null()},
        {"instances", qp_json_list(write_instances, it)});
}
