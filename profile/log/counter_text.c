/* counter_text.c - numbers and words of counters (counters.h). */
#include "profile/log/counters.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double qp_counters_number(uint32_t genre, uint64_t bits)
{
    double number;
    if ((genre & QP_COUNTER_DATA) != QP_COUNTER_FLOAT)
        return (double)(int64_t)bits;
    memcpy(&number, &bits, sizeof number);
    return number;
}

double qp_counters_mean(const struct qp_counter_totals *totals)
{
    return totals->samples && isfinite(totals->sum) ? totals->sum / (double)totals->samples : NAN;
}

bool qp_counters_has_range(uint32_t genre, const struct qp_counter_totals *totals)
{
    return totals->samples && qp_counters_number(genre, totals->minimum) <= qp_counters_number(genre, totals->maximum);
}

double qp_counters_rate(const struct qp_counters *counters, uint32_t genre, const struct qp_counter_totals *totals)
{
    if (totals->samples < 2 || totals->last_tick <= totals->first_tick)
        return NAN;
    uint64_t ns = qp_profile_ns(counters->profile, totals->last_tick - totals->first_tick);
    double change = qp_counters_number(genre, totals->last) - qp_counters_number(genre, totals->first);
    return ns ? change * 1e9 / (double)ns : NAN;
}

/* Try 15 digits first, which suffice for decimal numbers that people write. 17 digits represent every double
 * exactly. */
void qp_counters_show(char *text, uint32_t genre, uint64_t bits)
{
    if ((genre & QP_COUNTER_DATA) != QP_COUNTER_FLOAT) {
        snprintf(text, QP_COUNTER_TEXT, "%" PRId64, (int64_t)bits);
        return;
    }
    double number = qp_counters_number(genre, bits);
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, QP_COUNTER_TEXT, "%.*g", digits, number);
        if (strtod(text, NULL) == number) /* NOLINT(clang-analyzer-security.FloatLoopCounter): the text must give
                                           * exactly this number */
            return;
    }
}

void qp_counters_name(const struct qp_counter_item *item, char *shown, size_t size)
{
    if (item->name.length)
        qp_text_show_pair(item->class_name, ":", item->name, shown, size);
    else
        snprintf(shown, size, "counter %u", item->index);
}

const char *qp_counters_data_name(uint32_t genre)
{
    switch (genre & QP_COUNTER_DATA) {
    case QP_COUNTER_FLOAT:
        return "float";
    case QP_COUNTER_INTEGER:
        return "integer";
    default:
        return "integer64";
    }
}

const char *qp_counters_display_name(uint32_t genre)
{
    return genre & QP_COUNTER_RATE ? "rate" : "value";
}

const char *qp_counters_scope_name(uint32_t genre)
{
    if (genre & QP_COUNTER_POINT)
        return "point";
    if (genre & QP_COUNTER_AFTER)
        return "after";
    return genre & QP_COUNTER_SAMPLE ? "sample" : "before";
}

void qp_counters_target(const struct qp_counters *counters, int32_t target, char *shown, size_t size)
{
    static const char *const fixed[] = {"process", "thread", "process", "host"};
    uint32_t handle = (uint32_t)target;
    if (target < 0 && target >= -4) {
        snprintf(shown, size, "%s", fixed[-target - 1]);
        return;
    }
    for (uint32_t i = 0; i < counters->group_count; i++) {
        if (counters->groups[i].handle != handle)
            continue;
        size_t length = (size_t)snprintf(shown, size, "group ");
        if (length < size)
            qp_text_show(counters->groups[i].name, shown + length, size - length);
        return;
    }
    uint32_t kind = handle & QP_MEMBERS_KIND;
    uint32_t number = handle & ~QP_MEMBERS_KIND;
    if (kind == QP_MEMBERS_PROCESSES)
        snprintf(shown, size, "process %u", number);
    else if (kind == QP_MEMBERS_THREADS)
        snprintf(shown, size, "thread %u.%u", number / QP_MEMBERS_MOST, number % QP_MEMBERS_MOST);
    else
        snprintf(shown, size, "%#x", handle);
}
