#include "show/log/location_list.h"

static bool print_location(struct qp_locate *locate, uint32_t handle, const struct qp_stream *stream)
{
    char title[32], shown[2000];
    const struct qp_located_stack *stack = qp_locate_frames(locate, handle, UINT64_MAX);
    if (!stack)
        return false;
    snprintf(title, sizeof title, "location %u", handle);
    qp_stream_put(stream, QP_STYLE_BOLD, title);
    fputc('\n', stream->out);
    for (uint32_t i = 0; i < stack->count; i++) {
        qp_located_show(&stack->frames[i], shown, sizeof shown);
        fprintf(stream->out, "  %s%s\n", shown, stack->frames[i].inlined ? ", inlined" : "");
    }
    return true;
}

bool qp_location_list_print(struct qp_locate *locate, const uint32_t *handle, const struct qp_stream *stream,
                            uint32_t *printed)
{
    const struct qp_locations *locations = locate->locations;
    *printed = 0;
    for (uint32_t i = 0; i < locations->count; i++) {
        if (handle && locations->items[i].handle != *handle)
            continue;
        if (!print_location(locate, locations->items[i].handle, stream))
            return false;
        (*printed)++;
    }
    return true;
}
