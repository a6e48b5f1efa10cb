#include "page/rank_parts.h"

#include "format/array.h"
#include "messages/flows.h"
#include "page/durations.h"

#include <stdlib.h>

#define NAME_SIZE 600

/* The logs are read three times: to count, for everything that a rank shows by itself, and for the sends of the
 * messages whose receives are shown. */
enum reading_pass { COUNT, SHOW, SEND };

struct reading {
    struct qp_parts *parts;
    const struct qp_page_job *job;
    enum reading_pass pass;
    struct qp_durations calls, receives; /* of all ranks */
    uint64_t samples, points;            /* numbers of all ranks */
    struct qp_function_keys keys;        /* of the states in the merged run */
    uint32_t *method_of_key;             /* index of a method of the merged run */
    struct qp_map message_of;            /* maps the number of a message (flows.h) to its index + 1 */
    uint32_t *first_track;               /* by rank: number of its first track */
    uint32_t next_track;
    uint32_t rank; /* index of the file that is read, and its data: */
    uint64_t offset_ns;
    struct qp_profile profile;
    struct qp_resolver resolver;
    struct qp_flows flows;
    struct qp_file_sites sites;
    uint32_t *methods; /* for each method of the rank, the method of the merged run, QP_NONE = none */
};

static struct qp_part_position place_on(struct reading *reading, uint32_t track, uint32_t depth, uint64_t at)
{
    uint32_t number = reading->first_track[reading->rank] + track;
    if (reading->pass == SHOW && number >= reading->next_track)
        reading->next_track = number + 1;
    return (struct qp_part_position){number, depth, reading->offset_ns + at};
}

/* ---- tracks ------------------------------------------------------------------------------------------------------ */

/* The first thread of a rank has the name of the rank. */
static void name_track(const struct reading *reading, const struct qp_track *track, char name[NAME_SIZE])
{
    char rank[QP_JOB_RANK_NAME], own[NAME_SIZE] = "";
    qp_job_rank_name(&reading->job->job->files[reading->rank], rank);
    if (track->kind != QP_TRACK_THREAD || track->thread > 0)
        qp_tracks_name(&reading->resolver.events, track, own, sizeof own - sizeof rank - sizeof "rank ");
    snprintf(name, NAME_SIZE, "rank %s%s%.500s", rank, *own ? " " : "", own);
}

static bool take_track(void *to, const struct qp_track *track)
{
    struct reading *reading = to;
    struct qp_parts *parts = reading->parts;
    const struct qp_counters *counters = &reading->resolver.events.counters;
    char name[NAME_SIZE], unit[NAME_SIZE] = "";
    if (reading->pass != SHOW)
        return true;
    struct qp_track_part *added = qp_array_add(&parts->tracks, &parts->track_count, sizeof *added);
    if (!added)
        return false;
    name_track(reading, track, name);
    if (track->kind == QP_TRACK_COUNTER && track->counter != QP_NONE)
        qp_page_show(parts->page, counters->items[track->counter].unit, unit, sizeof unit);
    *added = (struct qp_track_part){.number = place_on(reading, track->number, 0, 0).track,
                                    .kind = track->kind,
                                    .thread = QP_NONE,
                                    .rank = reading->rank,
                                    .life_thread = QP_NONE,
                                    .group = QP_NONE,
                                    .name = strdup(qp_page_strip(parts->page, name)),
                                    .unit = strdup(unit)};
    return added->name && added->unit;
}

/* ---- bars -------------------------------------------------------------------------------------------------------- */

/* Return the row of a call site in the table of places, QP_NONE if it is unknown. If out of memory, mark the table as
 * failed. */
static uint32_t place_at(struct reading *reading, uint32_t location)
{
    struct qp_parts *parts = reading->parts;
    struct qp_columns *places = &parts->page->tables[QP_TABLE_places];
    char shown[NAME_SIZE];
    uint32_t site = location ? qp_file_sites_site(&reading->sites, location) : QP_CALL_SITE_UNKNOWN;
    if (site == QP_CALL_SITE_UNKNOWN)
        return QP_NONE;
    uint64_t known = site == UINT32_MAX ? 0 : qp_map_get(&parts->place_of, site);
    if (known)
        return (uint32_t)known - 1;
    if (site != UINT32_MAX) {
        qp_page_show(parts->page, reading->job->messages->sites.sites[site].shown, shown, sizeof shown);
        qp_add_places(parts->page->tables, &(const struct qp_row_places){.text = shown});
    }
    places->failed |= site == UINT32_MAX || qp_map_put(&parts->place_of, site, places->rows) != 0;
    return (uint32_t)places->rows - 1;
}

