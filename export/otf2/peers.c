#include "export/otf2/peers.h"

#include "format/array.h"

#include <stdlib.h>

enum { WORLD_KEY = 10, SELF_KEY, SHARED_KEY, OWN_KEY, UNKNOWN_KEY };

struct state {
    struct qp_otf2_definitions *definitions;
    const struct qp_otf2_self *self;
    const struct qp_messages *messages;
    uint32_t *comms; /* for each communicator of the file: number of its definition */
};

/* ---- ranks ------------------------------------------------------------------------------------------------------- */

/* Find the rank that a peer (struct qp_channel_record) is. Return false if it is none. A process that is not in the
 * own world is a process of the world that spawned it, or of the first one that was spawned. */
static bool find_rank(struct state *state, int64_t peer, struct qp_otf2_rank *rank)
{
    uint32_t world = peer >= 0 ? state->self->world : state->self->world == 0;
    int64_t number = peer >= 0 ? peer : -2 - peer;
    if (number < 0 || number >= QP_OTF2_RANKS)
        return false;
    *rank = (struct qp_otf2_rank){qp_otf2_world(state->definitions, world, (uint32_t)number + 1), (uint32_t)number};
    return !state->definitions->failed;
}

static struct qp_otf2_group read_group(struct state *state, const struct qp_communicator_item *item)
{
    struct qp_otf2_group group = {.ranks = NULL};
    for (uint32_t i = 0; item->members && i < item->count; i++) {
        struct qp_otf2_rank rank;
        if (find_rank(state, (int64_t)item->members[i], &rank))
            state->definitions->failed |= !QP_ARRAY_APPEND(&group.ranks, &group.count, rank);
    }
    return group;
}

static bool is_same_group(const struct qp_otf2_group *a, const struct qp_otf2_group *b)
{
    return a->count == b->count && (a->count == 0 || memcmp(a->ranks, b->ranks, a->count * sizeof *a->ranks) == 0);
}

/* ---- communicators ----------------------------------------------------------------------------------------------- */

static uint32_t add_comm(struct qp_otf2_definitions *definitions, const uint64_t key[3],
                         const struct qp_otf2_comm *comm)
{
    uint64_t identity = qp_texts_identity(&definitions->texts, key, 3 * sizeof *key);
    uint32_t number =
        QP_ARRAY_KEYED(&definitions->comm_map, identity, &definitions->comms, &definitions->comm_count, *comm);
    definitions->failed |= number == QP_OTF2_NONE || identity == 0;
    return definitions->failed ? QP_OTF2_NONE : number;
}

/* Add the group that a process recorded for a communicator, if it is new. */
static void add_group(struct state *state, struct qp_otf2_comm *comm, struct qp_otf2_group group)
{
    struct qp_otf2_rank own;
    bool first = !comm->groups[0].count || is_same_group(&comm->groups[0], &group);
    if (!comm->groups[0].count)
        comm->groups[0] = group;
    else if (comm->kind == QP_OTF2_INTER && !first && !comm->groups[1].count)
        comm->groups[1] = group;
    else
        free(group.ranks);
    if (comm->kind == QP_OTF2_INTER && first && find_rank(state, state->self->rank, &own))
        state->definitions->failed |= !QP_ARRAY_APPEND(&comm->reporters.ranks, &comm->reporters.count, own);
}

