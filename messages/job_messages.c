#include "messages/job_messages.h"

#include "base/number.h"
#include "base/order.h"
#include "format/array.h"
#include "format/diagnostic.h"

#include <stdlib.h>

/* ---- processes -------------------------------------------------------------------------------------------------- */

/* For a process of another MPI_COMM_WORLD, a file has only its rank there (qp_channel_record). If the job has two
 * worlds, the other world is meant. */
int32_t qp_job_messages_process(const struct qp_job_messages *job, const struct qp_job_rank *rank, int32_t peer)
{
    if (peer >= 0)
        return qp_process(rank->world, (uint32_t)peer);
    if (peer == QP_PEER_NONE || job->worlds > 2)
        return QP_PEER_NONE;
    return qp_process(rank->world == 0, (uint32_t)(-2 - peer));
}

void qp_process_name(int32_t process, char name[QP_PROCESS_NAME])
{
    int32_t spawned = -2 - process;
    if (process >= 0)
        snprintf(name, QP_PROCESS_NAME, "%d", process);
    else if (process == QP_PEER_NONE)
        snprintf(name, QP_PROCESS_NAME, "?");
    else
        snprintf(name, QP_PROCESS_NAME, "%d.%d", spawned / QP_PROCESS_RANKS + 1, spawned % QP_PROCESS_RANKS);
}

/* ---- communicators ---------------------------------------------------------------------------------------------- */

/* Return the lowest process of the remote group of an intercommunicator, which distinguishes its two groups. */
static int32_t lowest_peer(const struct qp_job_messages *job, const struct qp_job_rank *rank,
                           const struct qp_communicator_item *item)
{
    int32_t lowest = INT32_MAX;
    for (uint32_t i = 0; item->members && i < item->count; i++) {
        int32_t peer = qp_job_messages_process(job, rank, (int32_t)(int64_t)item->members[i]);
        lowest = peer < lowest ? peer : lowest;
    }
    return lowest;
}

/* Return the key of a communicator in the job. Each world has its own MPI_COMM_WORLD. */
static uint64_t key_of(const struct qp_job_rank *rank, const struct qp_communicator_item *item)
{
    return item->number == QP_COMMUNICATOR_WORLD ? (uint64_t)rank->world << 32 : item->key;
}

static bool add_communicator(struct qp_job_messages *job, const struct qp_job_rank *rank,
                             const struct qp_communicator_item *item)
{
    const struct qp_job_communicator made = {
        .key = key_of(rank, item), .members = item->count, .inter = item->inter, .group = lowest_peer(job, rank, item)};
    uint32_t index =
        QP_ARRAY_KEYED(&job->communicator_map, made.key, &job->communicators, &job->communicator_count, made);
    if (index == UINT32_MAX)
        return false;
    struct qp_job_communicator *it = &job->communicators[index];
    if (it->inter && it->files > 0 && it->group != INT32_MAX && it->group != made.group) {
        it->members += item->count; /* the other group */
        it->group = INT32_MAX;
    }
    it->files++;
    if (it->name.length == 0 && item->name.length > 0)
        it->name = qp_texts_keep(&job->sites.texts, item->name);
    return true;
}

static bool add_communicators(struct qp_job_messages *job, const struct qp_job_rank *rank,
                              const struct qp_messages *messages)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < messages->communicator_count; i++)
        if (messages->communicators[i].number != QP_COMMUNICATOR_OTHER)
            ok = add_communicator(job, rank, &messages->communicators[i]);
    return ok;
}

