#include "show/log/critical_path.h"

#include "base/number.h"
#include "base/order.h"
#include "format/words.h"
#include "show/parts/heading.h"
#include "show/parts/profile_cell.h"

#include <inttypes.h>
#include <stdlib.h>

#define NAME_SIZE 400

static uint64_t length_of(const struct qp_chain_segment *segment)
{
    return segment->until - segment->from;
}

/* Add the state of a segment. A segment between two switches is shown as "mounted", not as "running", because a part
 * of it may count as blocked or waiting: some functions are registered so, but the log does not contain their calls. */
static void add_state(struct qp_table *table, const struct qp_chain_segment *segment)
{
    bool mounted = segment->state == QP_CONTEXT_RUNNING;
    qp_table_add(table, QP_STYLE_PLAIN, mounted ? "mounted" : qp_words_state(QP_TIME_OF(segment->state)));
}

/* ---- parts by name, state and function --------------------------------------------------------------------------- */

/* Return the method in which the virtual thread was suspended. Return QP_NONE for running time, for which the log has
 * no functions. */
static uint32_t method_of(const struct qp_profile *profile, const struct qp_chain_segment *segment)
{
    bool known = segment->state != QP_CONTEXT_RUNNING && segment->node != QP_NONE;
    return known ? profile->nodes[segment->node].method : QP_NONE;
}

static struct qp_text name_of(const struct qp_profile *profile, const struct qp_chain_segment *segment)
{
    return segment->group != QP_NONE    ? profile->groups[segment->group].name
           : segment->thread != QP_NONE ? profile->threads[segment->thread].name
                                        : (struct qp_text){NULL, 0};
}

struct part {
    const struct qp_chain_segment *segment; /* one of the segments of this part */
    uint32_t method;
    uint32_t count;
    uint64_t ticks;
};

static int by_key(const void *left, const void *right, void *of)
{
    const struct part *a = left, *b = right;
    int order = qp_text_compare(name_of(of, a->segment), name_of(of, b->segment));
    return order ? order : QP_ORDER({a->segment->state, b->segment->state}, {a->method, b->method});
}

static int by_ticks(const void *left, const void *right, void *of)
{
    const struct part *a = left, *b = right;
    int order = QP_ORDER({b->ticks, a->ticks});
    return order ? order : by_key(left, right, of);
}

/* Sum up the segments by name, state and method in `parts`, longest first. Return the number of parts. */
static uint32_t sum_up(const struct qp_critical_path *path, const struct qp_profile *profile, struct part *parts)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < path->count; i++)
        parts[i] = (struct part){&path->items[i], method_of(profile, &path->items[i]), 1, length_of(&path->items[i])};
    qsort_r(parts, path->count, sizeof *parts, by_key, (void *)profile);
    for (uint32_t i = 0; i < path->count; i++) {
        if (count == 0 || by_key(&parts[count - 1], &parts[i], (void *)profile) != 0) {
            parts[count++] = parts[i];
            continue;
        }
        parts[count - 1].count++;
        parts[count - 1].ticks += parts[i].ticks;
    }
    qsort_r(parts, count, sizeof *parts, by_ticks, (void *)profile);
    return count;
}

static bool print_parts(const struct qp_critical_path *path, const struct qp_profile *profile, uint32_t most,
                        const struct qp_stream *stream)
{
    struct qp_table table;
    struct part *parts = malloc(((size_t)path->count + 1) * sizeof *parts);
    if (!parts)
        return false;
    uint32_t count = sum_up(path, profile, parts), shown = qp_table_at_most(count, most);
    qp_table_init(&table, "time|%;share|segments|-name|-state|-in");
    for (uint32_t i = 0; i < shown; i++) {
        qp_profile_cell_cost(&table, profile, parts[i].ticks, 0);
        qp_table_add_share(&table, QP_STYLE_PLAIN, parts[i].ticks, path->until - path->from);
        qp_table_add_count(&table, parts[i].count);
        qp_table_add_text(&table, QP_STYLE_PLAIN, name_of(profile, parts[i].segment));
        add_state(&table, parts[i].segment);
        qp_profile_cell_name(&table, profile, parts[i].method, "");
    }
    bool ok = qp_heading_finish(&table, count, shown, NULL, stream);
    free(parts);
    return ok;
}

/* ---- longest segments -------------------------------------------------------------------------------------------- */

static int by_length(const void *left, const void *right, void *of)
{
    const struct qp_chain_segment *items = of;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return QP_ORDER({length_of(&items[b]), length_of(&items[a])}, {a, b});
}

