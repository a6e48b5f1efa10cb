/* pprof.c - pprof's profile format, gzipped. pprof.proto has the part of the format that we use; proto/profile.proto in
 * pprof's sources has all.
 *
 * A sample is a call path with its self time and calls, and with blocked, waiting and runnable time, and
 * allocated objects and bytes, if the run has any. Its label is the name of its thread or group of virtual threads. A
 * function has one location, at its first line, since calling lines are not recorded. There are no addresses, and the
 * flags of the mapping keep pprof from looking up names. The comments are the notes about the data, and the number of
 * shortened paths (export/stacks.h). The message is written in parts (export/protobuf.h). Checked with go tool pprof of
 * Go 1.19 and protoc --decode. */
#include "export/export.h"
#include "export/gzip.h"
#include "export/protobuf.h"
#include "export/stacks.h"

#include <pprof.pb-c.h>
#include <stdlib.h>

/* Types of a sample's values. A type without any value in the run is omitted. */
enum { TIME, CALLS, BLOCKED, WAITING, RUNNABLE, OBJECTS, BYTES, TYPES };

static const size_t cost_of_type[TYPES] = {
    [TIME] = offsetof(struct qp_stacks_cost, self),         [CALLS] = offsetof(struct qp_stacks_cost, calls),
    [BLOCKED] = offsetof(struct qp_stacks_cost, blocked),   [WAITING] = offsetof(struct qp_stacks_cost, waiting),
    [RUNNABLE] = offsetof(struct qp_stacks_cost, runnable), [OBJECTS] = offsetof(struct qp_stacks_cost, objects),
    [BYTES] = offsetof(struct qp_stacks_cost, bytes),
};

enum { MAPPING = 1 };

struct state {
    struct qp_export *export;
    struct qp_put *put;
    struct qp_stacks stacks;
    int64_t string_count;
    int64_t *files; /* for each file: index of its name in the string table, 0 = not written yet */
    bool has[TYPES];
    bool others[3];    /* indexed by SHORTENED, NO_ROOM or NO_FUNCTION: true if a stack contains that function */
    int64_t label_key; /* index of "thread" or "group" in the string table, for the current tree */
    int64_t label;
    uint64_t locations[QP_STACKS_DEPTH + 3];
};

/* ---- parts of the message ---------------------------------------------------------------------------------------- */

static void put_part(const struct state *state, const Pprof__Profile *part)
{
    qp_protobuf_put(state->put, &part->base);
}

/* Add a text to the string table. Return its index. */
static int64_t put_string(struct state *state, const char *text)
{
    Pprof__Profile part = PPROF__PROFILE__INIT;
    char *texts[] = {(char *)text};
    part.n_string_table = 1;
    part.string_table = texts;
    put_part(state, &part);
    return state->string_count++;
}

static int64_t put_text(struct state *state, struct qp_text text)
{
    char shown[QP_LABEL_SIZE];
    qp_text_show(text, shown, sizeof shown);
    return put_string(state, shown);
}

