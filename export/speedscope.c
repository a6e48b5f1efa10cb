/* speedscope.c - speedscope's file format, with a profile for each thread and each group of virtual threads
 * (https://www.speedscope.app/file-format-schema.json).
 *
 * Profiles have the type "sampled". A sample is a stack whose weight is its self time in nanoseconds, or its calls if
 * the run has no times. It is not a point in time: the time axis has the order of the call tree. The frames are written
 * last. Blocked, waiting and runnable time and counts of lines are not exported. Notes about the data are in
 * "exporter", which no view shows. Checked with the schema and speedscope 1.25. */
#include "export/export.h"
#include "export/stacks.h"

#include "format/array.h"

#define FILE_SIZE 4096 /* size of a printable file name; longer ones are cut */

struct state {
    struct qp_export *export;
    const struct qp_stacks *stacks;
    uint32_t *frame_of; /* by method: number of its frame; QP_NONE = on no path */
    uint32_t frame_count;
    uint32_t shortened; /* number of the frame for shortened paths; QP_NONE = the frame is not used yet */
    uint32_t no_room;
    uint64_t *weights; /* by stack of the current profile */
    uint32_t weight_count;
    uint32_t profiles; /* number of profiles written */
};

/* ---- frames ------------------------------------------------------------------------------------------------------ */

static void write_method(struct qp_export *export, uint32_t method)
{
    const struct qp_profile_method *it = &export->profile->methods[method];
    char label[QP_LABEL_SIZE];
    qp_labels_text(&export->labels, method, label, sizeof label);
    qp_put_json_after(&export->put, "{\"name\":", label);
    if (it->file != QP_NONE) {
        char file[FILE_SIZE];
        qp_text_show(export->profile->files[it->file].name, file, sizeof file);
        qp_put_json_after(&export->put, ",\"file\":", file);
    }
    if (it->line > 0)
        qp_put_format(&export->put, ",\"line\":%d", it->line);
    qp_put_char(&export->put, '}');
}

static uint32_t frame_of(struct state *state, uint32_t method)
{
    if (method != QP_STACKS_SHORTENED && method != QP_STACKS_NO_ROOM)
        return state->frame_of[method];
    uint32_t *frame = method == QP_STACKS_SHORTENED ? &state->shortened : &state->no_room;
    if (*frame == QP_NONE)
        *frame = state->frame_count++;
    return *frame;
}

/* Write the frames, after the profiles: all frames are known only when the profiles are written. */
static void write_frames(struct state *state)
{
    struct qp_put *put = &state->export->put;
    const char *separator = "\n";
    qp_put_string(put, ",\n\"shared\":{\"frames\":[");
    for (uint32_t i = 0; i < state->export->profile->method_count; i++) {
        if (state->frame_of[i] == QP_NONE)
            continue;
        qp_put_string(put, separator);
        write_method(state->export, i);
        separator = ",\n";
    }
    for (uint32_t i = 0; i < state->frame_count; i++) {
        if (i != state->shortened && i != state->no_room)
            continue;
        qp_put_string(put, separator);
        qp_put_json_after(put, "{\"name\":", i == state->shortened ? QP_STACKS_SHORTENED_NAME : QP_EXPORT_NO_ROOM);
        qp_put_char(put, '}');
        separator = ",\n";
    }
    qp_put_string(put, "\n]}");
}

/* ---- profiles ---------------------------------------------------------------------------------------------------- */

static bool write_stack(void *of, const struct qp_stacks_path *stack)
{
    struct state *state = of;
    struct qp_put *put = &state->export->put;
    uint64_t weight = state->stacks->timed ? stack->cost.self : stack->cost.calls;
    if (weight == 0)
        return true;
    if (!qp_array_room(&state->weights, state->weight_count, sizeof *state->weights))
        return false;
    qp_put_string(put, state->weight_count ? ",\n[" : "\n[");
    for (uint32_t i = 0; i < stack->depth; i++) {
        if (i)
            qp_put_char(put, ',');
        qp_put_number(put, frame_of(state, stack->frames[i]));
    }
    qp_put_char(put, ']');
    state->weights[state->weight_count++] = weight;
    return true;
}

