#include "show/counter_values.h"

#include <inttypes.h>
#include <string.h>

static void print_quoted(FILE *out, struct qp_text text)
{
    for (uint32_t i = 0; i < text.length; i++) {
        if (text.bytes[i] == '"')
            fputc('"', out);
        fputc(text.bytes[i], out);
    }
}

static void print_name(FILE *out, const struct qp_counters *counters, uint32_t counter, uint32_t object)
{
    static const char special[] = "\",\r\n";
    if (counter == QP_NONE || !counters->items[counter].name.length) {
        fprintf(out, "counter %u", object);
        return;
    }
    const struct qp_counter_item *item = &counters->items[counter];
    bool quotes = false;
    for (const char *it = special; *it; it++)
        quotes = quotes || (item->name.length && memchr(item->name.bytes, *it, item->name.length)) ||
                 (item->class_name.length && memchr(item->class_name.bytes, *it, item->class_name.length));
    if (quotes)
        fputc('"', out);
    print_quoted(out, item->class_name);
    if (item->class_name.length)
        fputc(':', out);
    print_quoted(out, item->name);
    if (quotes)
        fputc('"', out);
}

static void print_value(FILE *out, const struct qp_counters *counters, const struct qp_resolved *resolved)
{
    char value[QP_COUNTER_TEXT];
    qp_counters_show(value, resolved->genre, resolved->event.value);
    fprintf(out, "%" PRIu64 ".%09" PRIu64 ",%u,", resolved->ns / 1000000000, resolved->ns % 1000000000,
            counters->profile->threads[resolved->event.thread].number);
    print_name(out, counters, resolved->counter, resolved->event.object);
    fprintf(out, ",%s\n", value);
}

bool qp_counter_values_print(struct qp_resolver *events, const struct qp_counter_choice *choice, FILE *out)
{
    const struct qp_counters *counters = &events->events.counters;
    struct qp_resolved resolved;
    fputs("time,thread,counter,value\n", out);
    while (!ferror(out) && qp_resolver_next(events, &resolved)) {
        if (resolved.event.kind == QP_EVENT_COUNT &&
            (resolved.counter == QP_NONE ? choice->unknown : choice->chosen[resolved.counter]) &&
            qp_profile_thread_is(counters->profile, resolved.event.thread, choice->thread))
            print_value(out, counters, &resolved);
    }
    return !events->failed;
}