/* Write a type of values. Return the index of its name. */
static int64_t put_type(struct state *state, const char *type, const char *unit)
{
    Pprof__Profile part = PPROF__PROFILE__INIT;
    Pprof__ValueType value = PPROF__VALUE_TYPE__INIT, *values[] = {&value};
    value.type = put_string(state, type);
    value.unit = put_string(state, unit);
    part.n_sample_type = 1;
    part.sample_type = values;
    put_part(state, &part);
    return value.type;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

/* Functions that are not methods. Their ids follow the ids of the methods. */
enum { SHORTENED, NO_ROOM, NO_FUNCTION, OTHERS };

static uint64_t id_of_other(struct state *state, int other)
{
    state->others[other] = true;
    return state->export->profile->method_count + 1ull + (uint64_t)other;
}

static uint64_t id_of(struct state *state, uint32_t method)
{
    if (method == QP_STACKS_SHORTENED)
        return id_of_other(state, SHORTENED);
    return method == QP_STACKS_NO_ROOM ? id_of_other(state, NO_ROOM) : method + 1ull;
}

static int64_t file_of(struct state *state, uint32_t file)
{
    if (file == QP_NONE)
        return 0;
    if (!state->files[file])
        state->files[file] = put_text(state, state->export->profile->files[file].name);
    return state->files[file];
}

static void put_function(struct state *state, uint64_t id, const char *name, int64_t file, int32_t first_line)
{
    Pprof__Profile part = PPROF__PROFILE__INIT;
    Pprof__Function function = PPROF__FUNCTION__INIT, *functions[] = {&function};
    Pprof__Line line = PPROF__LINE__INIT, *lines[] = {&line};
    Pprof__Location location = PPROF__LOCATION__INIT, *locations[] = {&location};
    function.id = line.function_id = location.id = id;
    function.name = function.system_name = put_string(state, name);
    function.filename = file;
    function.start_line = line.line = first_line;
    location.mapping_id = MAPPING;
    location.n_line = 1;
    location.line = lines;
    part.n_function = part.n_location = 1;
    part.function = functions;
    part.location = locations;
    put_part(state, &part);
}

/* Write the methods that may occur in stacks. Return false if out of memory. */
static bool put_functions(struct state *state)
{
    struct qp_export *export = state->export;
    uint32_t count, *numbers = qp_stacks_number(export->query, &export->scratch, &count);
    for (uint32_t i = 0; numbers && i < export->profile->method_count; i++) {
        const struct qp_profile_method *method = &export->profile->methods[i];
        char label[QP_LABEL_SIZE];
        if (numbers[i] == QP_NONE)
            continue;
        qp_labels_text(&export->labels, i, label, sizeof label);
        put_function(state, id_of(state, i), label, file_of(state, method->file), method->line);
    }
    return numbers;
}

/* Write the functions that are not methods, if a stack contains them. */
static void put_others(struct state *state)
{
    static const char *const names[] = {QP_STACKS_SHORTENED_NAME, QP_EXPORT_NO_ROOM, "(outside functions)"};
    for (int i = 0; i < OTHERS; i++) {
        if (state->others[i])
            put_function(state, id_of_other(state, i), names[i], 0, 0);
    }
}

/* ---- samples ----------------------------------------------------------------------------------------------------- */

static bool put_sample(void *of, const struct qp_stacks_path *stack)
{
    struct state *state = of;
    Pprof__Profile part = PPROF__PROFILE__INIT;
    Pprof__Label label = PPROF__LABEL__INIT, *labels[] = {&label};
    Pprof__Sample sample = PPROF__SAMPLE__INIT, *samples[] = {&sample};
    int64_t values[TYPES];
    sample.value = values;
    for (int i = 0; i < TYPES; i++) {
        if (state->has[i])
            values[sample.n_value++] = *(const int64_t *)((const char *)&stack->cost + cost_of_type[i]);
    }
    for (uint32_t i = 0; i < stack->depth; i++)
        state->locations[i] = id_of(state, stack->frames[stack->depth - 1 - i]);
    if (!stack->depth)
        state->locations[0] = id_of_other(state, NO_FUNCTION);
    sample.n_location_id = stack->depth ? stack->depth : 1;
    sample.location_id = state->locations;
    label.key = state->label_key;
    label.str = state->label;
    sample.n_label = 1;
    sample.label = labels;
    part.n_sample = 1;
    part.sample = samples;
    put_part(state, &part);
    return !ferror(state->put->out);
}

static bool put_samples(struct state *state)
{
    int64_t thread = put_string(state, "thread"), group = put_string(state, "group");
    bool ok = true;
    for (uint32_t i = 0; ok && i < state->stacks.top_count; i++) {
        char name[QP_TOP_NAME_SIZE];
        const struct qp_stacks_top *top = &state->stacks.tops[i];
        qp_top_names_text(&state->export->top_names, top->thread, top->group, name);
        state->label_key = top->thread != QP_NONE ? thread : group;
        state->label = put_string(state, name);
        ok = qp_stacks_walk(&state->stacks, i, put_sample, state);
    }
    return ok;
}

/* ---- run --------------------------------------------------------------------------------------------------------- */

static void put_types(struct state *state)
{
    const struct qp_totals *all = &state->export->query->all;
    const char *calls = qp_query_is_sampled(state->export->query) ? "samples" : "calls";
    const bool allocates = all->allocated.events;
    const char *const names[TYPES] = {"time", calls, "blocked", "waiting", "runnable", "alloc_objects", "alloc_space"};
    const char *const units[TYPES] = {"nanoseconds", "count", "nanoseconds", "nanoseconds",
                                      "nanoseconds", "count", "bytes"};
    const bool has[TYPES] = {state->stacks.timed, true,      all->blocked, all->waiting,
                             all->runnable,       allocates, allocates};
    Pprof__Profile part = PPROF__PROFILE__INIT;
    for (int i = 0; i < TYPES; i++) {
        state->has[i] = has[i];
        int64_t type = has[i] ? put_type(state, names[i], units[i]) : 0;
        part.default_sample_type = part.default_sample_type ? part.default_sample_type : type;
    }
    put_part(state, &part);
}

static void put_mapping(struct state *state)
{
    Pprof__Profile part = PPROF__PROFILE__INIT;
    Pprof__Mapping mapping = PPROF__MAPPING__INIT, *mappings[] = {&mapping};
    mapping.id = MAPPING;
    mapping.memory_limit = UINT64_MAX;
    mapping.filename = put_text(state, state->export->profile->program);
    mapping.has_functions = mapping.has_filenames = mapping.has_line_numbers = 1;
    part.n_mapping = 1;
    part.mapping = mappings;
    part.time_nanos = (int64_t)state->export->profile->reader.header.start_realtime_ns;
    part.duration_nanos = (int64_t)qp_profile_duration_ns(state->export->profile);
    put_part(state, &part);
}

static void put_comment(void *of, const char *text)
{
    struct state *state = of;
    Pprof__Profile part = PPROF__PROFILE__INIT;
    int64_t index = put_string(state, text);
    part.n_comment = 1;
    part.comment = &index;
    put_part(state, &part);
}

static bool put_profile(struct state *state)
{
    put_string(state, "");
    put_types(state);
    put_mapping(state);
    bool ok = put_functions(state) && put_samples(state);
    put_others(state);
    qp_export_notes(state->export, &state->stacks, put_comment, state);
    return ok;
}

static bool write_profile(struct qp_export *export)
{
    struct state state = {.export = export, .put = &export->put};
    if (!qp_gzip_begin(&export->put))
        return false;
    state.files = qp_scratch_zeros(&export->scratch, export->profile->file_count, sizeof *state.files);
    bool ok = state.files && qp_stacks_open(&state.stacks, export->query, export->paths);
    if (ok) {
        ok = put_profile(&state);
        qp_stacks_close(&state.stacks);
    }
    return qp_gzip_end(&export->put, export->out) && ok;
}

const struct qp_exporter qp_export_pprof = {
    .name = "pprof",
    .summary = "call stacks with times and calls, for pprof (go tool pprof)",
    .labelled = true,
    .one_product = true,
    .binary = true,
    .most_paths = 1000000,
    .write = write_profile,
};
