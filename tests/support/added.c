#include "tests/support/added.h"

#include "base/attribute.h"
#include "profile/coverage/branches.h"
#include "profile/query/groups.h"
#include "profile/coverage/lines.h"
#include "profile/query/wakers.h"
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers by name --------------------------------------------------------------------------------------------- */

enum unit { COUNT, TIME };

static int by_name(const void *left, const void *right)
{
    return strcmp(((const struct added_number *)left)->name, ((const struct added_number *)right)->name);
}

static void add(struct added *added, enum unit unit, uint64_t value, const char *format, ...) QP_PRINTF(4, 5);

static void add(struct added *added, enum unit unit, uint64_t value, const char *format, ...)
{
    va_list arguments;
    if (value == 0)
        return;
    if ((added->count & (added->count + 1)) == 0)
        added->items = realloc(added->items, 2 * (added->count + 1) * sizeof *added->items);
    assert_non_null(added->items);
    struct added_number *item = &added->items[added->count++];
    va_start(arguments, format);
    assert_true(vsnprintf(item->name, sizeof item->name, format, arguments) < (int)sizeof item->name);
    va_end(arguments);
    item->value = value;
    item->is_time = unit == TIME;
}

static void add_up(struct added *added)
{
    size_t kept = 0;
    if (added->count)
        qsort(added->items, added->count, sizeof *added->items, by_name);
    for (size_t i = 1; i < added->count; i++) {
        if (strcmp(added->items[i].name, added->items[kept].name) == 0)
            added->items[kept].value += added->items[i].value;
        else
            added->items[++kept] = added->items[i];
    }
    added->count = added->count ? kept + 1 : 0;
}

/* ---- contents of a profile --------------------------------------------------------------------------------------- */

