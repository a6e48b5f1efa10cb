#include "data/array.h"
#include "data/tracks.h"
#include "locate/log.h"
#include "page/tables.h"

#include <stdlib.h>
#include <string.h>

/* A browser draws two million bars while a wheel turns; a log may have a hundred times as many. */
#define MOST_PARTS 2000000
#define NAME_SIZE  600

/* A lane of the page is a track of the log. */
struct lane {
    uint32_t track;
    enum qp_track_kind kind;
    uint32_t thread; /* index of a carrier; QP_NONE */
    uint32_t row;    /* in the table */
    char *name;
    char *unit;
    double low;
    double high;
    bool ranged; /* low and high are set */
};

struct bar {
    uint32_t track;
    uint32_t depth;
    enum qp_bar_kind kind;
    uint32_t value;
    uint32_t place; /* row of places + 1 */
    uint64_t from;
    uint64_t until;
};

struct sample {
    uint32_t track;
    uint64_t at;
    double value;
};

struct point {
    uint32_t track;
    uint32_t other;
    uint64_t at;
    const char *kind;
    char *text;
};

struct reading {
    struct qp_page *page;
    struct qp_log log;
    struct lane *lanes; /* by track */
    struct bar *bars;
    struct sample *samples;
    struct point *points;
    uint32_t lane_count, bar_count, sample_count, point_count;
    struct qp_map place_of; /* handle of a location: row of places + 1 */
    struct qp_columns places;
    uint64_t left_out;
    uint64_t until; /* ns: nothing after it is left out; UINT64_MAX = nothing at all */
};

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static bool has_room(struct reading *reading, uint64_t at)
{
    if (reading->bar_count + reading->sample_count + reading->point_count < MOST_PARTS)
        return true;
    reading->left_out++;
    reading->until = at < reading->until ? at : reading->until;
    return false;
}

static char *copy_shown(const struct reading *reading, struct qp_text text)
{
    char shown[NAME_SIZE];
    return strdup(qp_page_show(reading->page, text, shown, sizeof shown));
}

/* Tracks are told in an order of their own: the names of virtual threads come late. */
static bool take_track(void *to, const struct qp_track *track)
{
    struct reading *reading = to;
    struct qp_events *events = &reading->log.events.events;
    char name[NAME_SIZE];
    qp_tracks_name(events, track, name, sizeof name);
    struct qp_text unit = {0};
    if (track->kind == QP_TRACK_COUNTER && track->counter != QP_NONE)
        unit = events->counters.items[track->counter].unit;
    struct lane *lane = qp_array_add(&reading->lanes, &reading->lane_count, sizeof *lane);
    if (!lane)
        return false;
    *lane = (struct lane){.track = track->number, .kind = track->kind, .thread = track->thread};
    lane->name = strdup(qp_page_strip(reading->page, name));
    lane->unit = copy_shown(reading, unit);
    return lane->name && lane->unit;
}

/* Row of the place where an event was recorded, plus 1; 0 for none. Without memory the table has failed. */
static uint32_t place_at(struct reading *reading, uint32_t location, uint64_t tick)
{
    char shown[NAME_SIZE];
    uint64_t row = location ? qp_map_get(&reading->place_of, location) : 0;
    if (!location || row)
        return (uint32_t)row;
    if (qp_locate_show(&reading->log.locate, location, tick, shown, sizeof shown)) {
        qp_columns_string(&reading->places, 0, qp_page_strip(reading->page, shown));
        qp_columns_row(&reading->places);
        if (qp_map_put(&reading->place_of, location, reading->places.rows) == 0)
            return (uint32_t)reading->places.rows;
    }
    reading->places.failed = true;
    return 0;
}

static bool take_bar(void *to, const struct qp_bar *bar)
{
    struct reading *reading = to;
    if (!has_room(reading, bar->from))
        return true;
    struct bar *added = qp_array_add(&reading->bars, &reading->bar_count, sizeof *added);
    if (!added)
        return false;
    *added = (struct bar){.track = bar->track,
                          .depth = bar->depth,
                          .kind = bar->kind,
                          .value = bar->value,
                          .place = place_at(reading, bar->location, bar->tick),
                          .from = bar->from,
                          .until = bar->until};
    return true;
}

static bool take_sample(void *to, const struct qp_sample *sample)
{
    struct reading *reading = to;
    if (!has_room(reading, sample->at))
        return true;
    struct sample *added = qp_array_add(&reading->samples, &reading->sample_count, sizeof *added);
    if (!added)
        return false;
    *added = (struct sample){sample->track, sample->at, sample->number};
    return true;
}

static const char *kind_of(const struct qp_point *point)
{
    switch (point->event->event.kind) {
    case QP_EVENT_WAKE:
        return "wake";
    case QP_EVENT_CREATE:
        return "create";
    case QP_EVENT_SEND:
        return "send";
    case QP_EVENT_RECEIVE:
        return "receive";
    case QP_EVENT_COMMENT:
        return "comment";
    case QP_EVENT_LOST:
    case QP_EVENT_GAP:
        return "lost";
    default:
        return NULL;
    }
}

