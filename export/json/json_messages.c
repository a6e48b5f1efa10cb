/* json_messages.c - the JSON of messages: communicators, and totals by channel, call path, call site and size. */
#include "export/json/json.h"

static bool write_members(struct qp_export *export, const void *of)
{
    const struct qp_communicator_item *it = of;
    for (uint32_t i = 0; it->members && i < it->count; i++)
        qp_json_put(export, NULL, qp_json_integer((int64_t)it->members[i]));
    return true;
}

bool qp_json_communicator(struct qp_export *export, uint32_t index)
{
    const struct qp_json *json = export->state;
    const struct qp_communicator_item *it = &json->messages.communicators[index];
    return QP_JSON_ELEMENT(export, {"id", qp_json_number(it->number)}, {"name", qp_json_text_or_null(it->name)},
                           {"key", qp_json_id(it->key)}, {"rank", qp_json_integer(it->rank)},
                           {"size", qp_json_number(it->count)}, {"inter", qp_json_boolean(it->inter)},
                           {"members", it->members ? qp_json_list(write_members, it) : qp_json_null()});
}

bool qp_json_message(struct qp_export *export, uint32_t index)
{
    const struct qp_json *json = export->state;
    const struct qp_traffic_item *it = &json->messages.items[index];
    const struct qp_channel_item *channel = &it->channel;
    int64_t last = channel->tag_range ? 2 * (int64_t)channel->tag - 1 : channel->tag;
    return QP_JSON_ELEMENT(
        export, {"channel", qp_json_word(qp_messages_kind_name(channel->kind))},
        {"way", qp_json_word(qp_messages_direction_name(it->direction))}, {"peer", qp_json_integer(channel->peer)},
        {"tag", qp_json_integer(channel->tag)}, {"last_tag", qp_json_integer(last)},
        {"communicator", qp_json_integer(channel->communicator)}, {"thread", qp_json_number(it->thread)},
        {"node", qp_json_index(it->node)}, {"location", it->location ? qp_json_number(it->location) : qp_json_null()},
        {"bits", qp_json_number(it->size)}, {"count", qp_json_number(it->count)}, {"bytes", qp_json_number(it->bytes)},
        {"received_bytes", qp_json_number(it->received)}, {"ns", qp_json_ns(export, it->ticks)});
}
