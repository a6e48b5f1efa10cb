/* firefox_tables.c - the tables of the Firefox Profiler shared by all threads: stacks, frames, functions, sources,
 * texts. */
#include "export/firefox/firefox.h"

#include "profile/source/source_text.h"

/* ---- values ------------------------------------------------------------------------------------------------------ */

void qp_firefox_put_ms(struct qp_put *put, uint64_t ns)
{
    char decimals[7] = ".000000";
    uint64_t rest = ns % 1000000;
    qp_put_number(put, ns / 1000000);
    if (!rest)
        return;
    for (int i = 6; i > 0; i--, rest /= 10)
        decimals[i] = (char)('0' + rest % 10);
    qp_put_bytes(put, decimals, sizeof decimals);
}

/* ---- columns ----------------------------------------------------------------------------------------------------- */

void qp_firefox_begin_column(struct qp_put *put, const char *name)
{
    qp_put_format(put, "\n\"%s\":[", name);
}

void qp_firefox_put_item(struct qp_put *put, uint32_t at, uint32_t value)
{
    if (at)
        qp_put_char(put, ',');
    qp_put_number(put, value);
}

void qp_firefox_put_same(struct qp_put *put, const char *name, const char *value, uint32_t count)
{
    qp_firefox_begin_column(put, name);
    for (uint32_t i = 0; i < count; i++) {
        qp_put_string(put, i ? "," : "");
        qp_put_string(put, value);
    }
    qp_put_string(put, "],");
}

void qp_firefox_end_table(struct qp_put *put, uint32_t length)
{
    qp_put_format(put, "\"length\":%u}", length);
}

/* Write a column of consecutive numbers. */
static void put_sequence(struct qp_put *put, const char *name, uint32_t first, uint32_t count)
{
    qp_firefox_begin_column(put, name);
    for (uint32_t i = 0; i < count; i++)
        qp_firefox_put_item(put, i, first + i);
    qp_put_string(put, "],");
}

/* ---- shared tables ----------------------------------------------------------------------------------------------- */

static void put_stack_table(struct qp_firefox *state)
{
    qp_put_string(state->put, "\"stackTable\":{");
    qp_firefox_begin_column(state->put, "frame");
    for (uint32_t i = 0; i < state->stack_count; i++)
        qp_firefox_put_item(state->put, i, state->stacks[i].frame);
    qp_put_string(state->put, "],");
    qp_firefox_begin_column(state->put, "prefixOffset");
    for (uint32_t i = 0; i < state->stack_count; i++)
        qp_firefox_put_item(state->put, i, state->stacks[i].offset);
    qp_put_string(state->put, "],");
    qp_firefox_end_table(state->put, state->stack_count);
}

static const struct qp_profile_method *method_of(const struct qp_firefox *state, uint32_t frame)
{
    return frame < QP_FIREFOX_FRAME_COUNT
               ? NULL
               : &state->export->profile->methods[state->methods[frame - QP_FIREFOX_FRAME_COUNT]];
}

static void put_first_lines(struct qp_firefox *state, const char *name)
{
    qp_firefox_begin_column(state->put, name);
    for (uint32_t i = 0; i < qp_firefox_frame_count(state); i++) {
        const struct qp_profile_method *method = method_of(state, i);
        qp_put_string(state->put, i ? "," : "");
        if (method && method->line > 0)
            qp_put_integer(state->put, method->line);
        else
            qp_put_string(state->put, "null");
    }
    qp_put_string(state->put, "],");
}

static void put_frame_table(struct qp_firefox *state)
{
    static const uint8_t categories[] = {
#define X(constant, name, category) category,
        QP_FIREFOX_FRAMES(X)
#undef X
    };
    struct qp_put *put = state->put;
    uint32_t count = qp_firefox_frame_count(state);
    qp_put_string(put, "\n\"frameTable\":{");
    qp_firefox_put_same(put, "address", "-1", count);
    qp_firefox_put_same(put, "lib", "-1", count);
    qp_firefox_put_same(put, "inlineDepth", "0", count);
    qp_firefox_begin_column(put, "category");
    for (uint32_t i = 0; i < count; i++)
        qp_firefox_put_item(put, i, i < QP_FIREFOX_FRAME_COUNT ? categories[i] : QP_FIREFOX_FUNCTION);
    qp_put_string(put, "],");
    qp_firefox_put_same(put, "subcategory", "0", count);
    put_sequence(put, "func", 0, count);
    qp_firefox_put_same(put, "nativeSymbol", "null", count);
    qp_firefox_put_same(put, "innerWindowID", "0", count);
    put_first_lines(state, "line");
    qp_firefox_put_same(put, "column", "null", count);
    qp_firefox_put_same(put, "originalLocation", "null", count);
    qp_firefox_end_table(put, count);
}