static bool take_point(void *to, const struct qp_point *point)
{
    struct reading *reading = to;
    const char *kind = kind_of(point);
    if (!kind || !has_room(reading, point->at))
        return true;
    struct point *added = qp_array_add(&reading->points, &reading->point_count, sizeof *added);
    if (!added)
        return false;
    *added = (struct point){.track = point->track, .other = point->other, .at = point->at, .kind = kind};
    if (point->event->text.length)
        added->text = copy_shown(reading, point->event->text);
    return added->text || !point->event->text.length;
}

static bool read_log(struct reading *reading)
{
    const struct qp_tracks_calls calls = {
        .track = take_track, .end = take_bar, .sample = take_sample, .point = take_point};
    return qp_tracks_read(&reading->log.events, &calls, reading);
}

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
    const struct lane *a = left, *b = right;
    int x = floor_of(a->kind), y = floor_of(b->kind);
    if (x != y)
        return x - y;
    if (x == 0 && a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    return (a->track > b->track) - (a->track < b->track);
}

static int by_track(const void *left, const void *right)
{
    const struct lane *a = left, *b = right;
    return (a->track > b->track) - (a->track < b->track);
}

/* Give each lane its row. From here on the lanes stand by their track's number, which has no gaps. */
static void order_lanes(struct reading *reading)
{
    if (reading->lane_count == 0)
        return;
    qsort(reading->lanes, reading->lane_count, sizeof *reading->lanes, by_place);
    for (uint32_t i = 0; i < reading->lane_count; i++)
        reading->lanes[i].row = i;
    qsort(reading->lanes, reading->lane_count, sizeof *reading->lanes, by_track);
}

/* The lane of a track; NULL for one that was not told. */
static struct lane *lane_of(const struct reading *reading, uint32_t track)
{
    const struct lane key = {.track = track};
    return reading->lane_count ? bsearch(&key, reading->lanes, reading->lane_count, sizeof *reading->lanes, by_track)
                               : NULL;
}

static uint32_t row_of(const struct reading *reading, uint32_t track)
{
    const struct lane *lane = lane_of(reading, track);
    return lane ? lane->row : QP_NONE;
}

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int bar_order(const void *left, const void *right)
{
    const struct bar *a = left, *b = right;
    int order = compare(a->track, b->track);
    order = order ? order : compare(a->from, b->from);
    return order ? order : compare(a->depth, b->depth);
}

static int sample_order(const void *left, const void *right)
{
    const struct sample *a = left, *b = right;
    int order = compare(a->track, b->track);
    return order ? order : compare(a->at, b->at);
}

static int point_order(const void *left, const void *right)
{
    const struct point *a = left, *b = right;
    int order = compare(a->track, b->track);
    return order ? order : compare(a->at, b->at);
}

