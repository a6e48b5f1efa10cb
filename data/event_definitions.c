#include "data/event_definitions.h"

#include "data/array.h"

static bool load_scopes(struct qp_event_definitions *definitions, struct qp_reader *reader)
{
    struct qp_walk walk = {.kind = QP_KIND_SCOPE};
    uint32_t room = 0;
    const struct qp_scope_record *record;
    while ((record = qp_reader_published(reader, &walk, sizeof *record))) {
        if (!qp_array_room(&definitions->scopes, definitions->scope_count, &room, sizeof *definitions->scopes))
            return false;
        definitions->scopes[definitions->scope_count++] =
            (struct qp_event_scope){record->handle & QP_EVENT_INDEX, qp_reader_text(reader, record->name),
                                    qp_reader_text(reader, record->class_name), record->begin, record->end};
    }
    if (definitions->scope_count)
        qsort(definitions->scopes, definitions->scope_count, sizeof *definitions->scopes, qp_array_by_reference);
    return true;
}

static bool load_channels(struct qp_event_definitions *definitions, struct qp_reader *reader)
{
    struct qp_walk walk = {.kind = QP_KIND_CHANNEL};
    uint32_t room = 0;
    const struct qp_channel_record *record;
    while ((record = qp_reader_published(reader, &walk, sizeof *record))) {
        if (!qp_array_room(&definitions->channels, definitions->channel_count, &room, sizeof *definitions->channels))
            return false;
        definitions->channels[definitions->channel_count++] =
            (struct qp_event_channel){record->handle & QP_EVENT_INDEX, record->peer, record->tag, record->communicator};
    }
    if (definitions->channel_count)
        qsort(definitions->channels, definitions->channel_count, sizeof *definitions->channels, qp_array_by_reference);
    return true;
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
    static const char *const names[QP_EVENT_KINDS + 1] = {
#define X(constant, number, name) [QP_EVENT_##constant] = name,
        QP_EVENT_KIND_LIST(X)
#undef X
            [QP_EVENT_GAP] = "gap",
    };
    return kind >= sizeof names / sizeof *names ? NULL : names[kind] ? names[kind] : "";
}

bool qp_event_definitions_open(struct qp_event_definitions *definitions, struct qp_reader *reader)
{
    *definitions = (struct qp_event_definitions){0};
    return load_scopes(definitions, reader) && load_channels(definitions, reader);
}

void qp_event_definitions_close(struct qp_event_definitions *definitions)
{
    free(definitions->scopes);
    free(definitions->channels);
}