static int by_index(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* Add the function in which the thread was suspended. For a running segment, add "until" and the function at its end:
 * in that function the thread was suspended, or it woke or created the virtual thread of the next segment. */
static void add_end(struct qp_table *table, const struct qp_critical_path *path, const struct qp_profile *profile,
                    uint32_t index)
{
    const struct qp_chain_segment *segment = &path->items[index];
    char name[NAME_SIZE] = "";
    if (segment->node != QP_NONE && profile->nodes[segment->node].method != QP_NONE)
        qp_profile_method_name(profile, profile->nodes[segment->node].method, name, sizeof name);
    if (segment->state == QP_CONTEXT_RUNNING && *name)
        qp_table_addf(table, QP_STYLE_PLAIN, "until %s", name);
    else
        qp_table_add(table, QP_STYLE_PLAIN, name);
}

static void add_segment(struct qp_table *table, const struct qp_critical_path *path, const struct qp_profile *profile,
                        uint32_t index)
{
    const struct qp_chain_segment *segment = &path->items[index];
    const struct qp_life life = {
        .context = segment->context, .thread = segment->thread, .group = segment->group, .id = segment->id};
    uint64_t ns = qp_profile_since_start(profile, segment->from);
    char name[NAME_SIZE];
    qp_table_addf(table, QP_STYLE_PLAIN, "%" PRIu64 ".%09" PRIu64, ns / 1000000000, ns % 1000000000);
    qp_profile_cell_cost(table, profile, length_of(segment), 0);
    qp_life_show(profile, &life, name, sizeof name);
    qp_table_add(table, QP_STYLE_PLAIN, name);
    add_state(table, segment);
    add_end(table, path, profile, index);
}

static bool print_longest(const struct qp_critical_path *path, const struct qp_profile *profile, uint32_t most,
                          const struct qp_stream *stream)
{
    struct qp_table table;
    uint32_t shown = qp_table_at_most(path->count, most);
    uint32_t *order = malloc(((size_t)path->count + 1) * sizeof *order);
    if (!order)
        return false;
    for (uint32_t i = 0; i < path->count; i++)
        order[i] = i;
    qsort_r(order, path->count, sizeof *order, by_length, path->items);
    qsort(order, shown, sizeof *order, by_index);
    qp_heading_title("Longest segments, in order of time", stream);
    qp_table_init(&table, "from|time|-name|-state|-in");
    for (uint32_t i = 0; i < shown; i++)
        add_segment(&table, path, profile, order[i]);
    bool ok = qp_heading_finish(&table, path->count, shown, NULL, stream);
    free(order);
    return ok;
}

/* ---- title ------------------------------------------------------------------------------------------------------- */

static void print_title(const struct qp_critical_path *path, const struct qp_profile *profile, const char *wanted,
                        const struct qp_stream *stream)
{
    char name[NAME_SIZE], title[NAME_SIZE + 200];
    qp_life_show(profile, &path->of, name, sizeof name);
    struct qp_number length = qp_number_time(qp_profile_ns(profile, path->until - path->from));
    if (!wanted)
        snprintf(title, sizeof title, "Critical path of the run: %s up to %s, which ran last", length.text, name);
    else
        snprintf(title, sizeof title, "Critical path of %s: %s, from %s to %s", name, length.text,
                 path->from == path->of.created ? "its creation" : "the start of the log",
                 path->of.over ? "its end" : "the end of the log");
    qp_heading_title(title, stream);
    if (path->matches > 1)
        fprintf(stream->out, "the longest-lived of %s that match '%s'\n", qp_number_count(path->matches).text, wanted);
    if (path->cut && !(wanted && path->from == path->of.created))
        fputs("the log has losses or pauses: this is the longest interval between them\n", stream->out);
}

bool qp_critical_path_print(const struct qp_critical_path *path, const struct qp_profile *profile, const char *wanted,
                            uint32_t most, const struct qp_stream *stream)
{
    if (path->count) {
        print_title(path, profile, wanted, stream);
        return print_parts(path, profile, most, stream) && print_longest(path, profile, most, stream);
    }
    if (qp_profile_is_merged(profile))
        fputs("merged runs have no common time and no log\n", stream->out);
    else if (!path->logged)
        fputs("no log was recorded; use libqprof's option -record-timeline\n", stream->out);
    else if (wanted)
        fprintf(stream->out, "no virtual thread in the log matches '%s'\n", wanted);
    else
        fputs("no virtual thread ran\n", stream->out);
    return true;
}
