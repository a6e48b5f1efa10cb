/* definitions_write.c - writes the definitions of an archive. Each definition comes after those that it refers to. */
#include "export/otf2/definitions.h"

#include "format/array.h"

#include <stdlib.h>

enum { MACHINE, FIRST_HOST }; /* numbers of system tree nodes */

/* State of the writer. Numbers of strings that no event refers to are found before the strings are written. */
struct state {
    struct qp_otf2_definitions *definitions;
    OTF2_GlobalDefWriter *writer;
    uint32_t machine, host, mpi, user, template, frames, io, files;
    uint32_t groups; /* number of groups written so far */
    bool failed;
};

static void check(struct state *state, OTF2_ErrorCode code)
{
    state->failed |= code != OTF2_SUCCESS;
}

#define PUT(what, ...) check(state, OTF2_GlobalDefWriter_Write##what(state->writer, __VA_ARGS__))

static bool has_mpi(const struct qp_otf2_definitions *definitions)
{
    return definitions->comm_count != 0;
}

/* ---- system tree ------------------------------------------------------------------------------------------------- */

static void put_clock(struct state *state)
{
    const struct qp_otf2_definitions *it = state->definitions;
    PUT(ClockProperties, 1000000000, it->start_ns, it->end_ns > it->start_ns ? it->end_ns - it->start_ns : 0,
        it->start_realtime_ns);
}

static void put_strings(struct state *state)
{
    const struct qp_otf2_definitions *it = state->definitions;
    for (uint32_t i = 0; i < it->string_count; i++)
        PUT(String, i, it->strings[i].bytes);
}

static void put_paradigms(struct state *state)
{
    PUT(Paradigm, OTF2_PARADIGM_USER, state->user, OTF2_PARADIGM_CLASS_PROCESS);
    if (!has_mpi(state->definitions))
        return;
    PUT(Paradigm, OTF2_PARADIGM_MPI, state->mpi, OTF2_PARADIGM_CLASS_PROCESS);
    PUT(ParadigmProperty, OTF2_PARADIGM_MPI, OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE, OTF2_TYPE_STRING,
        (OTF2_AttributeValue){.stringRef = state->template});
}

