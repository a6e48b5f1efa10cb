#include "data/change.h"

#include "data/array.h"

#include <string.h>

#define NAME_SIZE  400 /* longer names are cut */
#define PLACE_SIZE 600

/* ---- amounts ------------------------------------------------------------------------------------------------- */

static void amounts_of(uint64_t amounts[QP_AMOUNTS], const struct qp_profile *profile, const struct qp_totals *totals)
{
#define X(constant, field) amounts[QP_AMOUNT_##constant] = qp_profile_ns(profile, totals->field);
    QP_AMOUNT_LIST(X)
#undef X
    amounts[QP_AMOUNT_CALLS] = totals->calls;
}

/* Numbers of a live file are of slightly different moments, so one may seem to step back a little. */
static void add(struct qp_change_part *part, const uint64_t now[QP_AMOUNTS])
{
    for (int i = 0; i < QP_AMOUNTS; i++) {
        part->recent[i] += now[i] > part->all[i] ? (double)(now[i] - part->all[i]) : 0;
        part->all[i] = now[i];
    }
}

static void fade(struct qp_change_part *part, double left)
{
    for (int i = 0; i < QP_AMOUNTS; i++)
        part->recent[i] *= left;
}

double qp_change_rate(const struct qp_change *change, const struct qp_change_part *part, enum qp_amount amount)
{
    return change->seconds > 0 ? part->recent[amount] / change->seconds : 0;
}

/* ---- functions ----------------------------------------------------------------------------------------------- */

/* An id that is another method's by now is found with the record of the one that had it. */
static uint32_t find(const struct qp_change *change, const struct qp_profile_method *method)
{
    uint64_t found = method->reference ? qp_map_get(&change->by_reference, method->reference) : 0;
    if (found)
        return (uint32_t)found - 1;
    found = qp_map_get(&change->by_id, method->client_id);
    return found && !change->functions[found - 1].reference ? (uint32_t)found - 1 : QP_NONE;
}

uint32_t qp_change_function(const struct qp_change *change, const struct qp_profile *profile, uint32_t method)
{
    return method == QP_NONE ? QP_NONE : find(change, &profile->methods[method]);
}

static struct qp_change_function *function_of(struct qp_change *change, const struct qp_profile_method *method)
{
    uint32_t index = find(change, method);
    bool is_new = index == QP_NONE;
    if (is_new) {
        struct qp_change_function *added = qp_array_add(&change->functions, &change->count, sizeof *added);
        if (!added)
            return NULL;
        *added = (struct qp_change_function){.method = QP_NONE};
        index = change->count - 1;
    }
    struct qp_change_function *function = &change->functions[index];
    function->client_id = method->client_id;
    if (!is_new && function->reference == method->reference)
        return function;
    function->reference = method->reference;
    bool put = method->reference ? qp_map_put(&change->by_reference, method->reference, index + 1) == 0
                                 : qp_map_put(&change->by_id, method->client_id, index + 1) == 0;
    return put ? function : NULL;
}

/* Names come late: of a method that is called before it is registered. */
static bool name_function(struct qp_change_function *function, const struct qp_profile *profile, uint32_t method)
{
    char name[NAME_SIZE], place[PLACE_SIZE];
    if (function->registered)
        return true;
    qp_profile_method_name(profile, method, name, sizeof name);
    qp_profile_method_location(profile, method, place, sizeof place);
    free(function->name);
    free(function->place);
    function->name = strdup(name);
    function->place = strdup(place);
    function->registered = function->name && function->place && profile->methods[method].registered;
    return function->name && function->place;
}

static bool add_function(struct qp_change *change, const struct qp_query *query, uint32_t method)
{
    const struct qp_profile_method *it = &query->profile->methods[method];
    const struct qp_totals *totals = &query->methods[method];
    uint64_t amounts[QP_AMOUNTS];
    if (it->product != (uint32_t)query->selection.product || (!totals->calls && !totals->elapsed && !totals->uncounted))
        return true;
    struct qp_change_function *function = function_of(change, it);
    if (!function || !name_function(function, query->profile, method))
        return false;
    function->method = method;
    amounts_of(amounts, query->profile, totals);
    add(&function->part, amounts);
    return true;
}

/* ---- readings ------------------------------------------------------------------------------------------------ */

/* After a clear all that there is now is new. */
static void begin(struct qp_change *change, double left, bool cleared)
{
    fade(&change->whole, left);
    change->seconds *= left;
    if (cleared)
        memset(change->whole.all, 0, sizeof change->whole.all);
    for (uint32_t i = 0; i < change->count; i++) {
        struct qp_change_function *function = &change->functions[i];
        fade(&function->part, left);
        function->method = QP_NONE;
        if (cleared)
            memset(function->part.all, 0, sizeof function->part.all);
    }
}

static bool is_over(const struct qp_profile *profile)
{
    return profile->reader.ending != QP_ENDING_RUNNING;
}

/* For how long it tells what is new. A run that is over did nothing between its last event and now. */
static uint64_t passed_ns(const struct qp_change *change, const struct qp_profile *profile, uint64_t now_ns)
{
    uint64_t last = is_over(profile) ? qp_profile_last_moment(profile) : 0;
    uint64_t until = last && last < now_ns ? last : now_ns;
    if (change->readings == 0)
        return qp_profile_duration_ns(profile);
    return until > change->read_ns ? until - change->read_ns : 0;
}

/* The part of older changes that remains. The first reading is a mean of a long time, which the next ones are not to be
 * mixed with; the last one of a run that is over may be of a few events, which the one before is kept with. */
static double left_of(const struct qp_change *change, const struct qp_profile *profile, double seconds,
                      double smoothing)
{
    if (is_over(profile))
        return 1;
    return change->readings < 2 || smoothing <= 0 ? 0 : smoothing / (smoothing + seconds);
}

bool qp_change_read(struct qp_change *change, const struct qp_query *query, uint64_t now_ns, double smoothing)
{
    const struct qp_profile *profile = query->profile;
    uint32_t clear_epoch = profile->clear_epoch[query->selection.product];
    double seconds = (double)passed_ns(change, profile, now_ns) / 1e9;
    uint64_t amounts[QP_AMOUNTS];
    bool ok = true;
    begin(change, left_of(change, profile, seconds, smoothing), clear_epoch != change->clear_epoch);
    for (uint32_t i = 0; i < profile->method_count && ok; i++)
        ok = add_function(change, query, i);
    amounts_of(amounts, profile, &query->all);
    add(&change->whole, amounts);
    change->clear_epoch = clear_epoch;
    change->seconds += seconds;
    change->read_ns = now_ns;
    change->readings++;
    return ok;
}

void qp_change_free(struct qp_change *change)
{
    for (uint32_t i = 0; i < change->count; i++) {
        free(change->functions[i].name);
        free(change->functions[i].place);
    }
    free(change->functions);
    qp_map_fini(&change->by_reference);
    qp_map_fini(&change->by_id);
    *change = (struct qp_change){0};
}
