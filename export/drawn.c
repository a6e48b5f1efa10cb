#include "export/drawn.h"

#include "format/words.h"

uint32_t qp_drawn_without(const struct qp_export *export)
{
    uint32_t products = 0;
    for (uint32_t i = 0; i < QP_PRODUCTS; i++)
        products |= (uint32_t) !export->queries[i] << i;
    return products;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

void qp_drawn_track(const struct qp_export *export, const struct qp_track *track, char name[QP_DRAWN_NAME])
{
    char of[QP_DRAWN_NAME - 220], thread[200];
    qp_tracks_name(&export->log->events.events, track, of, sizeof of);
    if (track->kind == QP_TRACK_CARRIER) {
        snprintf(name, QP_DRAWN_NAME, "carrier %s", of);
    } else if (track->kind == QP_TRACK_COUNTER && track->thread != QP_NONE) {
        qp_profile_thread_name(export->profile, track->thread, thread, sizeof thread);
        snprintf(name, QP_DRAWN_NAME, "%s of %s", of, thread);
    } else {
        snprintf(name, QP_DRAWN_NAME, "%s", of);
    }
}

static void show_scope(const struct qp_events *events, uint32_t index, char name[QP_DRAWN_NAME])
{
    const struct qp_track track = {.kind = QP_TRACK_SCOPE,
                                   .scope = qp_event_definitions_scope(&events->definitions, index)};
    qp_tracks_name(events, &track, name, QP_DRAWN_NAME);
}

void qp_drawn_bar(const struct qp_export *export, const struct qp_bar *bar, char name[QP_DRAWN_NAME])
{
    switch (bar->kind) {
    case QP_BAR_STATE:
        snprintf(name, QP_DRAWN_NAME, "%s", qp_words_state(QP_TIME_OF(bar->value)));
        return;
    case QP_BAR_FUNCTION:
        if (bar->value != QP_NONE)
            qp_labels_text(&export->labels, bar->value, name, QP_DRAWN_NAME);
        else
            qp_tracks_function(&export->log->events.events, bar, name, QP_DRAWN_NAME);
        return;
    case QP_BAR_RUN:
        qp_life_show(export->profile, bar->life, name, QP_DRAWN_NAME);
        return;
    default:
        show_scope(&export->log->events.events, bar->object, name);
        return;
    }
}

uint64_t qp_drawn_bar_key(const struct qp_bar *bar)
{
    if (bar->kind == QP_BAR_SCOPE)
        return (uint64_t)(bar->kind + 1) << 32 | bar->object;
    if (bar->kind == QP_BAR_FUNCTION && bar->value == QP_NONE)
        return (uint64_t)QP_EVENT_KINDS << 32 | bar->object;
    return (uint64_t)(bar->kind + 1) << 32 | bar->value;
}

void qp_drawn_point(const struct qp_point *point, char name[QP_DRAWN_NAME])
{
    const struct qp_resolved *event = point->event;
    enum qp_event_kind kind = event->event.kind;
    if ((kind == QP_EVENT_SEND || kind == QP_EVENT_RECEIVE) && event->channel)
        snprintf(name, QP_DRAWN_NAME, "%s %d", kind == QP_EVENT_SEND ? "send to" : "receive from",
                 event->channel->peer);
    else if (kind == QP_EVENT_LOST)
        snprintf(name, QP_DRAWN_NAME, "events lost");
    else if (kind == QP_EVENT_GAP)
        snprintf(name, QP_DRAWN_NAME, "events overwritten");
    else if (kind == QP_EVENT_ON || kind == QP_EVENT_OFF)
        snprintf(name, QP_DRAWN_NAME, "events %s", qp_events_kind_name(kind));
    else
        snprintf(name, QP_DRAWN_NAME, "%s", qp_events_kind_name(kind));
}

/* ---- details ----------------------------------------------------------------------------------------------------- */

static uint32_t add_number(struct qp_drawn_detail *details, uint32_t count, const char *name, uint64_t number)
{
    int64_t most = number > INT64_MAX ? INT64_MAX : (int64_t)number;
    details[count] = (struct qp_drawn_detail){.name = name, .number = most};
    return count + 1;
}

static uint32_t add_text(struct qp_drawn_detail *details, uint32_t count, const char *name, struct qp_text text)
{
    details[count] = (struct qp_drawn_detail){.name = name, .text = text};
    return text.length ? count + 1 : count;
}

static uint32_t add_place(const struct qp_export *export, struct qp_drawn_detail *details, uint32_t count,
                          uint32_t location, uint64_t tick, char buffer[QP_DRAWN_NAME])
{
    if (!location)
        return count;
    if (!qp_locate_show(&export->log->locate, location, tick, buffer, QP_DRAWN_NAME))
        return QP_NONE;
    return add_text(details, count, "at", qp_text_of(buffer));
}

uint32_t qp_drawn_bar_details(const struct qp_export *export, const struct qp_bar *bar, char buffer[QP_DRAWN_NAME],
                              struct qp_drawn_detail details[QP_DRAWN_DETAILS])
{
    uint32_t method = bar->node == QP_NONE ? QP_NONE : export->profile->nodes[bar->node].method;
    if (method == QP_NONE)
        return add_place(export, details, 0, bar->location, bar->tick, buffer);
    qp_labels_text(&export->labels, method, buffer, QP_DRAWN_NAME);
    return add_text(details, 0, "in", qp_text_of(buffer));
}

static uint32_t message_details(const struct qp_resolved *event, struct qp_drawn_detail *details)
{
    uint32_t count = add_number(details, 0, "bytes", event->event.value);
    if (!event->channel)
        return count;
    details[count++] = (struct qp_drawn_detail){.name = "tag", .number = event->channel->tag};
    return count;
}

uint32_t qp_drawn_point_details(const struct qp_export *export, const struct qp_point *point,
                                char buffer[QP_DRAWN_NAME], struct qp_drawn_detail details[QP_DRAWN_DETAILS])
{
    const struct qp_event *event = &point->event->event;
    uint32_t count = 0;
    switch (event->kind) {
    case QP_EVENT_SEND:
    case QP_EVENT_RECEIVE:
        count = message_details(point->event, details);
        break;
    case QP_EVENT_COMMENT:
        count = add_text(details, 0, "text", point->event->text);
        break;
    case QP_EVENT_WAKE:
    case QP_EVENT_CREATE:
        qp_life_show(export->profile, point->life, buffer, QP_DRAWN_NAME);
        return add_text(details, 0, "whom", qp_text_of(buffer));
    case QP_EVENT_LOST:
        return add_number(details, 0, "events", event->value);
    case QP_EVENT_GAP:
        return add_number(details, 0, "blocks", event->value);
    default:
        break;
    }
    return add_place(export, details, count, event->location, event->tick, buffer);
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

static const char *holds(uint32_t genre)
{
    if (genre & QP_COUNTER_AFTER)
        return "until the next value";
    if (genre & QP_COUNTER_BEFORE)
        return "since the value before";
    return genre & QP_COUNTER_SAMPLE ? "sampled" : "";
}

void qp_drawn_unit(const struct qp_counter_item *counter, char *shown, size_t size)
{
    const char *when = holds(counter->genre);
    size_t length = qp_text_show(counter->unit, shown, size - 32);
    snprintf(shown + length, size - length, "%s%s", length && *when ? ", " : "", when);
}
