#include "export/counter_values.h"

#include "export/csv.h"

static void put_counter(struct qp_put *put, const struct qp_counters *counters, uint32_t counter, uint32_t object)
{
    const struct qp_counter_item *item = counter == QP_NONE ? NULL : &counters->items[counter];
    char number[32];
    snprintf(number, sizeof number, "counter %u", object);
    if (item && item->name.length)
        qp_csv_pair(put, item->class_name, item->name);
    else
        qp_csv_text(put, qp_text_of(number));
}

static void put_row(struct qp_put *put, const struct qp_counters *counters, const struct qp_resolved *resolved,
                    const struct qp_counter_values_rank *rank)
{
    char value[QP_COUNTER_TEXT];
    uint64_t ns = resolved->ns + (rank ? rank->offset_ns : 0);
    qp_counters_show(value, resolved->genre, resolved->event.value);
    if (rank)
        qp_put_format(put, "%s,", rank->name);
    qp_put_format(put, "%llu.%09u,%u,", (unsigned long long)(ns / 1000000000), (unsigned)(ns % 1000000000),
                  counters->profile->threads[resolved->event.thread].number);
    put_counter(put, counters, resolved->counter, resolved->event.object);
    qp_put_char(put, ',');
    qp_put_string(put, value);
    qp_put_string(put, QP_CSV_END);
}

bool qp_counter_values_write(struct qp_resolver *events, const struct qp_counter_choice *choice,
                             const struct qp_counter_values_rank *rank, FILE *out)
{
    const struct qp_counters *counters = &events->events.counters;
    struct qp_put put = {.out = out};
    struct qp_resolved resolved;
    if (!rank || rank->is_first) {
        qp_put_string(&put, rank ? "rank," : "");
        qp_put_string(&put, "time,thread,counter,value" QP_CSV_END);
    }
    while (!ferror(out) && qp_resolver_next(events, &resolved)) {
        if (resolved.event.kind == QP_EVENT_COUNT &&
            (resolved.counter == QP_NONE ? choice->unknown : choice->chosen[resolved.counter]) &&
            qp_profile_thread_is(counters->profile, resolved.event.thread, choice->thread))
            put_row(&put, counters, &resolved, rank);
    }
    qp_put_flush(&put);
    return !events->failed;
}