static uint32_t define_comm(struct state *state, const struct qp_communicator_item *item)
{
    struct qp_otf2_definitions *definitions = state->definitions;
    uint64_t key[3] = {item->key ? SHARED_KEY : OWN_KEY, item->key ? item->key : state->self->process, 0};
    struct qp_otf2_comm comm = {.kind = item->inter ? QP_OTF2_INTER : QP_OTF2_INTRA};
    const char *name = NULL;
    if (!item->key)
        key[2] = item->number;
    if (item->number == QP_COMMUNICATOR_SELF) {
        key[0] = SELF_KEY;
        key[1] = key[2] = 0;
        comm.kind = QP_OTF2_SELF;
        name = "MPI_COMM_SELF";
    } else if (!item->members) { /* the world, or communicators for which there was no number left */
        key[0] = WORLD_KEY;
        key[1] = state->self->world;
        key[2] = item->number;
        comm.kind = QP_OTF2_WORLD;
        comm.world = qp_otf2_world(definitions, state->self->world, 1);
        name = item->number == QP_COMMUNICATOR_WORLD ? "MPI_COMM_WORLD" : "other communicators";
    }
    uint32_t number = add_comm(definitions, key, &comm);
    if (number == QP_OTF2_NONE)
        return number;
    if (definitions->comms[number].kind == QP_OTF2_INTRA || definitions->comms[number].kind == QP_OTF2_INTER)
        add_group(state, &definitions->comms[number], read_group(state, item));
    uint32_t string = item->name.length ? qp_otf2_text(definitions, item->name)
                      : name            ? qp_otf2_string(definitions, name)
                                        : 0;
    if (!definitions->comms[number].name)
        definitions->comms[number].name = string;
    return number;
}

/* Define a communicator of which the file has only the number: messages of programs that call libvt themselves. Its
 * members are those of the world. */
static uint32_t define_unknown(struct state *state, int32_t number)
{
    const uint64_t key[3] = {UNKNOWN_KEY, state->self->world, (uint32_t)number};
    char name[40];
    snprintf(name, sizeof name, "communicator %d", number);
    struct qp_otf2_comm comm = {.kind = QP_OTF2_WORLD,
                                .name = qp_otf2_string(state->definitions, name),
                                .world = qp_otf2_world(state->definitions, state->self->world, 1)};
    return add_comm(state->definitions, key, &comm);
}

/* ---- channels ---------------------------------------------------------------------------------------------------- */

static uint32_t find_member(const struct qp_communicator_item *item, int64_t peer)
{
    for (uint32_t i = 0; i < item->count; i++)
        if ((int64_t)item->members[i] == peer)
            return i;
    return QP_OTF2_NONE;
}

static struct qp_otf2_peer find_peer(struct state *state, const struct qp_event_channel *channel)
{
    const struct qp_communicator_item *item = qp_messages_communicator(state->messages, channel->communicator);
    struct qp_otf2_rank rank;
    struct qp_otf2_peer peer = {.rank = QP_OTF2_NONE};
    if (channel->kind == QP_CHANNEL_FILE)
        return (struct qp_otf2_peer){QP_OTF2_NONE, QP_OTF2_NONE};
    peer.comm =
        item ? state->comms[item - state->messages->communicators] : define_unknown(state, channel->communicator);
    bool found = find_rank(state, channel->peer, &rank);
    if (found && item && item->members)
        peer.rank = find_member(item, channel->peer);
    else if (found)
        peer.rank = item && item->number == QP_COMMUNICATOR_SELF ? 0 : rank.rank;
    if (channel->kind != QP_CHANNEL_COLLECTIVE && peer.rank == QP_OTF2_NONE)
        peer.comm = QP_OTF2_NONE;
    else if (channel->kind == QP_CHANNEL_ONE_SIDED && peer.comm != QP_OTF2_NONE)
        state->definitions->comms[peer.comm].windows = true;
    return peer;
}

struct qp_otf2_peer *qp_otf2_peers(struct qp_otf2_definitions *definitions, const struct qp_otf2_self *self,
                                   const struct qp_messages *messages, const struct qp_event_definitions *log)
{
    struct state state = {.definitions = definitions, .self = self, .messages = messages};
    struct qp_otf2_peer *peers = calloc((size_t)log->channel_count + 1, sizeof *peers);
    state.comms = calloc((size_t)messages->communicator_count + 1, sizeof *state.comms);
    definitions->failed |= !peers || !state.comms;
    for (uint32_t i = 0; i < messages->communicator_count && !definitions->failed; i++)
        state.comms[i] = define_comm(&state, &messages->communicators[i]);
    for (uint32_t i = 0; i < log->channel_count && !definitions->failed; i++)
        peers[i] = find_peer(&state, &log->channels[i]);
    free(state.comms);
    if (!definitions->failed)
        return peers;
    free(peers);
    return NULL;
}