static void put_system_tree(struct state *state)
{
    const struct qp_otf2_definitions *it = state->definitions;
    PUT(SystemTreeNode, MACHINE, state->machine, state->machine, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    PUT(SystemTreeNodeDomain, MACHINE, OTF2_SYSTEM_TREE_DOMAIN_MACHINE);
    for (uint32_t i = 0; i < it->host_count; i++) {
        PUT(SystemTreeNode, FIRST_HOST + i, it->hosts[i], state->host, MACHINE);
        PUT(SystemTreeNodeDomain, FIRST_HOST + i, OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY);
    }
    for (uint32_t i = 0; i < it->process_count; i++)
        PUT(LocationGroup, i, it->processes[i].name, OTF2_LOCATION_GROUP_TYPE_PROCESS,
            FIRST_HOST + it->processes[i].host, OTF2_UNDEFINED_LOCATION_GROUP);
    for (uint32_t i = 0; i < it->location_count; i++)
        PUT(Location, it->locations[i].self, it->locations[i].name, OTF2_LOCATION_TYPE_CPU_THREAD,
            it->locations[i].events, it->locations[i].process);
}

/* ---- regions ----------------------------------------------------------------------------------------------------- */

static void put_regions(struct state *state)
{
    const struct qp_otf2_definitions *it = state->definitions;
    for (uint32_t i = 0; i < it->region_count; i++) {
        const struct qp_otf2_region *region = &it->regions[i];
        PUT(Region, i, region->name, region->name, 0, region->function.role, region->paradigm, OTF2_REGION_FLAG_NONE,
            region->file, region->line, region->line);
    }
}

/* Write a group of the regions of each class. */
static void put_region_groups(struct state *state)
{
    const struct qp_otf2_definitions *it = state->definitions;
    uint64_t *members = calloc((size_t)it->region_count + 1, sizeof *members);
    bool *done = calloc((size_t)it->region_count + 1, sizeof *done);
    state->failed |= !members || !done;
    for (uint32_t i = 0; !state->failed && i < it->region_count; i++) {
        uint32_t count = 0;
        if (done[i] || !it->regions[i].group)
            continue;
        for (uint32_t k = i; k < it->region_count; k++) {
            if (it->regions[k].group == it->regions[i].group) {
                done[k] = true;
                members[count++] = k;
            }
        }
        PUT(Group, state->groups++, it->regions[i].group, OTF2_GROUP_TYPE_REGIONS, it->regions[i].paradigm,
            OTF2_GROUP_FLAG_NONE, count, members);
    }
    free(members);
    free(done);
}

static void put_contexts(struct state *state)
{
    const struct qp_otf2_definitions *it = state->definitions;
    for (uint32_t i = 0; i < it->place_count; i++)
        PUT(SourceCodeLocation, i, it->places[i].file, it->places[i].line);
    for (uint32_t i = 0; i < it->context_count; i++) {
        const struct qp_otf2_site *site = &it->sites[it->contexts[i].site];
        PUT(CallingContext, i, site->region, site->place, it->contexts[i].parent);
    }
    for (uint32_t i = 0; i < it->context_count; i++) {
        uint32_t caller = it->sites[it->contexts[i].site].caller;
        if (caller)
            PUT(CallingContextProperty, i, state->frames, OTF2_TYPE_STRING, (OTF2_AttributeValue){.stringRef = caller});
    }
}

/* ---- metrics ----------------------------------------------------------------------------------------------------- */

static void put_metric_class(struct state *state, uint32_t index)
{
    PUT(MetricClass, state->definitions->metrics[index].self, 1, &(OTF2_MetricMemberRef){index},
        OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_CPU);
}

static void put_metric_instance(struct state *state, uint32_t index)
{
    const struct qp_otf2_instance *instance = &state->definitions->instances[index];
    uint32_t first = instance->scope == OTF2_SCOPE_SYSTEM_TREE_NODE ? FIRST_HOST : 0;
    PUT(MetricInstance, instance->self, instance->metric, instance->location, instance->scope, first + instance->owner);
}

static void put_metrics(struct state *state)
{
    const struct qp_otf2_definitions *it = state->definitions;
    for (uint32_t i = 0; i < it->metric_count; i++) {
        const struct qp_otf2_metric *metric = &it->metrics[i];
        PUT(MetricMember, i, metric->name, metric->description, OTF2_METRIC_TYPE_USER, metric->mode, metric->type,
            OTF2_BASE_DECIMAL, 0, metric->unit);
    }
    /* Readers expect metrics and instances in the order of their common numbers. */
    for (uint32_t i = 0, k = 0; i < it->metric_count || k < it->instance_count;) {
        if (k == it->instance_count || (i < it->metric_count && it->metrics[i].self < it->instances[k].self))
            put_metric_class(state, i++);
        else
            put_metric_instance(state, k++);
    }
}

/* ---- communicators ----------------------------------------------------------------------------------------------- */

/* Return the number of a rank in the group of all ranks of all worlds. */
static uint64_t number_of(const struct qp_otf2_definitions *definitions, struct qp_otf2_rank rank)
{
    uint64_t first = 0;
    for (uint32_t i = 0; i < rank.world; i++)
        first += definitions->worlds[i].size;
    return first + rank.rank;
}

/* Write the group of the main threads of all ranks, to which the members of all other groups refer. */
static void put_ranks(struct state *state)
{
    const struct qp_otf2_definitions *it = state->definitions;
    uint64_t *members = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < it->world_count; i++)
        for (uint32_t k = 0; k < it->worlds[i].size; k++)
            state->failed |= !QP_ARRAY_APPEND(&members, &count, it->processes[it->worlds[i].processes[k]].main);
    if (!state->failed)
        PUT(Group, state->groups++, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, count,
            members);
    free(members);
}

static void put_group(struct state *state, const struct qp_otf2_group *group)
{
    uint64_t *members = calloc((size_t)group->count + 1, sizeof *members);
    for (uint32_t i = 0; members && i < group->count; i++)
        members[i] = number_of(state->definitions, group->ranks[i]);
    if (members)
        PUT(Group, state->groups++, 0, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE,
            group->count, members);
    state->failed |= !members;
    free(members);
}

static void put_world(struct state *state, uint32_t world)
{
    struct qp_otf2_group group = {.ranks = NULL};
    for (uint32_t i = 0; i < state->definitions->worlds[world].size; i++)
        state->failed |= !QP_ARRAY_APPEND(&group.ranks, &group.count, (struct qp_otf2_rank){world, i});
    if (!state->failed)
        put_group(state, &group);
    free(group.ranks);
}