static void put_function_table(struct qp_firefox *state)
{
    struct qp_put *put = state->put;
    uint32_t count = qp_firefox_frame_count(state);
    qp_put_string(put, ",\n\"funcTable\":{");
    put_sequence(put, "name", 1, count);
    qp_firefox_put_same(put, "isJS", "false", count);
    qp_firefox_put_same(put, "relevantForJS", "false", count);
    qp_firefox_put_same(put, "resource", "-1", count);
    qp_firefox_begin_column(put, "source");
    for (uint32_t i = 0; i < count; i++) {
        const struct qp_profile_method *method = method_of(state, i);
        if (method && method->file != QP_NONE)
            qp_firefox_put_item(put, i, state->source_of[method->file]);
        else
            qp_put_string(put, i ? ",null" : "null");
    }
    qp_put_string(put, "],");
    put_first_lines(state, "lineNumber");
    qp_firefox_put_same(put, "columnNumber", "null", count);
    qp_firefox_put_same(put, "originalLocation", "null", count);
    qp_firefox_end_table(put, count);
}

/* Write a source's text if it may be shared. Return false if out of memory. */
static bool put_source_text(struct qp_firefox *state, uint32_t file)
{
    const struct qp_profile *profile = state->export->profile;
    struct qp_source_text text = {.state = QP_SOURCE_TEXT_MISSING};
    bool is_known = qp_source_text_is_known(profile, file);
    if (!state->export->no_sources && is_known && !qp_source_text_open(&text, profile, file, NULL))
        return false;
    bool is_included = qp_source_text_may_be_shared(&text, NULL) && text.size <= UINT32_MAX;
    if (is_included)
        qp_put_json(state->put, (struct qp_text){text.bytes, (uint32_t)text.size});
    else
        qp_put_string(state->put, "null");
    state->left_out += !is_known || (text.bytes && !is_included);
    qp_source_text_close(&text);
    return true;
}

static bool put_sources(struct qp_firefox *state)
{
    struct qp_put *put = state->put;
    bool ok = true;
    qp_put_string(put, ",\n\"sources\":{");
    qp_firefox_begin_column(put, "id");
    for (uint32_t i = 0; i < state->source_count; i++)
        qp_put_format(put, "%s\"qii-%u\"", i ? "," : "", i);
    qp_put_string(put, "],");
    put_sequence(put, "filename", 1 + qp_firefox_frame_count(state), state->source_count);
    qp_firefox_put_same(put, "startLine", "1", state->source_count);
    qp_firefox_put_same(put, "startColumn", "1", state->source_count);
    qp_firefox_put_same(put, "sourceMapURL", "null", state->source_count);
    qp_firefox_begin_column(put, "content");
    for (uint32_t i = 0; ok && i < state->source_count; i++) {
        qp_put_string(put, i ? "," : "");
        ok = put_source_text(state, state->files[i]);
    }
    qp_put_string(put, "],");
    qp_firefox_end_table(put, state->source_count);
    return ok;
}

/* Write the texts to which the tables refer by index: "", the names of frames, of sources, and of the log. */
static void put_texts(struct qp_firefox *state)
{
    static const char *const names[] = {
#define X(constant, name, category) name,
        QP_FIREFOX_FRAMES(X)
#undef X
    };
    struct qp_put *put = state->put;
    char label[QP_LABEL_SIZE];
    qp_firefox_begin_column(put, "stringArray");
    qp_put_string(put, "\"\"");
    for (uint32_t i = 0; i < qp_firefox_frame_count(state); i++) {
        if (i >= QP_FIREFOX_FRAME_COUNT)
            qp_labels_text(&state->export->labels, state->methods[i - QP_FIREFOX_FRAME_COUNT], label, sizeof label);
        qp_put_string(put, ",\n");
        qp_put_json(put, qp_text_of(i < QP_FIREFOX_FRAME_COUNT ? names[i] : label));
    }
    for (uint32_t i = 0; i < state->source_count; i++) {
        qp_put_string(put, ",\n");
        qp_put_json(put, state->export->profile->files[state->files[i]].name);
    }
    for (uint32_t i = 0; i < state->log.name_count; i++) {
        qp_put_string(put, ",\n");
        qp_put_json(put, qp_text_of(state->log.names[i]));
    }
    qp_put_string(put, "]");
}

bool qp_firefox_put_shared(struct qp_firefox *state)
{
    struct qp_put *put = state->put;
    qp_put_string(put, ",\n\"shared\":{");
    put_stack_table(state);
    qp_put_char(put, ',');
    put_frame_table(state);
    put_function_table(state);
    bool ok = put_sources(state);
    qp_put_string(put,
                  ",\n\"resourceTable\":{\"length\":0,\"name\":[],\"host\":[],\"type\":[]}"
                  ",\n\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],"
                  "\"length\":0},\n\"sourceLocationTable\":{\"source\":[],\"line\":[],\"column\":[],\"length\":0},");
    put_texts(state);
    qp_put_char(put, '}');
    return ok;
}
