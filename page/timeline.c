#include "base/order.h"
#include "format/words.h"
#include "page/rank_parts.h"

#include <stdlib.h>

#define NAME_SIZE 600

/* ---- order ------------------------------------------------------------------------------------------------------- */

/* Return the rank of a kind of track. Threads and carriers have the same rank, so that a thread's own track and its
 * track as a carrier are together. */
static unsigned rank_of(enum qp_track_kind kind)
{
    static const unsigned ranks[] = {
        [QP_TRACK_THREAD] = 0, [QP_TRACK_CARRIER] = 0, [QP_TRACK_VIRTUAL] = 1,
        [QP_TRACK_SCOPE] = 2,  [QP_TRACK_COUNTER] = 3,
    };
    return ranks[kind];
}

static int by_rank(const void *left, const void *right)
{
    const struct qp_track_part *a = left, *b = right;
    unsigned rank = rank_of(a->kind);
    bool of_thread = rank == rank_of(QP_TRACK_THREAD);
    return QP_ORDER({rank, rank_of(b->kind)}, {of_thread ? a->thread : 0, of_thread ? b->thread : 0},
                    {a->number, b->number});
}

static int by_number(const void *left, const void *right)
{
    const struct qp_track_part *a = left, *b = right;
    return QP_ORDER({a->number, b->number});
}

/* Assign rows to the tracks. Then sort the tracks by number, so that track_of finds them. */
static void order_tracks(struct qp_parts *parts)
{
    if (parts->track_count == 0)
        return;
    qsort(parts->tracks, parts->track_count, sizeof *parts->tracks, by_rank);
    for (uint32_t i = 0; i < parts->track_count; i++)
        parts->tracks[i].row = i;
    qsort(parts->tracks, parts->track_count, sizeof *parts->tracks, by_number);
}

/* Return the track with a number; NULL if there is none. */
static struct qp_track_part *track_of(const struct qp_parts *parts, uint32_t number)
{
    const struct qp_track_part key = {.number = number};
    return parts->track_count ? bsearch(&key, parts->tracks, parts->track_count, sizeof *parts->tracks, by_number)
                              : NULL;
}

static uint32_t row_of(const struct qp_parts *parts, uint32_t number)
{
    const struct qp_track_part *track = track_of(parts, number);
    return track ? track->row : QP_NONE;
}

static int by_position(const void *left, const void *right)
{
    const struct qp_part_position *a = left, *b = right;
    return QP_ORDER({a->track, b->track}, {a->at, b->at}, {a->depth, b->depth});
}

/* Replace the track numbers of parts by rows, and sort the parts. Parts without a track are last. */
static void order_parts(const struct qp_parts *parts, void *items, uint32_t count, size_t size)
{
    for (uint32_t i = 0; i < count; i++) {
        struct qp_part_position *position = (void *)((char *)items + i * size);
        position->track = row_of(parts, position->track);
    }
    qp_sort(items, count, size, by_position);
}

/* Set the lowest and the highest value of each counter track. */
static void find_ranges(struct qp_parts *parts)
{
    for (uint32_t i = 0; i < parts->sample_count; i++) {
        double value = parts->samples[i].value;
        struct qp_track_part *track = track_of(parts, parts->samples[i].position.track);
        if (!track)
            continue;
        track->low = !track->ranged || value < track->low ? value : track->low;
        track->high = !track->ranged || value > track->high ? value : track->high;
        track->ranged = true;
    }
}

/* ---- virtual threads that only the log has ----------------------------------------------------------------------- */

/* Add a virtual thread to the table with its times by the log, which are estimates. Return its row. */
static uint32_t add_vthread(struct qp_parts *parts, const struct qp_track_part *track)
{
    const struct qp_profile *profile = parts->page->request->profile;
    static const struct qp_part_life none;
    const struct qp_part_life *life = track->number < parts->life_count ? &parts->lives[track->number] : &none;
    char name[NAME_SIZE] = "", id[32];
    if (track->group != QP_NONE)
        qp_page_show(parts->page, profile->groups[track->group].name, name, sizeof name);
    snprintf(id, sizeof id, "%#llx", (unsigned long long)track->id);
    const struct qp_row_vthreads row = {
        .name = name,
        .id = id,
        .group = track->group,
        .state = life->ended ? "ended" : "",
        .running = life->ns[QP_CONTEXT_RUNNING],
        .runnable = life->ns[QP_CONTEXT_RUNNABLE],
        .blocked = life->ns[QP_CONTEXT_BLOCKED],
        .waiting = life->ns[QP_CONTEXT_WAITING],
        .life = life->ns[QP_CONTEXT_RUNNING] + life->ns[QP_CONTEXT_RUNNABLE] + life->ns[QP_CONTEXT_BLOCKED] +
                life->ns[QP_CONTEXT_WAITING],
        .longest = life->longest,
        .migrations = life->migrations,
        .estimated = true,
    };
    qp_add_vthreads(parts->page->tables, &row);
    return (uint32_t)parts->page->tables[QP_TABLE_vthreads].rows - 1;
}

