#include "watch/stack_list.h"

#include <stdlib.h>

static bool set(struct qp_stack_list *stack, const struct qp_watched *watched, uint32_t node)
{
    uint32_t count = qp_thread_stack(watched, node, NULL, 0);
    uint32_t *functions = realloc(stack->functions, ((size_t)count + 1) * sizeof *functions);
    if (!functions)
        return false;
    stack->functions = functions;
    stack->list.count = qp_thread_stack(watched, node, functions, count);
    qp_list_fit(&stack->list);
    return true;
}

bool qp_stack_list_begin(struct qp_stack_list *stack, const struct qp_watched *watched, const struct qp_thread_row *row)
{
    stack->carrier = row->carrier;
    stack->list = (struct qp_list){0};
    return set(stack, watched, row->node);
}

bool qp_stack_list_update(struct qp_stack_list *stack, const struct qp_watched *watched)
{
    bool running = stack->carrier < watched->profile.carrier_count && qp_watched_is_live(watched);
    return !running || set(stack, watched, watched->on_top.nodes[stack->carrier]);
}

void qp_stack_list_free(struct qp_stack_list *stack)
{
    free(stack->functions);
    stack->functions = NULL;
}

void qp_stack_list_draw(struct qp_stack_list *stack, const struct qp_watched *watched, struct qp_drawing *drawing,
                        unsigned row, unsigned height)
{
    struct qp_list *list = &stack->list;
    qp_drawing_put(drawing, row, QP_STYLE_BOLD, list->count ? "function, called by" : "no known calls");
    list->height = height > 1 ? height - 1 : 0;
    qp_list_fit(list);
    for (uint32_t i = list->first; i < list->count && i - list->first < list->height; i++) {
        uint32_t index = stack->functions[i];
        const struct qp_recent_function *function = index == QP_NONE ? NULL : &watched->recent.functions[index];
        row++;
        qp_drawing_put(drawing, row, QP_STYLE_PLAIN, function ? function->name : "…");
        qp_drawing_put(drawing, row, QP_STYLE_PLAIN, "  ");
        qp_drawing_tail(drawing, row, QP_STYLE_DIM, function ? function->place : "");
        if (i == list->selected)
            qp_drawing_bar(drawing, row);
    }
}
