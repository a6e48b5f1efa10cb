#include "profile/log/event_definitions.h"

#include "format/array.h"

static bool add_scope(void *to, const void *of)
{
    struct qp_event_definitions *definitions = to;
    const struct qp_scope_record *record = of;
    return QP_ARRAY_APPEND(
        &definitions->scopes, &definitions->scope_count,
        (struct qp_event_scope){record->handle & QP_EVENT_INDEX, qp_reader_text(definitions->reader, record->name),
                                qp_reader_text(definitions->reader, record->class_name), record->begin, record->end});
}

static bool add_channel(void *to, const void *of)
{
    struct qp_event_definitions *definitions = to;
    const struct qp_channel_record *record = of;
    return QP_ARRAY_APPEND(
        &definitions->channels, &definitions->channel_count,
        (struct qp_event_channel){record->handle & QP_EVENT_INDEX, record->peer, record->tag, record->communicator});
}

const struct qp_event_scope *qp_event_definitions_scope(const struct qp_event_definitions *definitions, uint32_t index)
{
    uint32_t found = qp_array_find(definitions->scopes, definitions->scope_count, sizeof *definitions->scopes, index);
    return found == UINT32_MAX ? NULL : &definitions->scopes[found];
}

const struct qp_event_channel *qp_event_definitions_channel(const struct qp_event_definitions *definitions,
                                                            uint32_t index)
{
    uint32_t found =
        qp_array_find(definitions->channels, definitions->channel_count, sizeof *definitions->channels, index);
    return found == UINT32_MAX ? NULL : &definitions->channels[found];
}

const char *qp_events_kind_name(unsigned kind)
{
    static const char *const names[QP_EVENT_KINDS + 2] = {
#define X(constant, number, name) [QP_EVENT_##constant] = name,
        QP_EVENT_KIND_LIST(X)
#undef X
            [QP_EVENT_GAP] = "gap",
        [QP_EVENT_MARK] = "mark",
    };
    return kind >= sizeof names / sizeof *names ? NULL : names[kind] ? names[kind] : "";
}

bool qp_event_definitions_open(struct qp_event_definitions *definitions, struct qp_reader *reader)
{
    *definitions = (struct qp_event_definitions){.reader = reader};
    if (!qp_reader_each(reader, QP_KIND_SCOPE, sizeof(struct qp_scope_record), add_scope, definitions) ||
        !qp_reader_each(reader, QP_KIND_CHANNEL, sizeof(struct qp_channel_record), add_channel, definitions))
        return false;
    qp_array_sort(definitions->scopes, definitions->scope_count, sizeof *definitions->scopes);
    qp_array_sort(definitions->channels, definitions->channel_count, sizeof *definitions->channels);
    return true;
}

void qp_event_definitions_close(struct qp_event_definitions *definitions)
{
    free(definitions->scopes);
    free(definitions->channels);
}
