#include "vtmpi/communicator.h"

#include "base/atomic.h"
#include "core/log/communicator.h"

#include <pthread.h>
#include <stdlib.h>

static struct vtmpi_communicator world = {.references = 1, .number = QP_COMMUNICATOR_WORLD};
static struct vtmpi_communicator self = {.references = 1, .number = QP_COMMUNICATOR_SELF, .size = 1};
static int32_t self_peer;
static int keyval = MPI_KEYVAL_INVALID;
static MPI_Group world_group = MPI_GROUP_NULL;
static MPI_Group other_group = MPI_GROUP_NULL; /* the other world of the job (qp_channel_record), once it is known */

/* Number of communicators that were freed. MPI may use their handles again, so the threads' caches become invalid. */
static uint32_t freed;

static _Thread_local struct {
    MPI_Comm handle;
    struct vtmpi_communicator *communicator;
    uint32_t freed;
} last __attribute__((tls_model("initial-exec")));

static int forget(MPI_Comm handle, int key, void *value, void *data)
{
    (void)handle, (void)key, (void)data;
    qp_add_relaxed(&freed, 1);
    vtmpi_communicator_drop(value);
    return MPI_SUCCESS;
}

void vtmpi_communicator_start(void)
{
    PMPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &world.size);
    self_peer = world.rank;
    self.peers = &self_peer;
    if (keyval == MPI_KEYVAL_INVALID) {
        PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &keyval, NULL);
        PMPI_Comm_group(MPI_COMM_WORLD, &world_group);
    }
    qp_communicator_define_fixed(QP_COMMUNICATOR_WORLD, (uint32_t)world.size, world.rank);
    qp_communicator_define_fixed(QP_COMMUNICATOR_SELF, 1, 0);
    qp_communicator_name(QP_COMMUNICATOR_WORLD, "MPI_COMM_WORLD");
    qp_communicator_name(QP_COMMUNICATOR_SELF, "MPI_COMM_SELF");
}

void vtmpi_communicator_translate(MPI_Group group, int count, const int *ranks, int32_t *peers)
{
    MPI_Group other = qp_load_acquire(&other_group);
    PMPI_Group_translate_ranks(group, count, ranks, world_group, peers);
    for (int i = 0; i < count; i++) {
        int there = MPI_UNDEFINED;
        if (peers[i] != MPI_UNDEFINED)
            continue;
        if (other != MPI_GROUP_NULL)
            PMPI_Group_translate_ranks(group, 1, &ranks[i], other, &there);
        peers[i] = there == MPI_UNDEFINED ? QP_PEER_NONE : -2 - there;
    }
}

/* Keep the first group that is not of the own world: the remote group of the communicator that MPI_Comm_get_parent or
 * MPI_Comm_spawn returns. Its ranks are those of the other world, unless only some processes of a world spawned this
 * one. Return true if it is kept. */
static bool keep_other(MPI_Group group)
{
    int first = 0, own;
    if (other_group != MPI_GROUP_NULL)
        return false;
    PMPI_Group_translate_ranks(group, 1, &first, world_group, &own);
    if (own == MPI_UNDEFINED)
        qp_store_release(&other_group, group);
    return own == MPI_UNDEFINED;
}

void vtmpi_communicator_meet_parent(void)
{
    MPI_Comm parent = MPI_COMM_NULL;
    if (PMPI_Comm_get_parent(&parent) == MPI_SUCCESS)
        vtmpi_communicator_find(parent);
}

/* Return the members of a group as peers, in memory that the caller frees. Return NULL if out of memory. */
static int32_t *peers_of(MPI_Group group, int size)
{
    int *ranks = malloc(((size_t)size + 1) * sizeof *ranks);
    int32_t *peers = malloc(((size_t)size + 1) * sizeof *peers);
    for (int i = 0; ranks && i < size; i++)
        ranks[i] = i;
    if (ranks && peers)
        vtmpi_communicator_translate(group, size, ranks, peers);
    else
        free(peers);
    free(ranks);
    return ranks ? peers : NULL;
}

static int32_t *peers_of_communicator(MPI_Comm handle, int (*get)(MPI_Comm, MPI_Group *), int *size)
{
    MPI_Group group;
    if (get(handle, &group) != MPI_SUCCESS)
        return NULL;
    PMPI_Group_size(group, size);
    bool kept = get == PMPI_Comm_remote_group && keep_other(group);
    int32_t *peers = peers_of(group, *size);
    if (!kept)
        PMPI_Group_free(&group);
    return peers;
}

