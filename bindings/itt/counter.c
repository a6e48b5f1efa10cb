/* counter.c - counters and histograms. */
#include "bindings/itt/control.h"
#include "bindings/itt/functions.h"
#include "bindings/itt/name.h"
#include "bindings/itt/series.h"

/* ---- counters made by the static part --------------------------------------------------------------------------- */

static struct itt_series_id id_of(const struct itt_counter *counter)
{
    return (struct itt_series_id){ITT_SERIES_COUNTER, counter, NULL};
}

static void change(const struct itt_counter *counter, long double by)
{
    if (counter && itt_records())
        itt_series_change(id_of(counter), counter->domain, counter->name, by);
}

static void increase(const struct itt_counter *counter)
{
    change(counter, 1);
}

static void increase_by(const struct itt_counter *counter, unsigned long long value)
{
    change(counter, value);
}

static void decrease(const struct itt_counter *counter)
{
    change(counter, -1);
}

static void decrease_by(const struct itt_counter *counter, unsigned long long value)
{
    change(counter, -(long double)value);
}

static void set_value(const struct itt_counter *counter, const void *value)
{
    if (counter && value && itt_records())
        itt_series_add(id_of(counter), counter->domain, counter->name,
                       (struct itt_sample){.value = itt_number_at(value, 0, counter->type), .weight = 1});
}

static void set_value_ex(const struct itt_counter *counter, struct itt_clock *clock, unsigned long long time,
                         const void *value)
{
    (void)clock, (void)time;
    set_value(counter, value);
}

static void destroy(const struct itt_counter *counter)
{
    if (counter && native_records())
        itt_series_end(id_of(counter));
}

/* ---- counters known by a domain and a name ---------------------------------------------------------------------- */

static void change_named(const struct itt_domain *domain, const struct itt_string *name, long double by)
{
    if (name && itt_is_on(domain))
        itt_series_change((struct itt_series_id){ITT_SERIES_COUNTER, domain, name}, domain->name, name->text, by);
}

static void increase_named(const struct itt_domain *domain, const struct itt_string *name)
{
    change_named(domain, name, 1);
}

static void increase_named_by(const struct itt_domain *domain, const struct itt_string *name, unsigned long long value)
{
    change_named(domain, name, value);
}

static void decrease_named(const struct itt_domain *domain, const struct itt_string *name)
{
    change_named(domain, name, -1);
}

static void decrease_named_by(const struct itt_domain *domain, const struct itt_string *name, unsigned long long value)
{
    change_named(domain, name, -(long double)value);
}

/* ---- histograms ------------------------------------------------------------------------------------------------- */

/* Each submission adds the heights `y` of the buckets at `x`. Without `x`, buckets are numbered from 0. */
static void submit(const struct itt_histogram *histogram, size_t length, const void *x, const void *y)
{
    if (!histogram || !y || !itt_is_on(histogram->domain))
        return;
    struct itt_series_id id = {ITT_SERIES_HISTOGRAM, histogram, NULL};
    for (size_t i = 0; i < length; i++)
        itt_series_add(id, histogram->domain->name, histogram->name,
                       (struct itt_sample){.value = x ? itt_number_at(x, i, histogram->x_type) : i,
                                           .weight = itt_number_at(y, i, histogram->y_type)});
}

const struct itt_named itt_counters[] = {
    ITT_NAMED(counter_inc, increase),           ITT_NAMED(counter_inc_delta, increase_by),
    ITT_NAMED(counter_dec, decrease),           ITT_NAMED(counter_dec_delta, decrease_by),
    ITT_NAMED(counter_set_value, set_value),    ITT_NAMED(counter_set_value_ex, set_value_ex),
    ITT_NAMED(counter_set_value_v3, set_value), ITT_NAMED(counter_destroy, destroy),
    ITT_NAMED(counter_inc_v3, increase_named),  ITT_NAMED(counter_inc_delta_v3, increase_named_by),
    ITT_NAMED(counter_dec_v3, decrease_named),  ITT_NAMED(counter_dec_delta_v3, decrease_named_by),
    ITT_NAMED(histogram_submit, submit),        {NULL, NULL}};