uint32_t qp_job_messages_communicator(const struct qp_job_messages *job, const struct qp_job_rank *rank,
                                      const struct qp_messages *messages, int32_t number)
{
    const struct qp_communicator_item *item = qp_messages_communicator(messages, number);
    uint64_t index =
        item && number != QP_COMMUNICATOR_OTHER ? qp_map_get(&job->communicator_map, key_of(rank, item)) : 0;
    return index ? (uint32_t)index - 1 : QP_COMMUNICATOR_UNKNOWN;
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static void add_message_totals(struct qp_messages_row *row, const struct qp_traffic_item *item, uint64_t ns)
{
    struct qp_message_totals *totals = item->direction == QP_TRAFFIC_RECEIVED ? &row->received : &row->sent;
    totals->count += item->count;
    totals->bytes += item->bytes;
    totals->ns += ns;
    if (item->direction == QP_TRAFFIC_BOTH)
        row->received = (struct qp_message_totals){row->sent.count, row->received.bytes + item->received, row->sent.ns};
}

static bool add_size(struct qp_job_messages *job, enum qp_messages_by by, uint32_t index,
                     const struct qp_traffic_item *item)
{
    uint64_t key = ((uint64_t)by << 32 | index) << 7 | item->size;
    uint32_t before = job->size_count;
    struct qp_messages_row *row = &job->by[by].rows[index];
    uint32_t size = QP_ARRAY_KEYED(&job->size_map, key, &job->sizes, &job->size_count,
                                   (struct qp_messages_size){.bits = item->size, .next = row->sizes});
    if (size == UINT32_MAX)
        return false;
    if (job->size_count > before)
        row->sizes = size + 1;
    *(item->direction == QP_TRAFFIC_RECEIVED ? &job->sizes[size].received : &job->sizes[size].sent) += item->count;
    return true;
}

static bool add_to(struct qp_job_messages *job, enum qp_messages_by by, int32_t from, int32_t to,
                   const struct qp_traffic_item *item, uint64_t ns)
{
    struct qp_messages_table *table = &job->by[by];
    enum qp_channel_kind kind = item->channel.kind;
    uint64_t key = (uint64_t)kind << 62 | (uint64_t)((uint32_t)from & INT32_MAX) << 31 | ((uint32_t)to & INT32_MAX);
    uint32_t index = QP_ARRAY_KEYED(&table->map, key, &table->rows, &table->count,
                                    (struct qp_messages_row){.kind = kind, .from = from, .to = to});
    if (index == UINT32_MAX)
        return false;
    add_message_totals(&table->rows[index], item, ns);
    return add_size(job, by, index, item);
}

static bool add_by_rank(struct qp_job_messages *job, const struct qp_job_rank *of, const struct qp_traffic_item *item,
                        uint64_t ns)
{
    int32_t rank = of->rank, peer = qp_job_messages_process(job, of, item->channel.peer);
    bool alone = item->direction == QP_TRAFFIC_BOTH || item->channel.kind == QP_CHANNEL_FILE;
    if (alone)
        return add_to(job, QP_MESSAGES_BY_RANK, rank, rank, item, ns);
    return item->direction == QP_TRAFFIC_SENT ? add_to(job, QP_MESSAGES_BY_RANK, rank, peer, item, ns)
                                              : add_to(job, QP_MESSAGES_BY_RANK, peer, rank, item, ns);
}

static bool add_item(struct qp_job_messages *job, const struct qp_messages *messages, struct qp_file_sites *sites,
                     const struct qp_job_rank *rank, const struct qp_traffic_item *item)
{
    uint64_t ns = qp_profile_ns(messages->profile, item->ticks);
    uint32_t site = qp_file_sites_site(sites, item->location), path = qp_file_sites_path(sites, item->node);
    uint32_t communicator = qp_job_messages_communicator(job, rank, messages, item->channel.communicator);
    if (site == UINT32_MAX)
        return false;
    add_message_totals(&job->all[item->channel.kind], item, ns);
    return add_by_rank(job, rank, item, ns) &&
           add_to(job, QP_MESSAGES_BY_COMMUNICATOR, (int32_t)communicator, 0, item, ns) &&
           (item->channel.kind != QP_CHANNEL_MESSAGE ||
            add_to(job, QP_MESSAGES_BY_TAG, item->channel.tag, item->channel.tag_range, item, ns)) &&
           add_to(job, QP_MESSAGES_BY_SITE, (int32_t)site, 0, item, ns) &&
           add_to(job, QP_MESSAGES_BY_PATH, (int32_t)path, 0, item, ns) &&
           add_to(job, QP_MESSAGES_BY_SIZE, (int32_t)item->size, 0, item, ns);
}

uint64_t qp_messages_row_count(const struct qp_messages_row *row)
{
    return row->sent.count > row->received.count ? row->sent.count : row->received.count;
}

uint64_t qp_messages_row_bytes(const struct qp_messages_row *row)
{
    return row->sent.bytes > row->received.bytes ? row->sent.bytes : row->received.bytes;
}

bool qp_job_messages_has_both(const struct qp_job_messages *job, const struct qp_messages_row *row)
{
    return qp_job_messages_rank(job, row->from) != UINT32_MAX && qp_job_messages_rank(job, row->to) != UINT32_MAX;
}

bool qp_job_messages_differ(const struct qp_job_messages *job, const struct qp_messages_row *row)
{
    return row->kind == QP_CHANNEL_MESSAGE && qp_job_messages_has_both(job, row) &&
           (row->sent.count != row->received.count || row->sent.bytes != row->received.bytes);
}

const char *qp_messages_by_name(enum qp_messages_by by)
{
    static const char *const names[] = {
#define X(constant, name) [QP_MESSAGES_BY_##constant] = name,
        QP_MESSAGES_BY_LIST(X)
#undef X
    };
    return names[by];
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

static bool add_items(struct qp_job_messages *job, struct qp_job_rank *rank, const struct qp_messages *messages,
                      struct qp_file_sites *sites)
{
    bool ok = add_communicators(job, rank, messages);
    for (uint32_t i = 0; ok && i < messages->item_count; i++) {
        const struct qp_traffic_item *item = &messages->items[i];
        if (item->channel.communicator == QP_COMMUNICATOR_OTHER && item->channel.peer == QP_PEER_NONE)
            rank->lost += item->count;
        ok = add_item(job, messages, sites, rank, item);
    }
    return ok && !job->sites.texts.failed;
}

static int add_profile(struct qp_job_messages *job, struct qp_job_rank *rank, struct qp_profile *profile,
                       struct qp_error *error)
{
    struct qp_messages messages;
    struct qp_file_sites sites;
    if (qp_messages_open(&messages, profile, error))
        return error->code;
    rank->has_messages = messages.item_count > 0;
    if (qp_file_sites_open(&sites, &job->sites, profile, error) == 0) {
        if (!add_items(job, rank, &messages, &sites))
            qp_error_memory(error);
        qp_file_sites_close(&sites);
    }
    qp_messages_close(&messages);
    return error->code;
}

static int add_file(struct qp_job_messages *job, struct qp_job_rank *rank, struct qp_error *error)
{
    struct qp_profile profile;
    if (qp_profile_open(&profile, rank->path, error))
        return error->code;
    rank->start_ns = profile.reader.header.clock_start.monotonic_ns;
    rank->duration_ns = qp_profile_duration_ns(&profile);
    rank->has_moments = qp_profile_last_moment(&profile) != 0;
    rank->complete = qp_profile_is_complete(&profile);
    rank->no_room = profile.reader.header.diagnostics[QP_VT][QP_DIAGNOSTIC_NO_ROOM].count > 0;
    if (job->program.length == 0)
        job->program = qp_texts_keep(&job->sites.texts, profile.program);
    add_profile(job, rank, &profile, error);
    rank->damaged = profile.reader.damages > 0;
    qp_profile_close(&profile);
    return error->code;
}

/* Read only the header of a file: how many worlds the job has must be known before messages are read. */
static int add_rank(struct qp_job_messages *job, const char *path, struct qp_error *error)
{
    struct qp_reader reader;
    if (qp_reader_open(&reader, path, error))
        return error->code;
    const struct qp_header *header = &reader.header;
    const struct qp_job_rank rank = {.path = path,
                                     .host = qp_texts_keep(&job->sites.texts, qp_reader_text(&reader, header->host)),
                                     .job = header->job,
                                     .world = header->world,
                                     .rank = qp_process(header->world, header->rank)};
    job->worlds = header->world >= job->worlds ? header->world + 1 : job->worlds;
    job->size = header->world == 0 && header->ranks > job->size ? header->ranks : job->size;
    if (!QP_ARRAY_APPEND(&job->ranks, &job->rank_count, rank))
        qp_error_memory(error);
    qp_reader_close(&reader);
    return error->code;
}

static int by_rank(const void *left, const void *right)
{
    const struct qp_job_rank *a = left, *b = right;
    bool a_spawned = a->rank < 0, b_spawned = b->rank < 0;
    if (a_spawned != b_spawned)
        return a_spawned - b_spawned;
    int order = (a->rank > b->rank) - (a->rank < b->rank);
    return a_spawned ? -order : order;
}

static int order_ranks(struct qp_job_messages *job, struct qp_error *error)
{
    char name[QP_PROCESS_NAME];
    qp_sort(job->ranks, job->rank_count, sizeof *job->ranks, by_rank);
    job->one_host = true;
    for (uint32_t i = 1; i < job->rank_count && !error->code; i++) {
        const struct qp_job_rank *a = &job->ranks[i - 1], *b = &job->ranks[i];
        qp_process_name(a->rank, name);
        if (a->job && b->job && a->job != b->job)
            qp_error_set(error, QP_ERR_CHOICE, "%s and %s are of different jobs", a->path, b->path);
        else if (a->rank == b->rank)
            qp_error_set(error, QP_ERR_CHOICE, "%s and %s are both of rank %s; name the files of one job", a->path,
                         b->path, name);
        job->one_host &= qp_text_equal(a->host, b->host);
    }
    return error->code;
}

uint32_t qp_job_messages_rank(const struct qp_job_messages *job, int32_t rank)
{
    const struct qp_job_rank key = {.rank = rank};
    const struct qp_job_rank *found =
        job->rank_count ? bsearch(&key, job->ranks, job->rank_count, sizeof key, by_rank) : NULL;
    return found ? (uint32_t)(found - job->ranks) : UINT32_MAX;
}

int qp_job_messages_open(struct qp_job_messages *job, const char *const *paths, uint32_t count, struct qp_error *error)
{
    *job = (struct qp_job_messages){0};
    if (!qp_call_sites_open(&job->sites))
        return qp_error_memory(error);
    for (int i = 0; i < QP_CHANNEL_KINDS; i++)
        job->all[i].kind = (enum qp_channel_kind)i;
    if (!QP_ARRAY_APPEND(&job->communicators, &job->communicator_count, (struct qp_job_communicator){.members = 0}))
        qp_error_memory(error);
    for (uint32_t i = 0; i < count && !error->code; i++)
        add_rank(job, paths[i], error);
    if (!error->code)
        order_ranks(job, error);
    for (uint32_t i = 0; i < job->rank_count && !error->code; i++)
        add_file(job, &job->ranks[i], error);
    if (error->code)
        qp_job_messages_close(job);
    return error->code;
}

void qp_job_messages_close(struct qp_job_messages *job)
{
    for (int i = 0; i < QP_MESSAGES_BYS; i++) {
        free(job->by[i].rows);
        qp_map_fini(&job->by[i].map);
    }
    free(job->ranks);
    free(job->communicators);
    free(job->sizes);
    qp_map_fini(&job->communicator_map);
    qp_map_fini(&job->size_map);
    qp_call_sites_close(&job->sites);
    *job = (struct qp_job_messages){0};
}