/* Held while a communicator is defined and assigned to its handle: another thread may find the same one undefined. */
static pthread_mutex_t defining = PTHREAD_MUTEX_INITIALIZER;

static struct vtmpi_communicator *make(MPI_Comm handle)
{
    struct vtmpi_communicator *communicator = calloc(1, sizeof *communicator);
    int inter = 0, local_size = 0;
    PMPI_Comm_test_inter(handle, &inter);
    int32_t *local = peers_of_communicator(handle, PMPI_Comm_group, &local_size), *remote = NULL;
    if (inter && communicator)
        remote = peers_of_communicator(handle, PMPI_Comm_remote_group, &communicator->size);
    if (!communicator || !local || (inter && !remote)) {
        free(communicator);
        free(local);
        free(remote);
        return NULL;
    }
    PMPI_Comm_rank(handle, &communicator->rank);
    communicator->references = 1;
    communicator->inter = inter != 0;
    communicator->size = inter ? communicator->size : local_size;
    communicator->peers = inter ? remote : local;
    const struct qp_communicator definition = {
        .members = communicator->peers,
        .count = (uint32_t)communicator->size,
        .rank = communicator->rank,
        .flags = inter ? QP_COMMUNICATOR_INTER : 0,
        .group = inter ? qp_communicator_hash(local, (uint32_t)local_size) ^
                             qp_communicator_hash(remote, (uint32_t)communicator->size)
                       : 0,
    };
    communicator->number = qp_communicator_define(&definition);
    if (inter)
        free(local);
    return communicator;
}

static struct vtmpi_communicator *find_defined(MPI_Comm handle)
{
    void *value = NULL;
    int found = 0;
    return PMPI_Comm_get_attr(handle, keyval, &value, &found) == MPI_SUCCESS && found ? value : NULL;
}

/* Define a communicator that has the members of another one, or is this one. */
static struct vtmpi_communicator *define(MPI_Comm handle, MPI_Comm like)
{
    pthread_mutex_lock(&defining);
    struct vtmpi_communicator *communicator = find_defined(handle);
    if (!communicator) {
        communicator = make(like);
        if (communicator && PMPI_Comm_set_attr(handle, keyval, communicator) != MPI_SUCCESS) {
            vtmpi_communicator_drop(communicator);
            communicator = NULL;
        }
    }
    pthread_mutex_unlock(&defining);
    return communicator;
}

struct vtmpi_communicator *vtmpi_communicator_find(MPI_Comm handle)
{
    if (handle == MPI_COMM_WORLD)
        return &world;
    if (handle == MPI_COMM_SELF)
        return &self;
    if (handle == MPI_COMM_NULL || keyval == MPI_KEYVAL_INVALID)
        return NULL;
    uint32_t now = qp_load_relaxed(&freed);
    if (last.communicator && last.handle == handle && last.freed == now)
        return last.communicator;
    struct vtmpi_communicator *communicator = find_defined(handle);
    if (!communicator)
        communicator = define(handle, handle);
    if (!communicator)
        return NULL;
    last.handle = handle;
    last.communicator = communicator;
    last.freed = now;
    return communicator;
}

void vtmpi_communicator_duplicate(MPI_Comm handle, MPI_Comm copy)
{
    if (copy != MPI_COMM_NULL && keyval != MPI_KEYVAL_INVALID)
        define(copy, handle);
}

void vtmpi_communicator_hold(struct vtmpi_communicator *communicator)
{
    qp_add_relaxed(&communicator->references, 1);
}

void vtmpi_communicator_drop(struct vtmpi_communicator *communicator)
{
    if (communicator == &world || communicator == &self ||
        __atomic_sub_fetch(&communicator->references, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    free((void *)(uintptr_t)communicator->peers);
    free(communicator);
}

void vtmpi_communicator_name(MPI_Comm handle)
{
    char name[MPI_MAX_OBJECT_NAME + 1] = "";
    int length = 0;
    const struct vtmpi_communicator *communicator = vtmpi_communicator_find(handle);
    if (communicator && PMPI_Comm_get_name(handle, name, &length) == MPI_SUCCESS)
        qp_communicator_name(communicator->number, name);
}

int vtmpi_communicator_peer(const struct vtmpi_communicator *communicator, int rank)
{
    if (rank < 0 || rank >= communicator->size)
        return QP_PEER_NONE;
    return communicator->peers ? communicator->peers[rank] : rank;
}