static void add_totals(struct added *added, const struct qp_query *query, const struct qp_totals *totals,
                       const char *what)
{
    const struct {
        const char *name;
        uint64_t ticks;
    } times[] = {{"self", totals->self},
                 {"total", totals->total},
                 {"elapsed", totals->elapsed},
                 {"runnable", totals->runnable},
                 {"blocked", totals->blocked},
                 {"waiting", totals->waiting},
                 {"uncounted", totals->uncounted},
                 {"outside", totals->outside},
                 {"scheduler", totals->scheduler},
                 {"idle", totals->idle},
                 {"recorder", totals->recorder},
                 {"paused", totals->paused},
                 {"wall", totals->wall}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        add(added, TIME, qp_profile_ns(query->profile, times[i].ticks), "%s %s", what, times[i].name);
    add(added, COUNT, totals->calls, "%s calls", what);
    add(added, COUNT, totals->cycles, "%s cycles", what);
    add(added, COUNT, totals->acquired, "%s acquired", what);
    add(added, COUNT, totals->released, "%s released", what);
    add(added, COUNT, totals->measured, "%s measured", what);
}

/* Return class, name and file:line of a function. */
static const char *name_of(const struct qp_profile *profile, uint32_t method, char *room, size_t size)
{
    char name[100] = "-", place[60] = "";
    if (method != QP_NONE) {
        qp_profile_method_name(profile, method, name, sizeof name);
        qp_profile_method_location(profile, method, place, sizeof place);
    }
    snprintf(room, size, "%s at %s", name, place);
    return room;
}

static void add_method(struct added *added, const struct qp_query *query, uint32_t method, const char *product)
{
    struct qp_target target = {query->profile->methods[method].file, method};
    struct qp_lines lines;
    struct qp_branches branches;
    char name[180], what[200];
    snprintf(what, sizeof what, "%s %s", product, name_of(query->profile, method, name, sizeof name));
    add_totals(added, query, &query->methods[method], what);
    assert_true(qp_lines_open(&lines, query, target));
    for (uint32_t i = 0; i < lines.count; i++) {
        add(added, COUNT, lines.items[i].count, "%s line %d count", what, lines.items[i].number);
        add(added, TIME, qp_profile_ns(query->profile, lines.items[i].time), "%s line %d time", what,
            lines.items[i].number);
    }
    qp_lines_close(&lines);
    assert_true(qp_branches_open(&branches, query, target));
    for (uint32_t i = 0; i < branches.count; i++) {
        for (uint32_t k = 0; k < branches.items[i].outcomes; k++)
            add(added, COUNT, branches.items[i].counts[k], "%s branch %d outcome %u", what, branches.items[i].line, k);
    }
    qp_branches_close(&branches);
}

static void add_groups(struct added *added, const struct qp_query *query, const char *product)
{
    struct qp_groups groups;
    assert_true(qp_groups_open(&groups, query));
    for (uint32_t i = 0; i < query->profile->group_count; i++) {
        const struct qp_profile_group *it = &query->profile->groups[i];
        const struct qp_group_totals *sums = &groups.items[i];
        char name[60], creator[100], what[200];
        if (it->product != (uint32_t)query->selection.product)
            continue;
        qp_text_show(it->name, name, sizeof name);
        snprintf(what, sizeof what, "%s group %s of %s", product, name,
                 name_of(query->profile, it->parent_method, creator, sizeof creator));
        add_totals(added, query, &sums->totals, what);
        add(added, COUNT, sums->created, "%s created", what);
        add(added, COUNT, sums->ended, "%s ended", what);
        add(added, COUNT, sums->living, "%s living", what);
        add(added, COUNT, sums->migrations, "%s migrations", what);
        for (int k = 0; k < QP_LIVES_BUCKETS; k++) {
            add(added, COUNT, sums->lives[k], "%s lives", what);
            add(added, COUNT, sums->delays[k], "%s delays", what);
        }
    }
    qp_groups_close(&groups);
}

static void add_wakers(struct added *added, const struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    struct qp_wakers wakers;
    assert_true(qp_wakers_open(&wakers, query));
    for (uint32_t i = 0; i < wakers.count; i++) {
        const struct qp_waker *it = &wakers.items[i];
        char waiter[110], waker[110];
        name_of(profile, it->waiter, waiter, sizeof waiter);
        name_of(profile, it->waker, waker, sizeof waker);
        add(added, COUNT, it->count, "%s woke %s", waker, waiter);
        add(added, TIME, qp_profile_ns(profile, it->suspended), "%s woke %s, suspended", waker, waiter);
        add(added, TIME, qp_profile_ns(profile, it->delayed), "%s woke %s, delayed", waker, waiter);
    }
    qp_wakers_close(&wakers);
}

static void add_product(struct added *added, const struct qp_profile *profile, struct qp_selection selection)
{
    const char *product = qp_profile_product_name(selection.product);
    struct qp_query query;
    struct qp_error error = {0};
    char name[60], what[80];
    assert_int_equal(qp_query_open(&query, profile, &selection, &error), 0);
    snprintf(what, sizeof what, "%s all", product);
    add_totals(added, &query, &query.all, what);
    for (uint32_t i = 0; i < profile->method_count; i++) {
        if (profile->methods[i].product == (uint32_t)selection.product)
            add_method(added, &query, i, product);
    }
    for (uint32_t i = 0; i < profile->carrier_count; i++) {
        qp_profile_thread_name(profile, i, name, sizeof name);
        snprintf(what, sizeof what, "%s thread %s", product, name);
        add_totals(added, &query, &query.threads[i], what);
    }
    add_groups(added, &query, product);
    add_wakers(added, &query);
    qp_query_close(&query);
}

void added_profile(struct added *added, const struct qp_profile *profile, bool raw)
{
    const struct qp_header *header = &profile->reader.header;
    add(added, COUNT, header->folded, "folded");
    for (int product = 0; product < QP_PRODUCTS; product++) {
        struct qp_selection selection = qp_selection_of((enum qp_product)product);
        selection.raw = raw;
        add_product(added, profile, selection);
        for (int kind = 0; kind < QP_DIAGNOSTICS; kind++)
            add(added, COUNT, header->diagnostics[product][kind].count, "%d misused in way %d", product, kind);
    }
    add_up(added);
}

void added_places(struct added *added, const struct qp_profile *profile)
{
    for (uint32_t i = 0; i < profile->method_count; i++) {
        const struct qp_profile_method *it = &profile->methods[i];
        char name[180], what[200];
        snprintf(what, sizeof what, "%u %s", it->product, name_of(profile, i, name, sizeof name));
        add(added, COUNT, it->registered, "functions %s", what);
        for (uint32_t k = 0; k < it->line_count; k++)
            add(added, COUNT, 1, "line %d of %s", it->lines[k].line_number, what);
        for (uint32_t k = 0; k < it->branch_count; k++)
            add(added, COUNT, (uint64_t)it->branches[k].outcomes, "outcomes on line %d of %s",
                it->branches[k].line_number, what);
        for (uint32_t k = 0; k < it->target_count; k++)
            add(added, COUNT, 1, "outcome %u to line %d of %s", k, it->targets[k], what);
    }
    for (uint32_t i = 0; i < profile->exclusion_count; i++)
        add(added, COUNT, 1, "excluded from %d to %d", profile->exclusions[i].first, profile->exclusions[i].last);
    add_up(added);
}

/* ---- comparing --------------------------------------------------------------------------------------------------- */

void added_expect_equal(const struct added *one, const struct added *other, uint64_t most)
{
    static const struct added_number none = {.value = 0};
    for (size_t i = 0, k = 0; i < one->count || k < other->count;) {
        int order = i == one->count ? 1 : k == other->count ? -1 : by_name(&one->items[i], &other->items[k]);
        const struct added_number *a = order <= 0 ? &one->items[i++] : &none;
        const struct added_number *b = order >= 0 ? &other->items[k++] : &none;
        uint64_t difference = a->value > b->value ? a->value - b->value : b->value - a->value;
        if (difference > (a->is_time || b->is_time ? most : 0))
            fail_msg("%s: %llu and %llu", a == &none ? b->name : a->name, (unsigned long long)a->value,
                     (unsigned long long)b->value);
    }
}

void added_free(struct added *added)
{
    free(added->items);
    *added = (struct added){0};
}
