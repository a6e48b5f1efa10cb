#include "page/parts.h"

#include <stdlib.h>

/* ---- order ------------------------------------------------------------------------------------------------------- */

/* Carriers and threads first, each thread's two together; then virtual threads, scopes and counters. */
static int floor_of(enum qp_track_kind kind)
{
    static const int floors[] = {
        [QP_TRACK_THREAD] = 0, [QP_TRACK_CARRIER] = 0, [QP_TRACK_VIRTUAL] = 1,
        [QP_TRACK_SCOPE] = 2,  [QP_TRACK_COUNTER] = 3,
    };
    return floors[kind];
}

static int by_place(const void *left, const void *right)
{
    const struct qp_track_part *a = left, *b = right;
    int x = floor_of(a->kind), y = floor_of(b->kind);
    if (x != y)
        return x - y;
    if (x == 0 && a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static int by_number(const void *left, const void *right)
{
    const struct qp_track_part *a = left, *b = right;
    return (a->number > b->number) - (a->number < b->number);
}

/* Give each track its row. From here on the tracks stand by their numbers, which have no gaps. */
static void order_tracks(struct qp_parts *parts)
{
    if (parts->track_count == 0)
        return;
    qsort(parts->tracks, parts->track_count, sizeof *parts->tracks, by_place);
    for (uint32_t i = 0; i < parts->track_count; i++)
        parts->tracks[i].row = i;
    qsort(parts->tracks, parts->track_count, sizeof *parts->tracks, by_number);
}

/* The track of a number; NULL for one that was not told. */
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

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int bar_order(const void *left, const void *right)
{
    const struct qp_bar_part *a = left, *b = right;
    int order = compare(a->track, b->track);
    order = order ? order : compare(a->from, b->from);
    return order ? order : compare(a->depth, b->depth);
}

static int sample_order(const void *left, const void *right)
{
    const struct qp_sample_part *a = left, *b = right;
    int order = compare(a->track, b->track);
    return order ? order : compare(a->at, b->at);
}

static int point_order(const void *left, const void *right)
{
    const struct qp_point_part *a = left, *b = right;
    int order = compare(a->track, b->track);
    return order ? order : compare(a->at, b->at);
}

/* From here on the parts have rows in place of numbers of tracks; those of no track are at the end. */
static void order_parts(struct qp_parts *parts)
{
    for (uint32_t i = 0; i < parts->bar_count; i++)
        parts->bars[i].track = row_of(parts, parts->bars[i].track);
    for (uint32_t i = 0; i < parts->sample_count; i++) {
        struct qp_sample_part *it = &parts->samples[i];
        struct qp_track_part *track = track_of(parts, it->track);
        it->track = track ? track->row : QP_NONE;
        if (!track)
            continue;
        track->low = !track->ranged || it->value < track->low ? it->value : track->low;
        track->high = !track->ranged || it->value > track->high ? it->value : track->high;
        track->ranged = true;
    }
    for (uint32_t i = 0; i < parts->point_count; i++)
        parts->points[i].track = row_of(parts, parts->points[i].track);
    if (parts->bar_count)
        qsort(parts->bars, parts->bar_count, sizeof *parts->bars, bar_order);
    if (parts->sample_count)
        qsort(parts->samples, parts->sample_count, sizeof *parts->samples, sample_order);
    if (parts->point_count)
        qsort(parts->points, parts->point_count, sizeof *parts->points, point_order);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static void put_tracks(struct qp_parts *parts)
{
    static const unsigned kinds[] = {
        [QP_TRACK_THREAD] = 0,  [QP_TRACK_CARRIER] = 0, [QP_TRACK_VIRTUAL] = 1,
        [QP_TRACK_COUNTER] = 2, [QP_TRACK_SCOPE] = 3,
    };
    struct qp_columns table;
    qp_columns_init(&table, "tracks", "kind:uint name:text thread:uint unit:text low:real high:real");
    if (parts->track_count)
        qsort(parts->tracks, parts->track_count, sizeof *parts->tracks, by_place);
    for (uint32_t i = 0; i < parts->track_count; i++) {
        const struct qp_track_part *it = &parts->tracks[i];
        qp_columns_uint(&table, 0, kinds[it->kind]);
        qp_columns_string(&table, 1, it->name);
        qp_columns_uint(&table, 2, it->thread + UINT32_C(1));
        qp_columns_string(&table, 3, it->unit);
        qp_columns_real(&table, 4, it->low);
        qp_columns_real(&table, 5, it->high);
        qp_columns_row(&table);
    }
    qp_payload_put(&parts->page->payload, &table);
}

/* What a bar is, as the script takes it. */
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

/* Row, plus 1, of a state that is no function of the page: one of libvt's in a page of libqprof's data, or one that is
 * not in the file (0). */
static uint64_t other_state(struct qp_parts *parts, uint32_t method)
{
    char name[QP_LABEL_SIZE];
    uint64_t row = method == QP_NONE ? 0 : qp_map_get(&parts->state_of, method);
    if (method == QP_NONE || row)
        return row;
    qp_labels_text(parts->page->labels[QP_SIDE_RUN], method, name, sizeof name);
    qp_columns_string(&parts->states, 0, qp_page_strip(parts->page, name));
    qp_columns_row(&parts->states);
    parts->states.failed |= qp_map_put(&parts->state_of, method, parts->states.rows) != 0;
    return parts->states.rows;
}

/* Of a run: the row of its track, of a function its row, each plus 1; of what has a number that number. */
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

static void put_bars(struct qp_parts *parts)
{
    struct qp_columns table;
    qp_columns_init(&table, "bars", "track:uint start:delta length:uint depth:uint kind:uint value:uint place:uint");
    for (uint32_t i = 0; i < parts->bar_count && parts->bars[i].track != QP_NONE; i++) {
        const struct qp_bar_part *it = &parts->bars[i];
        qp_columns_uint(&table, 0, it->track);
        qp_columns_delta(&table, 1, it->from);
        qp_columns_uint(&table, 2, it->until > it->from ? it->until - it->from : 0);
        qp_columns_uint(&table, 3, it->depth);
        qp_columns_uint(&table, 4, kind_of(parts, it));
        qp_columns_uint(&table, 5, value_of(parts, it));
        qp_columns_uint(&table, 6, it->place);
        qp_columns_row(&table);
    }
    qp_payload_put(&parts->page->payload, &table);
    qp_payload_put(&parts->page->payload, &parts->states);
}

static void put_samples(struct qp_parts *parts)
{
    struct qp_columns table;
    qp_columns_init(&table, "samples", "track:uint at:delta value:real");
    for (uint32_t i = 0; i < parts->sample_count && parts->samples[i].track != QP_NONE; i++) {
        const struct qp_sample_part *it = &parts->samples[i];
        qp_columns_uint(&table, 0, it->track);
        qp_columns_delta(&table, 1, it->at);
        qp_columns_real(&table, 2, it->value);
        qp_columns_row(&table);
    }
    qp_payload_put(&parts->page->payload, &table);
}

static void put_points(struct qp_parts *parts)
{
    struct qp_columns table;
    qp_columns_init(&table, "points", "track:uint at:delta kind:text text:text other:uint");
    for (uint32_t i = 0; i < parts->point_count && parts->points[i].track != QP_NONE; i++) {
        const struct qp_point_part *it = &parts->points[i];
        qp_columns_uint(&table, 0, it->track);
        qp_columns_delta(&table, 1, it->at);
        qp_columns_string(&table, 2, it->kind);
        qp_columns_string(&table, 3, it->text ? it->text : "");
        qp_columns_uint(&table, 4, it->other == QP_NONE ? 0 : row_of(parts, it->other) + UINT32_C(1));
        qp_columns_row(&table);
    }
    qp_payload_put(&parts->page->payload, &table);
}

/* The tracks come last: they are put into the order of their rows, and what refers to them finds them by number. */
static void put_all(struct qp_parts *parts)
{
    order_tracks(parts);
    order_parts(parts);
    put_bars(parts);
    put_samples(parts);
    put_points(parts);
    put_tracks(parts);
    qp_payload_put(&parts->page->payload, &parts->places);
    parts->page->events_left_out = parts->left_out;
    parts->page->events_until = parts->until;
}

bool qp_page_put_timeline(struct qp_page *page)
{
    struct qp_parts parts;
    if (!qp_parts_open(&parts, page))
        return false;
    put_all(&parts);
    qp_parts_close(&parts);
    return true;
}
