/* moved totals|log|order FILE: print what a rank's data file has about messages, in the form of tally.h.
 *
 * totals: the records of totals, one line for each kind, direction, communicator, peer and tag: the number of messages
 * comes after the tag. A tag that stands for a range has a + behind it. log: the events of the log in the same form,
 * but one line for each event, without numbers. order: the messages in the order that decides which send belongs to
 * which receive: "send|receive KEY SENDER RECEIVER TAG BYTES", sends as they were sent, receives as they were posted.
 * Besides, `log` and `order` check that requests are posted before they are complete. */
#include "profile/log/messages.h"
#include "profile/log/resolved.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct qp_profile profile;
static struct qp_messages messages;
static int faults;

static void stop(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(2);
}

static void fault(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    faults++;
}

/* Print a communicator's name, or its members. */
static void print_communicator(int32_t number, enum qp_channel_kind kind)
{
    const struct qp_communicator_item *found = qp_messages_communicator(&messages, number);
    if (kind == QP_CHANNEL_ONE_SIDED || kind == QP_CHANNEL_FILE)
        printf("-");
    else if (!found)
        printf("?%d", number);
    else if (found->name.length > 0)
        printf("%.*s", (int)found->name.length, found->name.bytes);
    else
        for (uint32_t i = 0; i < found->count; i++)
            printf("%s%" PRId64, i == 0 ? "#" : ",", found->members ? (int64_t)found->members[i] : (int64_t)i);
}

static void print_totals(void)
{
    for (uint32_t i = 0; i < messages.item_count; i++) {
        const struct qp_traffic_item *item = &messages.items[i];
        const struct qp_channel_item *channel = &item->channel;
        printf("%s %s ", qp_messages_kind_name(channel->kind), qp_messages_direction_name(item->direction));
        print_communicator(channel->communicator, channel->kind);
        printf(" %d %d%s %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", channel->peer, channel->tag,
               channel->tag_range ? "+" : "", item->count, item->bytes, item->received);
    }
}

/* ---- the log -- */

enum { SENT, RECEIVED, COLLECTIVE };

struct moved {
    uint64_t order; /* messages: tick when it was sent or posted */
    int direction;
    const struct qp_event_channel *channel;
    uint64_t bytes, received;
};

static struct moved *list;
static size_t count, room;

static void add(struct moved moved)
{
    if (count == room) {
        room = 2 * room + 64;
        list = realloc(list, room * sizeof *list);
    }
    list[count++] = moved;
}

static struct request {
    bool open, completed;
    uint64_t posted;
} * requests;

static struct request *request_of(uint32_t number)
{
    if (number >= QP_MESSAGE_REQUEST)
        stop("a request has a number that is too large");
    return &requests[number];
}

static void post(const struct qp_resolved *resolved)
{
    struct request *request = request_of(resolved->event.request);
    if (request->open)
        fault("request %u is started again before it is complete\n", resolved->event.request);
    *request = (struct request){true, false, resolved->entered};
}

static uint64_t complete(const struct qp_resolved *resolved)
{
    struct request *request = request_of(resolved->event.request);
    if (!request->open)
        fault("request %u is complete, but was not started\n", resolved->event.request);
    if (resolved->event.tick < request->posted)
        fault("request %u is complete before it was started\n", resolved->event.request);
    request->open = false;
    return request->posted;
}

static void look_at(const struct qp_resolved *resolved)
{
    const struct qp_event *event = &resolved->event;
    bool is_message = (event->kind == QP_EVENT_SEND || event->kind == QP_EVENT_RECEIVE) && event->in_call;
    if ((is_message || event->kind == QP_EVENT_COLLECTIVE) && !resolved->channel)
        stop("an event has no channel");
    if ((is_message || event->kind == QP_EVENT_COLLECTIVE) &&
        (resolved->entered == 0 || resolved->entered > event->tick))
        fault("an event is in no call\n");
    uint64_t order = resolved->entered;
    if (event->kind == QP_EVENT_POST || (event->kind == QP_EVENT_SEND && is_message && event->request != 0))
        post(resolved);
    if (event->kind == QP_EVENT_COMPLETE || (event->kind == QP_EVENT_RECEIVE && is_message && event->request != 0))
        order = complete(resolved);
    if (event->kind == QP_EVENT_COLLECTIVE)
        add((struct moved){0, COLLECTIVE, resolved->channel, event->value, event->received});
    else if (is_message)
        add((struct moved){order, event->kind == QP_EVENT_SEND ? SENT : RECEIVED, resolved->channel, event->value, 0});
}

static void read_log(void)
{
    struct qp_resolver resolver;
    struct qp_resolved resolved;
    struct qp_error error;
    requests = calloc(QP_MESSAGE_REQUEST, sizeof *requests);
    if (!requests || qp_resolver_open(&resolver, &profile, &error) != 0)
        stop("no log");
    while (qp_resolver_next(&resolver, &resolved))
        look_at(&resolved);
}

static void print_log(void)
{
    static const char *const directions[] = {"sent", "received", "both"};
    for (size_t i = 0; i < count; i++) {
        const struct qp_event_channel *channel = list[i].channel;
        printf("%s %s ", qp_messages_kind_name((enum qp_channel_kind)channel->kind), directions[list[i].direction]);
        print_communicator(channel->communicator, (enum qp_channel_kind)channel->kind);
        printf(" %d %d%s %" PRIu64 " %" PRIu64 "\n", channel->peer, channel->tag, channel->tag_range ? "+" : "",
               list[i].bytes, list[i].received);
    }
}

static int compare(const void *one, const void *other)
{
    const struct moved *a = one, *b = other;
    return a->order != b->order ? (a->order < b->order ? -1 : 1) : (a < b ? -1 : 1);
}

static void print_order(void)
{
    int own = (int)profile.reader.header.rank;
    qsort(list, count, sizeof *list, compare);
    for (size_t i = 0; i < count; i++) {
        const struct qp_event_channel *channel = list[i].channel;
        const struct qp_communicator_item *communicator = qp_messages_communicator(&messages, channel->communicator);
        if (channel->kind != QP_CHANNEL_MESSAGE || !communicator)
            continue;
        bool sent = list[i].direction == SENT;
        printf("%s %" PRIx64 " %d %d %d %" PRIu64 "\n", sent ? "send" : "receive", communicator->key,
               sent ? own : channel->peer, sent ? channel->peer : own, channel->tag, list[i].bytes);
    }
}

int main(int argc, char **argv)
{
    struct qp_error error;
    if (argc != 3 || qp_profile_open(&profile, argv[2], &error) != 0 ||
        qp_messages_open(&messages, &profile, &error) != 0)
        stop("no data file");
    if (strcmp(argv[1], "totals") == 0)
        return print_totals(), 0;
    read_log();
    if (strcmp(argv[1], "log") == 0)
        print_log();
    else
        print_order();
    return faults > 0;
}
