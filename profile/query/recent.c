#include "profile/query/recent.h"

#include "format/array.h"

#include <string.h>

#define NAME_SIZE     400 /* longer names are truncated */
#define LOCATION_SIZE 600

/* ---- amounts ------------------------------------------------------------------------------------------------- */

static void amounts_of(uint64_t amounts[QP_AMOUNTS], const struct qp_profile *profile, const struct qp_totals *totals)
{
#define X(constant, field) amounts[QP_AMOUNT_##constant] = qp_profile_ns(profile, totals->field);
    QP_AMOUNT_LIST(X)
#undef X
    amounts[QP_AMOUNT_CALLS] = totals->calls;
    amounts[QP_AMOUNT_COUNTED] = totals->counted;
}

/* Add the increases since the last reading. The numbers of a running program are read one after another, so a number
 * may seem to decrease a little: treat that as no change. */
static void add(struct qp_recent_part *part, const uint64_t now[QP_AMOUNTS])
{
    for (int i = 0; i < QP_AMOUNTS; i++) {
        part->lately[i] += now[i] > part->all[i] ? (double)(now[i] - part->all[i]) : 0;
        part->all[i] = now[i];
    }
}

static void fade(struct qp_recent_part *part, double left)
{
    for (int i = 0; i < QP_AMOUNTS; i++)
        part->lately[i] *= left;
}

double qp_recent_rate(const struct qp_recent *recent, const struct qp_recent_part *part, enum qp_amount amount)
{
    return recent->seconds > 0 ? part->lately[amount] / recent->seconds : 0;
}

/* ---- functions ----------------------------------------------------------------------------------------------- */

/* Return the index of a method's function, or QP_NONE. A method that has a record is found by the record's
 * reference, because its id may have been reused for another method. */
static uint32_t find(const struct qp_recent *recent, const struct qp_profile_method *method)
{
    uint64_t found = method->reference ? qp_map_get(&recent->by_reference, method->reference) : 0;
    if (found)
        return (uint32_t)found - 1;
    found = qp_map_get(&recent->by_id, method->recorded_id);
    return found && !recent->functions[found - 1].reference ? (uint32_t)found - 1 : QP_NONE;
}

uint32_t qp_recent_function(const struct qp_recent *recent, const struct qp_profile *profile, uint32_t method)
{
    return method == QP_NONE ? QP_NONE : find(recent, &profile->methods[method]);
}

static struct qp_recent_function *function_of(struct qp_recent *recent, const struct qp_profile_method *method)
{
    uint32_t index = find(recent, method);
    bool is_new = index == QP_NONE;
    if (is_new) {
        index = recent->count;
        if (!QP_ARRAY_APPEND(&recent->functions, &recent->count, (struct qp_recent_function){.method = QP_NONE}))
            return NULL;
    }
    struct qp_recent_function *function = &recent->functions[index];
    function->recorded_id = method->recorded_id;
    if (!is_new && function->reference == method->reference)
        return function;
    function->reference = method->reference;
    bool put = method->reference ? qp_map_put(&recent->by_reference, method->reference, index + 1) == 0
                                 : qp_map_put(&recent->by_id, method->recorded_id, index + 1) == 0;
    return put ? function : NULL;
}

/* Copy the function's name and location. Repeat this at each reading until the method is registered, because a
 * method may be called before its registration, and has no name then. */
static bool name_function(struct qp_recent_function *function, const struct qp_profile *profile, uint32_t method)
{
    char name[NAME_SIZE], place[LOCATION_SIZE];
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

static bool add_function(struct qp_recent *recent, const struct qp_query *query, uint32_t method)
{
    const struct qp_profile_method *it = &query->profile->methods[method];
    const struct qp_totals *totals = &query->methods[method];
    uint64_t amounts[QP_AMOUNTS];
    if (it->product != (uint32_t)query->selection.product || !qp_totals_is_called(totals))
        return true;
    struct qp_recent_function *function = function_of(recent, it);
    if (!function || !name_function(function, query->profile, method))
        return false;
    function->method = method;
    amounts_of(amounts, query->profile, totals);
    add(&function->part, amounts);
    return true;
}

/* ---- readings ------------------------------------------------------------------------------------------------ */

/* Begin a reading: multiply older changes by their weight `left`. If the client cleared the data, compare with 0, so
 * that all current numbers count as new. */
static void begin(struct qp_recent *recent, double left, bool cleared)
{
    fade(&recent->whole, left);
    recent->seconds *= left;
    if (cleared)
        memset(recent->whole.all, 0, sizeof recent->whole.all);
    for (uint32_t i = 0; i < recent->count; i++) {
        struct qp_recent_function *function = &recent->functions[i];
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

/* Return the time since the last reading. If the run is finished, count only the time until its last event. */
static uint64_t passed_ns(const struct qp_recent *recent, const struct qp_profile *profile, uint64_t now_ns)
{
    uint64_t last = is_over(profile) ? qp_profile_last_moment(profile) : 0;
    uint64_t until = last && last < now_ns ? last : now_ns;
    if (recent->readings == 0)
        return qp_profile_duration_ns(profile);
    return until > recent->read_ns ? until - recent->read_ns : 0;
}

/* Return the factor by which the changes of earlier readings are multiplied when a new reading is added. The first
 * reading is a mean over a long time and is not mixed with later readings. The last reading of a finished run may cover
 * only a few events, so it is combined with the reading before. */
static double left_of(const struct qp_recent *recent, const struct qp_profile *profile, double seconds,
                      double smoothing)
{
    if (is_over(profile))
        return 1;
    return recent->readings < 2 || smoothing <= 0 ? 0 : smoothing / (smoothing + seconds);
}

bool qp_recent_read(struct qp_recent *recent, const struct qp_query *query, uint64_t now_ns, double smoothing)
{
    const struct qp_profile *profile = query->profile;
    uint32_t clear_epoch = profile->clear_epoch[query->selection.product];
    double seconds = (double)passed_ns(recent, profile, now_ns) / 1e9;
    uint64_t amounts[QP_AMOUNTS];
    bool ok = true;
    begin(recent, left_of(recent, profile, seconds, smoothing), clear_epoch != recent->clear_epoch);
    for (uint32_t i = 0; i < profile->method_count && ok; i++)
        ok = add_function(recent, query, i);
    amounts_of(amounts, profile, &query->all);
    add(&recent->whole, amounts);
    recent->clear_epoch = clear_epoch;
    recent->seconds += seconds;
    recent->read_ns = now_ns;
    recent->readings++;
    return ok;
}

void qp_recent_free(struct qp_recent *recent)
{
    for (uint32_t i = 0; i < recent->count; i++) {
        free(recent->functions[i].name);
        free(recent->functions[i].place);
    }
    free(recent->functions);
    qp_map_fini(&recent->by_reference);
    qp_map_fini(&recent->by_id);
    *recent = (struct qp_recent){0};
}
