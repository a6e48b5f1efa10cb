/* collapsed.c - collapsed stacks for flamegraph.pl (see its header, "The input is stack frames and sample counts").
 *
 * A line is a stack: the names of its frames, outermost first, with ';' between them; then a blank; then a number,
 * which is nanoseconds of self time, or calls if the run has no times. The first frame is the thread or the group of
 * virtual threads. Files, lines and notes about the data are not exported, since the format has no comments. ';' in
 * names becomes ':'. Tested with flamegraph.pl and with speedscope 1.25. */
#include "export/export.h"
#include "export/stacks.h"

#include <stdlib.h>

/* `text` is the current line without its number. Stacks come in tree order, so only the frames that differ from those
 * of the previous stack are appended again. */
struct state {
    struct qp_export *export;
    const struct qp_stacks *stacks;
    uint32_t frames[QP_STACKS_DEPTH + 2];
    /* Length of the text up to the end of each frame. The first frame is the thread. */
    size_t ends[QP_STACKS_DEPTH + 3];
    uint32_t depth;
    char *text;
    size_t size;
};

/* Append a name to the text, whose length is *end. Names have neither ';' nor control characters. */
static bool add_frame(struct state *state, const char *name, size_t *end)
{
    size_t length = strlen(name), needed = *end + length + 2;
    if (needed > state->size) {
        char *grown = realloc(state->text, 2 * needed);
        if (!grown)
            return false;
        state->text = grown;
        state->size = 2 * needed;
    }
    if (*end)
        state->text[(*end)++] = ';';
    for (size_t i = 0; i < length; i++)
        state->text[(*end)++] = name[i];
    return true;
}

static bool add_method(struct state *state, uint32_t method, size_t *end)
{
    char label[QP_LABEL_SIZE];
    if (method == QP_STACKS_SHORTENED)
        return add_frame(state, QP_STACKS_SHORTENED_NAME, end);
    if (method == QP_STACKS_NO_ROOM)
        return add_frame(state, QP_EXPORT_NO_ROOM, end);
    qp_labels_text(&state->export->labels, method, label, sizeof label);
    return add_frame(state, label, end);
}

static bool write_stack(void *of, const struct qp_stacks_path *stack)
{
    struct state *state = of;
    struct qp_put *put = &state->export->put;
    uint64_t weight = state->stacks->timed ? stack->cost.self : stack->cost.calls;
    uint32_t same = 0;
    if (weight == 0)
        return true;
    while (same < state->depth && same < stack->depth && state->frames[same] == stack->frames[same])
        same++;
    state->depth = same;
    for (; state->depth < stack->depth; state->depth++) {
        size_t end = state->ends[state->depth];
        if (!add_method(state, stack->frames[state->depth], &end))
            return false;
        state->frames[state->depth] = stack->frames[state->depth];
        state->ends[state->depth + 1] = end;
    }
    qp_put_bytes(put, state->text, state->ends[state->depth]);
    qp_put_format(put, " %llu\n", (unsigned long long)weight);
    return true;
}

static bool write_top(struct state *state, struct qp_stacks *stacks, uint32_t top)
{
    char name[QP_TOP_NAME_SIZE];
    qp_top_names_text(&state->export->top_names, stacks->tops[top].thread, stacks->tops[top].group, name);
    state->depth = 0;
    state->ends[0] = 0;
    return add_frame(state, name, &state->ends[0]) && qp_stacks_walk(stacks, top, write_stack, state);
}

static bool write_stacks(struct qp_export *export)
{
    struct qp_stacks stacks;
    struct state state = {.export = export, .stacks = &stacks};
    if (!qp_stacks_open(&stacks, export->query, export->paths))
        return false;
    bool ok = true;
    for (uint32_t i = 0; ok && i < stacks.top_count; i++)
        ok = write_top(&state, &stacks, i);
    free(state.text);
    qp_stacks_close(&stacks);
    return ok;
}

const struct qp_exporter qp_export_collapsed = {
    .name = "collapsed",
    .measures = true,
    .summary = "stacks with self time, one per line, for flamegraph.pl and speedscope",
    .labelled = true,
    .style = {.reserved = {';', ':'}},
    .one_product = true,
    .most_paths = 100000,
    .write = write_stacks,
};
