#include "export/otf2/mpi_function.h"

#include <string.h>
#include <strings.h>

#define ROLE(name)      OTF2_REGION_ROLE_##name
#define OPERATION(name) OTF2_COLLECTIVE_OP_##name

/* Collective functions, in upper case and without MPI_, the I of nonblocking ones, and the suffixes _INIT, _C and
 * NEIGHBOR_: X(name, role, operation). */
#define COLLECTIVES(X)                                                                                                 \
    X(BARRIER, BARRIER, BARRIER)                                                                                       \
    X(BCAST, COLL_ONE2ALL, BCAST)                                                                                      \
    X(SCATTER, COLL_ONE2ALL, SCATTER)                                                                                  \
    X(SCATTERV, COLL_ONE2ALL, SCATTERV)                                                                                \
    X(GATHER, COLL_ALL2ONE, GATHER)                                                                                    \
    X(GATHERV, COLL_ALL2ONE, GATHERV)                                                                                  \
    X(REDUCE, COLL_ALL2ONE, REDUCE)                                                                                    \
    X(ALLGATHER, COLL_ALL2ALL, ALLGATHER)                                                                              \
    X(ALLGATHERV, COLL_ALL2ALL, ALLGATHERV)                                                                            \
    X(ALLTOALL, COLL_ALL2ALL, ALLTOALL)                                                                                \
    X(ALLTOALLV, COLL_ALL2ALL, ALLTOALLV)                                                                              \
    X(ALLTOALLW, COLL_ALL2ALL, ALLTOALLW)                                                                              \
    X(ALLREDUCE, COLL_ALL2ALL, ALLREDUCE)                                                                              \
    X(REDUCE_SCATTER, COLL_ALL2ALL, REDUCE_SCATTER)                                                                    \
    X(REDUCE_SCATTER_BLOCK, COLL_ALL2ALL, REDUCE_SCATTER_BLOCK)                                                        \
    X(SCAN, COLL_OTHER, SCAN)                                                                                          \
    X(EXSCAN, COLL_OTHER, EXSCAN)                                                                                      \
    X(COMM_DUP, COLL_OTHER, CREATE_HANDLE)                                                                             \
    X(COMM_SPLIT, COLL_OTHER, CREATE_HANDLE)                                                                           \
    X(COMM_CREATE, COLL_OTHER, CREATE_HANDLE)                                                                          \
    X(COMM_FREE, COLL_OTHER, DESTROY_HANDLE)

/* Functions with another role: X(first part of the name, role). */
#define OTHERS(X)                                                                                                      \
    X("FILE_", FILE_IO)                                                                                                \
    X("WIN_", RMA)                                                                                                     \
    X("ACCUMULATE", RMA)                                                                                               \
    X("COMPARE_AND_SWAP", RMA)                                                                                         \
    X("FETCH_AND_OP", RMA)                                                                                             \
    X("GET_ACCUMULATE", RMA)                                                                                           \
    X("RACCUMULATE", RMA)                                                                                              \
    X("RGET", RMA)                                                                                                     \
    X("RPUT", RMA)                                                                                                     \
    X("PUT", RMA)                                                                                                      \
    X("BSEND", POINT2POINT)                                                                                            \
    X("CANCEL", POINT2POINT)                                                                                           \
    X("IBSEND", POINT2POINT)                                                                                           \
    X("IMPROBE", POINT2POINT)                                                                                          \
    X("IMRECV", POINT2POINT)                                                                                           \
    X("IPROBE", POINT2POINT)                                                                                           \
    X("IRECV", POINT2POINT)                                                                                            \
    X("IRSEND", POINT2POINT)                                                                                           \
    X("ISEND", POINT2POINT)                                                                                            \
    X("ISSEND", POINT2POINT)                                                                                           \
    X("MPROBE", POINT2POINT)                                                                                           \
    X("MRECV", POINT2POINT)                                                                                            \
    X("PRECV_INIT", POINT2POINT)                                                                                       \
    X("PROBE", POINT2POINT)                                                                                            \
    X("PSEND_INIT", POINT2POINT)                                                                                       \
    X("RECV", POINT2POINT)                                                                                             \
    X("RSEND", POINT2POINT)                                                                                            \
    X("SEND", POINT2POINT)                                                                                             \
    X("SSEND", POINT2POINT)                                                                                            \
    X("START", POINT2POINT)                                                                                            \
    X("TEST", POINT2POINT)                                                                                             \
    X("WAIT", POINT2POINT)

struct collective {
    const char *name;
    struct qp_otf2_function function;
};

static const struct collective collectives[] = {
#define X(name, role, operation) {#name, {ROLE(role), true, OPERATION(operation)}},
    COLLECTIVES(X)
#undef X
};

static const struct {
    const char *begin;
    OTF2_RegionRole role;
} others[] = {
#define X(begin, role) {begin, ROLE(role)},
    OTHERS(X)
#undef X
};

static void cut_end(char *name, const char *end)
{
    size_t length = strlen(name), size = strlen(end);
    if (length > size && strcasecmp(name + length - size, end) == 0)
        name[length - size] = '\0';
}

static const struct qp_otf2_function *find_collective(const char *name)
{
    if (strncasecmp(name, "NEIGHBOR_", 9) == 0)
        name += 9;
    for (size_t i = 0; i < sizeof collectives / sizeof *collectives; i++)
        if (strcasecmp(name, collectives[i].name) == 0)
            return &collectives[i].function;
    return NULL;
}

struct qp_otf2_function qp_otf2_function_of(struct qp_text text)
{
    struct qp_otf2_function function = {.role = ROLE(FUNCTION)};
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(text.length < 63 ? text.length : 63), text.bytes);
    const char *begin = strncasecmp(name, "MPI_", 4) == 0 ? name + 4 : name;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strncasecmp(begin, others[i].begin, strlen(others[i].begin)) == 0)
            function.role = others[i].role;
    if (strcasecmp(begin, "GET") == 0)
        function.role = ROLE(RMA);
    cut_end(name, "_C");
    cut_end(name, "_INIT");
    const struct qp_otf2_function *found = find_collective(begin);
    if (!found && strncasecmp(begin, "I", 1) == 0)
        found = find_collective(begin + 1);
    return found ? *found : function;
}