/* Add a bar at its end, when its duration is known. A bar within it is shorter, and is added before it. */
static bool end_bar(void *to, const struct qp_bar *bar)
{
    struct reading *reading = to;
    struct qp_parts *parts = reading->parts;
    uint64_t duration = bar->until > bar->from ? bar->until - bar->from : 0;
    if (reading->pass == COUNT)
        qp_durations_add(&reading->calls, duration);
    if (reading->pass != SHOW || !qp_durations_takes(&reading->calls, duration))
        return true;
    const struct qp_bar_part made = {
        .position = place_on(reading, bar->track, bar->depth, bar->from),
        .until = reading->offset_ns + bar->until,
        .kind = bar->kind,
        .value = bar->kind == QP_BAR_FUNCTION && bar->value != QP_NONE ? reading->methods[bar->value] : bar->value,
        .place = place_at(reading, bar->location),
        .method = QP_NONE};
    return QP_ARRAY_APPEND(&parts->bars, &parts->bar_count, made);
}

static bool take_sample(void *to, const struct qp_sample *sample)
{
    struct reading *reading = to;
    struct qp_parts *parts = reading->parts;
    reading->samples += reading->pass == COUNT;
    if (reading->pass != SHOW || reading->samples > parts->page->request->most_parts / 4)
        return true;
    const struct qp_sample_part made = {place_on(reading, sample->track, 0, sample->at), sample->number};
    return QP_ARRAY_APPEND(&parts->samples, &parts->sample_count, made);
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

/* Return the time at which the call of a message began; without a call, the time of its event. */
static uint64_t entered_at(const struct reading *reading, const struct qp_point *point)
{
    const struct qp_resolved *event = point->event;
    return event->event.in_call && event->entered ? qp_profile_since_start(&reading->profile, event->entered)
                                                  : point->at;
}

/* Map the numbers of received messages, as far as they are known by now, to the messages of the timeline. */
static bool number_received(struct reading *reading)
{
    uint32_t mark;
    uint64_t number;
    bool ok = true;
    while (ok && qp_flows_next(&reading->flows, &mark, &number))
        ok = mark == QP_NONE || !number || qp_map_put(&reading->message_of, number, mark + 1ull) == 0;
    return ok && !reading->flows.failed;
}

static bool take_received(struct reading *reading, const struct qp_point *point)
{
    struct qp_parts *parts = reading->parts;
    const struct qp_resolved *event = point->event;
    uint64_t entered = entered_at(reading, point), duration = point->at > entered ? point->at - entered : 0;
    bool shown = reading->pass == SHOW && qp_durations_takes(&reading->receives, duration);
    if (reading->pass == COUNT) {
        qp_durations_add(&reading->receives, duration);
        return true;
    }
    const struct qp_part_position to = place_on(reading, point->track, 0, point->at);
    const struct qp_message_part made = {.from = QP_NONE,
                                         .to = to.track,
                                         .received = to.at,
                                         .bytes = event->event.value,
                                         .tag = event->channel ? (uint32_t)event->channel->tag : 0};
    if (shown && !QP_ARRAY_APPEND(&parts->messages, &parts->message_count, made))
        return false;
    qp_flows_receive(&reading->flows, event, shown ? parts->message_count - 1 : QP_NONE);
    return number_received(reading);
}

static bool take_sent(struct reading *reading, const struct qp_point *point)
{
    if (reading->pass != SEND)
        return true;
    uint64_t number = qp_flows_send(&reading->flows, point->event);
    uint64_t index = number ? qp_map_get(&reading->message_of, number) : 0;
    if (!index)
        return true;
    struct qp_message_part *message = &reading->parts->messages[index - 1];
    const struct qp_part_position from = place_on(reading, point->track, 0, entered_at(reading, point));
    message->from = from.track;
    message->sent = from.at;
    return true;
}

static bool take_point(void *to, const struct qp_point *point)
{
    struct reading *reading = to;
    struct qp_parts *parts = reading->parts;
    enum qp_event_kind kind = point->event->event.kind;
    if (kind == QP_EVENT_SEND)
        return take_sent(reading, point);
    if (kind == QP_EVENT_RECEIVE)
        return take_received(reading, point);
    bool lost = kind == QP_EVENT_LOST || kind == QP_EVENT_GAP;
    reading->points += reading->pass == COUNT && (lost || kind == QP_EVENT_COMMENT);
    if (reading->pass != SHOW || (!lost && kind != QP_EVENT_COMMENT))
        return true;
    if (parts->point_count >= parts->page->request->most_parts / 8) {
        parts->left_out++;
        return true;
    }
    char text[NAME_SIZE];
    const struct qp_point_part made = {place_on(reading, point->track, 0, point->at), QP_NONE,
                                       lost ? "lost" : "comment",
                                       strdup(qp_page_show(parts->page, point->event->text, text, sizeof text))};
    return made.text && QP_ARRAY_APPEND(&parts->points, &parts->point_count, made);
}

static bool follow(void *to, const struct qp_resolved *event)
{
    struct reading *reading = to;
    if (reading->pass != COUNT)
        qp_flows_follow(&reading->flows, event);
    return !reading->flows.failed;
}

/* ---- ranks ------------------------------------------------------------------------------------------------------- */

static bool find_methods(struct reading *reading)
{
    const struct qp_profile *profile = &reading->profile;
    reading->methods = malloc(((size_t)profile->method_count + 1) * sizeof *reading->methods);
    for (uint32_t i = 0; reading->methods && i < profile->method_count; i++) {
        const struct qp_function_key key = qp_function_key_of(profile, i);
        uint32_t number = profile->methods[i].product == QP_VT ? qp_function_keys_find(&reading->keys, &key) : QP_NONE;
        reading->methods[i] = number == QP_NONE ? QP_NONE : reading->method_of_key[number];
    }
    return reading->methods;
}

static bool read_log(struct reading *reading)
{
    const struct qp_tracks_calls calls = {.track = take_track,
                                          .end = end_bar,
                                          .sample = take_sample,
                                          .point = take_point,
                                          .without = ~(1u << QP_VT),
                                          .event = follow};
    if (!qp_tracks_read(&reading->resolver, &calls, reading))
        return false;
    if (reading->pass == COUNT)
        return true;
    qp_flows_end(&reading->flows);
    return number_received(reading);
}

/* Read the log with what the pass needs: call sites and methods to show calls. */
static bool read_shown(struct reading *reading, struct qp_error *error)
{
    if (reading->pass != SHOW)
        return read_log(reading);
    if (qp_file_sites_open(&reading->sites, &reading->job->messages->sites, &reading->profile, error))
        return false;
    bool ok = find_methods(reading) && read_log(reading);
    qp_file_sites_close(&reading->sites);
    free(reading->methods);
    return ok;
}

/* Read the log of an open file for which the resolver is open, too. */
static bool read_resolved(struct reading *reading, struct qp_error *error)
{
    if (reading->pass == COUNT)
        return read_shown(reading, error);
    if (qp_flows_open(&reading->flows, &reading->resolver.events, error))
        return error->code != QP_ERR_MEMORY;
    bool ok = read_shown(reading, error);
    qp_flows_close(&reading->flows);
    return ok;
}

/* Read the log of a rank. A file that cannot be read any more has no log. Return false if out of memory. */
static bool read_rank(struct reading *reading, uint32_t rank)
{
    const struct qp_job *job = reading->job->job;
    struct qp_error error = {0};
    bool ok = true;
    reading->rank = rank;
    reading->offset_ns = qp_job_offset_ns(job, rank);
    if (reading->pass == SHOW)
        reading->first_track[rank] = reading->next_track;
    if (qp_profile_open(&reading->profile, job->files[rank].path, &error))
        return error.code != QP_ERR_MEMORY;
    if (qp_resolver_open(&reading->resolver, &reading->profile, &error) == 0) {
        ok = read_resolved(reading, &error);
        qp_resolver_close(&reading->resolver);
    }
    qp_profile_close(&reading->profile);
    return ok && error.code != QP_ERR_MEMORY;
}

static bool read_ranks(struct reading *reading, enum reading_pass pass)
{
    bool ok = true;
    reading->pass = pass;
    for (uint32_t i = 0; ok && i < reading->job->job->rank_count; i++)
        ok = read_rank(reading, i);
    return ok;
}

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static bool add_keys(struct reading *reading, const struct qp_profile *profile)
{
    reading->method_of_key = malloc(((size_t)profile->method_count + 1) * sizeof *reading->method_of_key);
    bool ok = reading->method_of_key;
    for (uint32_t i = 0; ok && i < profile->method_count; i++) {
        const struct qp_function_key key = qp_function_key_of(profile, i);
        uint32_t before = reading->keys.count;
        uint32_t number = profile->methods[i].product == QP_VT ? qp_function_keys_add(&reading->keys, &key) : before;
        ok = number != QP_NONE;
        if (ok && reading->keys.count > before)
            reading->method_of_key[number] = i;
    }
    return ok;
}

/* Up to a quarter of the parts are messages, another one samples of counters, and an eighth points. The others are
 * calls. */
static bool read_all(struct reading *reading)
{
    struct qp_parts *parts = reading->parts;
    uint64_t most = parts->page->request->most_parts, messages = most / 4;
    if (!read_ranks(reading, COUNT))
        return false;
    parts->left_out += qp_durations_choose(&reading->receives, &messages);
    most -= messages + (reading->points < most / 8 ? reading->points : most / 8);
    if (reading->samples > parts->page->request->most_parts / 4)
        parts->left_out += reading->samples;
    else
        most -= reading->samples;
    parts->left_out += qp_durations_choose(&reading->calls, &most);
    parts->page->least_call_ns = qp_durations_least_ns(&reading->calls);
    parts->page->least_receive_ns = qp_durations_least_ns(&reading->receives);
    return read_ranks(reading, SHOW) && (!parts->message_count || read_ranks(reading, SEND));
}

bool qp_rank_parts_open(struct qp_parts *parts, struct qp_page *page)
{
    const struct qp_page_job *job = page->request->job;
    struct reading reading = {.parts = parts, .job = job};
    *parts = (struct qp_parts){.page = page, .until = UINT64_MAX};
    reading.first_track = calloc((size_t)job->job->rank_count + 1, sizeof *reading.first_track);
    bool ok = reading.first_track && add_keys(&reading, page->request->profile) && read_all(&reading);
    free(reading.first_track);
    free(reading.method_of_key);
    qp_function_keys_fini(&reading.keys);
    qp_map_fini(&reading.message_of);
    if (!ok)
        qp_parts_close(parts);
    return ok;
}