/* Return true if the page shows the log's virtual threads. They are those of libqprof in the whole run, so the page
 * must show libqprof, and must not show a single phase. */
static bool takes_vthreads(const struct qp_page *page)
{
    const struct qp_selection *selection = &page->joined.queries[QP_SIDE_RUN]->selection;
    return selection->product == QP_QPROF && !selection->phase;
}

/* Return the row of a track's virtual thread; QP_NONE if there is none. */
static uint32_t vthread_of(struct qp_parts *parts, const struct qp_track_part *track)
{
    struct qp_page *page = parts->page;
    if (track->kind != QP_TRACK_VIRTUAL)
        return QP_NONE;
    if (track->life_thread != QP_NONE) {
        uint64_t key = qp_page_vthread_key(&page->request->profile->threads[track->life_thread]);
        return (uint32_t)qp_map_get(&page->vthread_of, key) - 1;
    }
    if (!takes_vthreads(page))
        return QP_NONE;
    if (page->tables[QP_TABLE_vthreads].rows < QP_PAGE_MOST_VTHREADS)
        return add_vthread(parts, track);
    page->threads_left_out++;
    return QP_NONE;
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static void put_tracks(struct qp_parts *parts)
{
    static const unsigned kinds[] = {
        [QP_TRACK_THREAD] = 0,  [QP_TRACK_CARRIER] = 0, [QP_TRACK_VIRTUAL] = 1,
        [QP_TRACK_COUNTER] = 2, [QP_TRACK_SCOPE] = 3,
    };
    qp_sort(parts->tracks, parts->track_count, sizeof *parts->tracks, by_rank);
    for (uint32_t i = 0; i < parts->track_count; i++) {
        const struct qp_track_part *it = &parts->tracks[i];
        const struct qp_row_tracks row = {
            .kind = kinds[it->kind],
            .name = it->name,
            .thread = it->thread,
            .vthread = vthread_of(parts, it),
            .group = it->group,
            .rank = it->rank,
            .unit = it->unit,
            .low = it->low,
            .high = it->high,
        };
        qp_add_tracks(parts->page->tables, &row);
    }
}

/* Kinds of bars, as barKinds of the script (timeline_tracks.js). */
enum { STATE_OF_VIRTUAL_THREAD, FUNCTION, RUN, SCOPE, OTHER_STATE };

static unsigned kind_of(const struct qp_parts *parts, const struct qp_bar_part *bar)
{
    static const unsigned kinds[] = {[QP_BAR_STATE] = STATE_OF_VIRTUAL_THREAD,
                                     [QP_BAR_FUNCTION] = FUNCTION,
                                     [QP_BAR_RUN] = RUN,
                                     [QP_BAR_SCOPE] = SCOPE};
    const uint32_t *row_of_method = parts->page->joined.function_of[QP_SIDE_RUN];
    if (bar->kind == QP_BAR_FUNCTION && (bar->value == QP_NONE || row_of_method[bar->value] == QP_NONE))
        return OTHER_STATE;
    return kinds[bar->kind];
}

/* Return the row of a state in the table of states, plus 1. The table has only states that are not functions of the
 * page, such as states of libvt if the page shows data of libqprof. Return 0 if the state is not in the file. */
static uint64_t other_state(struct qp_parts *parts, uint32_t method)
{
    struct qp_columns *states = &parts->page->tables[QP_TABLE_states];
    char name[QP_LABEL_SIZE];
    uint64_t row = method == QP_NONE ? 0 : qp_map_get(&parts->state_of, method);
    if (method == QP_NONE || row)
        return row;
    qp_labels_text(parts->page->labels[QP_SIDE_RUN], method, name, sizeof name);
    qp_add_states(parts->page->tables, &(const struct qp_row_states){.name = qp_page_strip(parts->page, name)});
    states->failed |= qp_map_put(&parts->state_of, method, states->rows) != 0;
    return states->rows;
}

/* Return the value of a bar. For the kinds RUN, FUNCTION and OTHER_STATE, this is the row of the bar's track,
 * function or state, plus 1. For the other kinds, it is the value in `bar`. */
static uint64_t value_of(struct qp_parts *parts, const struct qp_bar_part *bar)
{
    switch (kind_of(parts, bar)) {
    case RUN:
        return row_of(parts, bar->value) + UINT32_C(1);
    case FUNCTION:
        return parts->page->joined.function_of[QP_SIDE_RUN][bar->value] + UINT32_C(1);
    case OTHER_STATE:
        return other_state(parts, bar->value);
    default:
        return bar->value;
    }
}

/* Return the row of the function in which a virtual thread was suspended; QP_NONE if there is none. */
static uint32_t function_of(const struct qp_parts *parts, const struct qp_bar_part *bar)
{
    return bar->method == QP_NONE ? QP_NONE : parts->page->joined.function_of[QP_SIDE_RUN][bar->method];
}

static void put_bars(struct qp_parts *parts)
{
    for (uint32_t i = 0; i < parts->bar_count && parts->bars[i].position.track != QP_NONE; i++) {
        const struct qp_bar_part *it = &parts->bars[i];
        const struct qp_row_bars row = {
            .track = it->position.track,
            .start = it->position.at,
            .length = it->until > it->position.at ? it->until - it->position.at : 0,
            .depth = it->position.depth,
            .kind = kind_of(parts, it),
            .value = value_of(parts, it),
            .place = it->place,
            .function = function_of(parts, it),
            .resumer = it->resumer ? row_of(parts, it->resumer - 1) : QP_NONE,
        };
        qp_add_bars(parts->page->tables, &row);
    }
}

static void put_samples(struct qp_parts *parts)
{
    for (uint32_t i = 0; i < parts->sample_count && parts->samples[i].position.track != QP_NONE; i++) {
        const struct qp_sample_part *it = &parts->samples[i];
        qp_add_samples(
            parts->page->tables,
            &(const struct qp_row_samples){.track = it->position.track, .at = it->position.at, .value = it->value});
    }
}

static void put_points(struct qp_parts *parts)
{
    for (uint32_t i = 0; i < parts->point_count && parts->points[i].position.track != QP_NONE; i++) {
        const struct qp_point_part *it = &parts->points[i];
        const struct qp_row_points row = {
            .track = it->position.track,
            .at = it->position.at,
            .kind = it->kind,
            .text = it->text,
            .other = it->other == QP_NONE ? QP_NONE : row_of(parts, it->other),
        };
        qp_add_points(parts->page->tables, &row);
    }
}

static int by_sending(const void *left, const void *right)
{
    const struct qp_message_part *a = left, *b = right;
    return QP_ORDER({a->sent, b->sent}, {a->from, b->from}, {a->received, b->received}, {a->to, b->to});
}

static void put_messages(struct qp_parts *parts)
{
    qp_sort(parts->messages, parts->message_count, sizeof *parts->messages, by_sending);
    for (uint32_t i = 0; i < parts->message_count; i++) {
        const struct qp_message_part *it = &parts->messages[i];
        uint32_t from = it->from == QP_NONE ? QP_NONE : row_of(parts, it->from), to = row_of(parts, it->to);
        if (from != QP_NONE && to != QP_NONE)
            qp_add_messages(parts->page->tables, &(const struct qp_row_messages){.from = from,
                                                                                 .to = to,
                                                                                 .sent = it->sent,
                                                                                 .received = it->received,
                                                                                 .bytes = it->bytes,
                                                                                 .tag = it->tag});
    }
}

static void put_marks(struct qp_page *page)
{
    const struct qp_profile *profile = page->joined.queries[QP_SIDE_RUN]->profile;
    char text[NAME_SIZE];
    for (uint32_t i = 0; i < profile->mark_count; i++) {
        const struct qp_profile_mark *it = &profile->marks[i];
        const struct qp_row_marks row = {
            .at = qp_profile_since_start(profile, it->tick),
            .kind = qp_words_mark_shown(it->kind),
            .text = qp_page_show(page, it->text, text, sizeof text),
        };
        qp_add_marks(page->tables, &row);
    }
}

/* Fill the tables. The table of tracks is last, because filling it sorts the tracks by row, and the other tables
 * need them sorted by number. */
static void put_all(struct qp_parts *parts)
{
    order_tracks(parts);
    find_ranges(parts);
    order_parts(parts, parts->bars, parts->bar_count, sizeof *parts->bars);
    order_parts(parts, parts->samples, parts->sample_count, sizeof *parts->samples);
    order_parts(parts, parts->points, parts->point_count, sizeof *parts->points);
    put_bars(parts);
    put_samples(parts);
    put_points(parts);
    put_messages(parts);
    put_tracks(parts);
    put_marks(parts->page);
    parts->page->events_left_out = parts->left_out;
    parts->page->events_until = parts->until;
}

bool qp_page_put_timeline(struct qp_page *page)
{
    struct qp_parts parts;
    bool ok = page->request->job ? qp_rank_parts_open(&parts, page) : qp_parts_open(&parts, page);
    if (!ok)
        return false;
    put_all(&parts);
    qp_parts_close(&parts);
    return true;
}
