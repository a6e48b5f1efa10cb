#include "locate/located.h"

#include "base/attribute.h"
#include "format/array.h"

#include <stdarg.h>
#include <string.h>

const char *qp_located_gap_name(enum qp_located_gap gap)
{
    static const char *const names[] = {
#define X(constant, words) words,
        QP_LOCATED_GAP_LIST(X)
#undef X
    };
    return names[gap];
}

bool qp_located_add(struct qp_located_stack *stack, const struct qp_located *frame)
{
    return QP_ARRAY_APPEND(&stack->frames, &stack->count, *frame);
}

/* ---- one line ---------------------------------------------------------------------------------------------- */

struct line {
    char *bytes;
    size_t size;
    size_t used;
};

static void put_text(struct line *line, struct qp_text text)
{
    line->used += qp_text_show(text, line->bytes + line->used, line->size - line->used);
}

static void QP_PRINTF(2, 3) put(struct line *line, const char *format, ...)
{
    size_t left = line->size - line->used;
    va_list arguments;
    va_start(arguments, format);
    int wanted = vsnprintf(line->bytes + line->used, left, format, arguments);
    va_end(arguments);
    line->used += wanted < 0 ? 0 : (size_t)wanted < left ? (size_t)wanted : left - 1;
}

static void put_base_name(struct line *line, struct qp_text path)
{
    const char *slash = path.length ? memrchr(path.bytes, '/', path.length) : NULL;
    if (slash) {
        path.length -= (uint32_t)(slash + 1 - path.bytes);
        path.bytes = slash + 1;
    }
    put_text(line, path);
}

static void put_source(struct line *line, const struct qp_located *frame)
{
    if (frame->address)
        put_base_name(line, frame->file);
    else
        put_text(line, frame->file);
    if (frame->line)
        put(line, ":%d", frame->line);
}

static void put_address(struct line *line, const struct qp_located *frame)
{
    if (frame->module.length == 0) {
        put(line, "%#llx", (unsigned long long)frame->address);
        return;
    }
    put_base_name(line, frame->module);
    put(line, "+%#llx", (unsigned long long)frame->offset);
    if (frame->gap && frame->gap != QP_LOCATED_NAMELESS)
        put(line, ", %s", qp_located_gap_name(frame->gap));
}

size_t qp_located_show(const struct qp_located *frame, char *shown, size_t size)
{
    struct line line = {.bytes = shown, .size = size};
    shown[0] = '\0';
    put_text(&line, frame->function);
    if (frame->function.length == 0 && frame->file.length == 0 && frame->line == 0) {
        put_address(&line, frame);
    } else if (frame->function.length == 0) {
        put_source(&line, frame);
    } else if (frame->file.length) {
        put(&line, " (");
        put_source(&line, frame);
        put(&line, ")");
    } else if (frame->address) {
        put(&line, "+%#llx (", (unsigned long long)frame->into);
        put_base_name(&line, frame->module);
        put(&line, ")");
    }
    return line.used;
}