static void put_comm(struct state *state, uint32_t self)
{
    const struct qp_otf2_comm *comm = &state->definitions->comms[self];
    uint32_t first = state->groups;
    if (comm->kind == QP_OTF2_WORLD) {
        put_world(state, comm->world);
    } else if (comm->kind == QP_OTF2_SELF) {
        PUT(Group, state->groups++, 0, OTF2_GROUP_TYPE_COMM_SELF, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 0, NULL);
    } else if (comm->kind == QP_OTF2_INTRA) {
        put_group(state, &comm->groups[0]);
    } else {
        put_group(state, comm->groups[1].count ? &comm->groups[1] : &comm->reporters);
        put_group(state, &comm->groups[0]);
        PUT(InterComm, self, comm->name, first, first + 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
        return;
    }
    PUT(Comm, self, comm->name, first, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
}

static void put_comms(struct state *state)
{
    const struct qp_otf2_definitions *it = state->definitions;
    if (!has_mpi(it))
        return;
    put_ranks(state);
    for (uint32_t i = 0; i < it->comm_count && !state->failed; i++)
        put_comm(state, i);
    for (uint32_t i = 0; i < it->comm_count; i++)
        if (it->comms[i].windows)
            PUT(RmaWin, i, it->comms[i].name, i, OTF2_RMA_WIN_FLAG_NONE);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static bool has_files(const struct qp_otf2_definitions *definitions)
{
    for (uint32_t i = 0; i < definitions->process_count; i++)
        if (definitions->processes[i].has_files)
            return true;
    return false;
}

/* Write a handle for each process that used files. It is open from the start. */
static void put_files(struct state *state)
{
    const struct qp_otf2_definitions *it = state->definitions;
    if (!has_files(it))
        return;
    PUT(IoParadigm, 0, state->io, state->io, OTF2_IO_PARADIGM_CLASS_PARALLEL, OTF2_IO_PARADIGM_FLAG_NONE, 0, NULL, NULL,
        NULL);
    for (uint32_t i = 0; i < it->process_count; i++) {
        if (!it->processes[i].has_files)
            continue;
        PUT(IoHandle, i, state->files, OTF2_UNDEFINED_IO_FILE, 0, OTF2_IO_HANDLE_FLAG_PRE_CREATED, OTF2_UNDEFINED_COMM,
            OTF2_UNDEFINED_IO_HANDLE);
        PUT(IoPreCreatedHandleState, i, OTF2_IO_ACCESS_MODE_READ_WRITE, OTF2_IO_STATUS_FLAG_NONE);
    }
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

void qp_otf2_definitions_add_missing(struct qp_otf2_definitions *definitions)
{
    for (uint32_t i = 0; i < definitions->world_count; i++) {
        for (uint32_t k = 0; k < definitions->worlds[i].size && !definitions->failed; k++) {
            uint32_t process = definitions->process_count;
            char name[60];
            if (definitions->worlds[i].processes[k] != QP_OTF2_NONE)
                continue;
            snprintf(name, sizeof name, "MPI Rank %u (not exported)", k);
            uint32_t string = qp_otf2_string(definitions, name);
            uint32_t host = qp_otf2_host(definitions, qp_text_of("unknown host"));
            definitions->worlds[i].processes[k] = process;
            definitions->failed |= !QP_ARRAY_APPEND(&definitions->processes, &definitions->process_count,
                                                    (struct qp_otf2_process){string, host, process, false}) ||
                                   !QP_ARRAY_APPEND(&definitions->locations, &definitions->location_count,
                                                    (struct qp_otf2_location){process, string, process, 0});
        }
    }
}

bool qp_otf2_definitions_write(struct qp_otf2_definitions *definitions, OTF2_GlobalDefWriter *writer)
{
    struct state it = {.definitions = definitions, .writer = writer}, *state = &it;
    state->machine = qp_otf2_string(definitions, "machine");
    state->host = qp_otf2_string(definitions, "node");
    state->mpi = qp_otf2_string(definitions, "MPI");
    state->user = qp_otf2_string(definitions, "user");
    state->template = qp_otf2_string(definitions, "MPI communicator ${id}");
    state->frames = qp_otf2_string(definitions, "called from");
    if (has_files(definitions)) {
        state->io = qp_otf2_string(definitions, "MPI-IO");
        state->files = qp_otf2_string(definitions, "files of MPI");
    }
    if (definitions->failed)
        return false;
    put_clock(state);
    put_strings(state);
    put_paradigms(state);
    put_system_tree(state);
    put_regions(state);
    put_region_groups(state);
    put_contexts(state);
    put_metrics(state);
    put_comms(state);
    put_files(state);
    return !state->failed;
}