static void write_weights(struct state *state)
{
    struct qp_put *put = &state->export->put;
    uint64_t sum = 0;
    qp_put_string(put, "],\"weights\":[");
    for (uint32_t i = 0; i < state->weight_count; i++) {
        if (i)
            qp_put_char(put, ',');
        qp_put_number(put, state->weights[i]);
        sum += state->weights[i];
    }
    qp_put_format(put, "],\"startValue\":0,\"endValue\":%llu}", (unsigned long long)sum);
}

static const char *unit_of(const struct qp_stacks *stacks)
{
    static const char *const units[] = {"nanoseconds", "bytes", "none"};
    return stacks->timed ? units[stacks->query->profile->measure] : "none";
}

static bool write_profile(struct state *state, struct qp_stacks *stacks, uint32_t top)
{
    struct qp_put *put = &state->export->put;
    char name[QP_TOP_NAME_SIZE];
    qp_top_names_text(&state->export->top_names, stacks->tops[top].thread, stacks->tops[top].group, name);
    qp_put_json_after(
        put, state->profiles++ ? ",\n{\"type\":\"sampled\",\"name\":" : "\n{\"type\":\"sampled\",\"name\":", name);
    qp_put_json_after(put, ",\"unit\":", unit_of(stacks));
    qp_put_string(put, ",\"samples\":[");
    state->weight_count = 0;
    if (!qp_stacks_walk(stacks, top, write_stack, state))
        return false;
    write_weights(state);
    return true;
}

/* ---- file -------------------------------------------------------------------------------------------------------- */

static void write_name(struct qp_export *export, const struct qp_stacks *stacks)
{
    char program[300], left_out[200], name[sizeof program + sizeof left_out + 32];
    qp_text_show(export->profile->program, program, sizeof program);
    qp_stacks_describe_shortened(stacks, left_out, sizeof left_out);
    snprintf(name, sizeof name, "%s (lib%s)%s%s", program[0] ? program : "run",
             qp_profile_product_name(export->query->selection.product), left_out[0] ? ", " : "", left_out);
    qp_put_json_after(&export->put, ",\n\"name\":", name);
}

static bool write_exporter(struct qp_export *export)
{
    const struct qp_quality *quality = &export->quality[export->query->selection.product];
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return false;
    fputs("qii", memory);
    for (uint32_t i = 0; i < quality->count; i++)
        fprintf(memory, " | %s", quality->items[i].text);
    bool ok = fclose(memory) == 0;
    if (ok)
        qp_put_json_after(&export->put, ",\n\"exporter\":", text);
    free(text);
    return ok;
}

/* Write the profiles. If there are several, omit the profiles without any cost. The costliest profile is the active
 * one, which speedscope shows first. */
static bool write_profiles(struct state *state, struct qp_stacks *stacks)
{
    struct qp_put *put = &state->export->put;
    uint64_t heaviest = 0;
    uint32_t active = 0;
    qp_put_string(put, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\n\"profiles\":[");
    state->frame_of = qp_stacks_number(state->export->query, &state->export->scratch, &state->frame_count);
    bool ok = state->frame_of;
    for (uint32_t i = 0; ok && i < stacks->top_count; i++) {
        if (stacks->tops[i].weight > heaviest) {
            heaviest = stacks->tops[i].weight;
            active = state->profiles;
        }
        if (stacks->tops[i].weight || stacks->top_count == 1)
            ok = write_profile(state, stacks, i);
    }
    qp_put_format(put, "\n],\"activeProfileIndex\":%u", active);
    if (ok)
        write_frames(state);
    write_name(state->export, stacks);
    ok = ok && write_exporter(state->export);
    qp_put_string(put, "}\n");
    return ok;
}

static bool write_file(struct qp_export *export)
{
    struct qp_stacks stacks;
    struct state state = {.export = export, .stacks = &stacks, .shortened = QP_NONE, .no_room = QP_NONE};
    if (!qp_stacks_open(&stacks, export->query, export->paths))
        return false;
    bool ok = write_profiles(&state, &stacks);
    free(state.weights);
    qp_stacks_close(&stacks);
    return ok;
}

const struct qp_exporter qp_export_speedscope = {
    .name = "speedscope",
    .measures = true,
    .summary = "call stacks for speedscope (https://www.speedscope.app), one profile per thread",
    .labelled = true,
    .one_product = true,
    .most_paths = 100000,
    .write = write_file,
};