/* From here on the parts have rows in place of tracks; those of no lane are at the end. */
static void order_parts(struct reading *reading)
{
    for (uint32_t i = 0; i < reading->bar_count; i++)
        reading->bars[i].track = row_of(reading, reading->bars[i].track);
    for (uint32_t i = 0; i < reading->sample_count; i++) {
        struct sample *it = &reading->samples[i];
        struct lane *lane = lane_of(reading, it->track);
        it->track = lane ? lane->row : QP_NONE;
        if (!lane)
            continue;
        lane->low = !lane->ranged || it->value < lane->low ? it->value : lane->low;
        lane->high = !lane->ranged || it->value > lane->high ? it->value : lane->high;
        lane->ranged = true;
    }
    for (uint32_t i = 0; i < reading->point_count; i++)
        reading->points[i].track = row_of(reading, reading->points[i].track);
    if (reading->bar_count)
        qsort(reading->bars, reading->bar_count, sizeof *reading->bars, bar_order);
    if (reading->sample_count)
        qsort(reading->samples, reading->sample_count, sizeof *reading->samples, sample_order);
    if (reading->point_count)
        qsort(reading->points, reading->point_count, sizeof *reading->points, point_order);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static void put_lanes(struct reading *reading)
{
    static const unsigned kinds[] = {
        [QP_TRACK_THREAD] = 0,  [QP_TRACK_CARRIER] = 0, [QP_TRACK_VIRTUAL] = 1,
        [QP_TRACK_COUNTER] = 2, [QP_TRACK_SCOPE] = 3,
    };
    struct qp_columns table;
    qp_columns_init(&table, "lanes", "kind:uint name:text thread:uint unit:text low:real high:real");
    if (reading->lane_count)
        qsort(reading->lanes, reading->lane_count, sizeof *reading->lanes, by_place);
    for (uint32_t i = 0; i < reading->lane_count; i++) {
        const struct lane *it = &reading->lanes[i];
        qp_columns_uint(&table, 0, kinds[it->kind]);
        qp_columns_string(&table, 1, it->name);
        qp_columns_uint(&table, 2, it->thread + UINT32_C(1));
        qp_columns_string(&table, 3, it->unit);
        qp_columns_real(&table, 4, it->low);
        qp_columns_real(&table, 5, it->high);
        qp_columns_row(&table);
    }
    qp_payload_put(&reading->page->payload, &table);
}

/* Of a run: the row of its lane, of a function its row, of a state its number; each plus 1, but for the latter. */
static uint64_t value_of(const struct reading *reading, const struct bar *bar)
{
    const struct qp_joined *joined = &reading->page->joined;
    switch (bar->kind) {
    case QP_BAR_RUN:
        return row_of(reading, bar->value) + UINT32_C(1);
    case QP_BAR_FUNCTION:
        return bar->value == QP_NONE ? 0 : joined->function_of[QP_SIDE_RUN][bar->value] + UINT32_C(1);
    default:
        return bar->value;
    }
}

static void put_bars(struct reading *reading)
{
    struct qp_columns table;
    qp_columns_init(&table, "bars", "lane:uint start:delta length:uint depth:uint kind:uint value:uint place:uint");
    for (uint32_t i = 0; i < reading->bar_count && reading->bars[i].track != QP_NONE; i++) {
        const struct bar *it = &reading->bars[i];
        static const unsigned kinds[] = {
            [QP_BAR_STATE] = 0, [QP_BAR_FUNCTION] = 1, [QP_BAR_RUN] = 2, [QP_BAR_SCOPE] = 3};
        qp_columns_uint(&table, 0, it->track);
        qp_columns_delta(&table, 1, it->from);
        qp_columns_uint(&table, 2, it->until > it->from ? it->until - it->from : 0);
        qp_columns_uint(&table, 3, it->depth);
        qp_columns_uint(&table, 4, kinds[it->kind]);
        qp_columns_uint(&table, 5, value_of(reading, it));
        qp_columns_uint(&table, 6, it->place);
        qp_columns_row(&table);
    }
    qp_payload_put(&reading->page->payload, &table);
}

static void put_samples(struct reading *reading)
{
    struct qp_columns table;
    qp_columns_init(&table, "samples", "lane:uint at:delta value:real");
    for (uint32_t i = 0; i < reading->sample_count && reading->samples[i].track != QP_NONE; i++) {
        const struct sample *it = &reading->samples[i];
        qp_columns_uint(&table, 0, it->track);
        qp_columns_delta(&table, 1, it->at);
        qp_columns_real(&table, 2, it->value);
        qp_columns_row(&table);
    }
    qp_payload_put(&reading->page->payload, &table);
}

static void put_points(struct reading *reading)
{
    struct qp_columns table;
    qp_columns_init(&table, "points", "lane:uint at:delta kind:text text:text other:uint");
    for (uint32_t i = 0; i < reading->point_count && reading->points[i].track != QP_NONE; i++) {
        const struct point *it = &reading->points[i];
        qp_columns_uint(&table, 0, it->track);
        qp_columns_delta(&table, 1, it->at);
        qp_columns_string(&table, 2, it->kind);
        qp_columns_string(&table, 3, it->text ? it->text : "");
        qp_columns_uint(&table, 4, it->other == QP_NONE ? 0 : row_of(reading, it->other) + UINT32_C(1));
        qp_columns_row(&table);
    }
    qp_payload_put(&reading->page->payload, &table);
}

/* The lanes come last: they are put into the order of their rows, and what refers to them finds them by their tracks.
 */
static void put_all(struct reading *reading)
{
    order_lanes(reading);
    order_parts(reading);
    put_bars(reading);
    put_samples(reading);
    put_points(reading);
    put_lanes(reading);
    qp_payload_put(&reading->page->payload, &reading->places);
    reading->page->events_left_out = reading->left_out;
    reading->page->events_until = reading->until;
}

static void release(struct reading *reading)
{
    for (uint32_t i = 0; i < reading->lane_count; i++) {
        free(reading->lanes[i].name);
        free(reading->lanes[i].unit);
    }
    for (uint32_t i = 0; i < reading->point_count; i++)
        free(reading->points[i].text);
    free(reading->lanes);
    free(reading->bars);
    free(reading->samples);
    free(reading->points);
    qp_map_fini(&reading->place_of);
    qp_columns_fini(&reading->places);
    qp_log_close(&reading->log);
}

bool qp_page_put_timeline(struct qp_page *page)
{
    struct reading reading = {.page = page, .until = UINT64_MAX};
    struct qp_error error = {0};
    if (qp_log_open(&reading.log, page->request->profile, &error))
        return false;
    qp_columns_init(&reading.places, "places", "text:text");
    bool ok = read_log(&reading);
    if (ok)
        put_all(&reading);
    release(&reading);
    return ok;
}
