#include "profile/log/messages.h"

#include "format/array.h"
#include "profile/load/load.h"

#include <stdlib.h>

static bool add_communicator(void *to, const void *of)
{
    struct qp_messages *messages = to;
    const struct qp_communicator_record *record = of;
    struct qp_reader *reader = &messages->profile->reader;
    const uint64_t *members =
        record->members != 0 ? qp_reader_at(reader, record->members, record->count * sizeof *members) : NULL;
    if (record->members != 0 && !members) {
        qp_reader_damage(reader, "the members of communicator %u are incomplete", record->number);
        return true;
    }
    return QP_ARRAY_APPEND(&messages->communicators, &messages->communicator_count,
                           (struct qp_communicator_item){
                               .number = record->number,
                               .name = qp_reader_text(reader, record->name),
                               .rank = record->rank,
                               .count = record->count,
                               .members = members,
                               .inter = (record->flags & QP_COMMUNICATOR_INTER) != 0,
                               .key = record->key,
                           });
}

static bool add_channel(void *to, const void *of)
{
    struct qp_messages *messages = to;
    const struct qp_channel_record *record = of;
    if (record->kind >= QP_CHANNEL_KINDS) {
        qp_reader_damage(&messages->profile->reader, "channel %u is of an unknown kind", record->handle);
        return true;
    }
    return QP_ARRAY_APPEND(&messages->channels, &messages->channel_count,
                           (struct qp_channel_item){
                               .handle = record->handle,
                               .peer = record->peer,
                               .tag = record->tag,
                               .communicator = record->communicator,
                               .kind = (enum qp_channel_kind)record->kind,
                               .tag_range = record->tag_range != 0,
                           });
}

static const struct qp_channel_item *find_channel(const struct qp_messages *messages, uint32_t handle)
{
    uint32_t found = qp_array_find(messages->channels, messages->channel_count, sizeof *messages->channels, handle);
    return found == UINT32_MAX ? NULL : &messages->channels[found];
}

static bool add_item(void *to, const void *of)
{
    struct qp_messages *messages = to;
    const struct qp_traffic_record *record = of;
    const struct qp_profile *profile = messages->profile;
    uint32_t thread = qp_array_find(profile->threads, profile->carrier_count, sizeof *profile->threads, record->thread);
    const struct qp_channel_item *channel = find_channel(messages, record->channel);
    if (thread == QP_NONE || !channel || record->direction >= QP_TRAFFIC_DIRECTIONS || record->size > 64) {
        qp_reader_damage(&messages->profile->reader, "totals of messages belong to no thread or channel");
        return true;
    }
    return record->count == 0 || QP_ARRAY_APPEND(&messages->items, &messages->item_count,
                                                 (struct qp_traffic_item){
                                                     .thread = thread,
                                                     .node = qp_nodes_find(profile, record->node),
                                                     .location = record->location,
                                                     .channel = *channel,
                                                     .direction = (enum qp_traffic_direction)record->direction,
                                                     .size = record->size,
                                                     .count = record->count,
                                                     .bytes = record->bytes,
                                                     .received = record->received,
                                                     .ticks = record->ticks,
                                                 });
}

int qp_messages_open(struct qp_messages *messages, struct qp_profile *profile, struct qp_error *error)
{
    struct qp_reader *reader = &profile->reader;
    *messages = (struct qp_messages){.profile = profile};
    bool ok = qp_reader_each(reader, QP_KIND_COMMUNICATOR, sizeof(struct qp_communicator_record), add_communicator,
                             messages) &&
              qp_reader_each(reader, QP_KIND_CHANNEL, sizeof(struct qp_channel_record), add_channel, messages);
    if (ok) {
        qp_array_sort(messages->communicators, messages->communicator_count, sizeof *messages->communicators);
        qp_array_sort(messages->channels, messages->channel_count, sizeof *messages->channels);
        ok = qp_reader_each(reader, QP_KIND_TRAFFIC, sizeof(struct qp_traffic_record), add_item, messages);
    }
    if (ok)
        return 0;
    qp_messages_close(messages);
    return qp_error_memory(error);
}

void qp_messages_close(struct qp_messages *messages)
{
    free(messages->communicators);
    free(messages->channels);
    free(messages->items);
    *messages = (struct qp_messages){0};
}

const struct qp_communicator_item *qp_messages_communicator(const struct qp_messages *messages, int32_t number)
{
    uint32_t found = qp_array_find(messages->communicators, messages->communicator_count,
                                   sizeof *messages->communicators, (uint32_t)number);
    return found == UINT32_MAX ? NULL : &messages->communicators[found];
}

const char *qp_messages_direction_name(enum qp_traffic_direction direction)
{
    static const char *const names[] = {
#define X(constant, name) [QP_TRAFFIC_##constant] = name,
        QP_TRAFFIC_LIST(X)
#undef X
    };
    return names[direction];
}

const char *qp_messages_kind_name(enum qp_channel_kind kind)
{
    static const char *const names[] = {
#define X(constant, name) [QP_CHANNEL_##constant] = name,
        QP_CHANNEL_LIST(X)
#undef X
    };
    return names[kind];
}
