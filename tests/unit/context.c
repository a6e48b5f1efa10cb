/* context.h - the memory of a stack above its top. A thread state that lost the stack may move the top up into this
 * memory at any moment, so these tests check all frames in the allocated memory. */
#include "core/tree/context.h"
#include "tests/support/test.h"

#define DEEP 1000

static struct qp_node old_node, new_node;

static uint64_t address_of(const struct qp_node *node)
{
    return (uint64_t)(uintptr_t)node;
}

/* Set up the thread state of a new carrier, on an empty stack. */
static struct qp_tstate *begin(struct qp_carrier *carrier, struct qp_context *context, uint8_t flags,
                               const struct qp_node *root)
{
    *carrier = (struct qp_carrier){.number = 1};
    assert_true(qp_context_reset(context, QP_QPROF, flags, root));
    qp_context_frames(context)->node = address_of(root);
    qp_context_bind(&carrier->tstates[QP_QPROF], context);
    return &carrier->tstates[QP_QPROF];
}

static void push(struct qp_tstate *tstate, const struct qp_node *node, uint64_t tick)
{
    assert_true(qp_context_make_room(tstate, QP_QPROF));
    tstate->top++;
    *tstate->top = (struct qp_frame){address_of(node), 7};
    if (tstate->mounted->flags & QP_CONTEXT_MEASURED)
        *qp_context_tick(tstate, tstate->top) = tick;
}

static void push_deep(struct qp_tstate *tstate, const struct qp_node *node)
{
    for (uint64_t tick = 1; tick <= DEEP; tick++)
        push(tstate, node, tick);
}

/* Fill and release a stack, as an ending thread does. This returns memory blocks of all sizes to the pool. */
static void leave_stack(uint8_t flags, const struct qp_node *node)
{
    struct qp_carrier carrier;
    struct qp_context context = {0};
    push_deep(begin(&carrier, &context, flags, node), node);
    qp_context_release(&context);
}

/* Check all frames from the root's up to the highest top that another thread state may set. */
static void check_frames(struct qp_context *context, const struct qp_node *node)
{
    struct qp_frame *bottom;
    context->depth = UINT32_MAX;
    const struct qp_frame *top = qp_context_stack(context, &bottom);
    assert_ptr_equal(bottom, qp_context_frames(context));
    for (const struct qp_frame *frame = bottom; frame <= top; frame++)
        assert_int_equal(frame->node, address_of(node));
}

/* Push frames, and check all frames at each depth. So memory blocks of each size are checked. */
static void check_growing(uint16_t flags)
{
    struct qp_carrier carrier;
    struct qp_context context = {0};
    struct qp_tstate *tstate = begin(&carrier, &context, flags, &new_node);
    for (uint64_t tick = 1; tick <= DEEP; tick++) {
        push(tstate, &new_node, tick);
        check_frames(&context, &new_node);
    }
    qp_context_release(&context);
}

TEST(new_stack_has_no_ticks_of_an_older_stack_as_frames)
{
    leave_stack(QP_CONTEXT_MEASURED, &new_node);
    check_growing(QP_CONTEXT_VIRTUAL);
}

/* A node of an older stack may belong to a data file that is closed by now. */
TEST(new_stack_has_no_nodes_of_an_older_stack)
{
    leave_stack(QP_CONTEXT_VIRTUAL, &old_node);
    check_growing(QP_CONTEXT_VIRTUAL);
    leave_stack(QP_CONTEXT_VIRTUAL | QP_CONTEXT_MEASURED, &old_node);
    check_growing(QP_CONTEXT_VIRTUAL | QP_CONTEXT_MEASURED);
}

/* Test a misuse: a virtual thread runs on two system threads. One of them ends the virtual thread and releases its
 * stack. The other system thread continues in this stack, which belongs to another context by then. */
static void continue_in_stack_of(uint16_t flags, uint16_t stale_flags)
{
    struct qp_carrier carrier, other;
    struct qp_context context = {0}, ended = {0};
    struct qp_tstate *stale = begin(&other, &ended, stale_flags, &new_node);
    push_deep(stale, &new_node);
    qp_context_release(&ended);
    struct qp_tstate *tstate = begin(&carrier, &context, flags, &new_node);
    for (uint64_t tick = 1; tick <= DEEP; tick++) {
        push(tstate, &new_node, tick);
        assert_int_equal(stale->top->node, address_of(&new_node)); /* the stale thread state charges this node */
    }
    if (stale_flags & QP_CONTEXT_MEASURED)
        for (struct qp_frame *frame = stale->bottom; frame <= stale->end; frame++)
            *qp_context_tick(stale, frame) = 12345;
    check_frames(&context, &new_node);
    qp_context_release(&context);
}

TEST(stale_thread_state_finds_and_leaves_nodes_in_a_released_stack)
{
    continue_in_stack_of(QP_CONTEXT_VIRTUAL, QP_CONTEXT_VIRTUAL);
    continue_in_stack_of(QP_CONTEXT_VIRTUAL, QP_CONTEXT_VIRTUAL | QP_CONTEXT_MEASURED);
    continue_in_stack_of(QP_CONTEXT_VIRTUAL | QP_CONTEXT_MEASURED, QP_CONTEXT_VIRTUAL | QP_CONTEXT_MEASURED);
    continue_in_stack_of(QP_CONTEXT_VIRTUAL | QP_CONTEXT_MEASURED, QP_CONTEXT_VIRTUAL);
}

/* A stale thread state, as in the previous test, writes wrong times into the released stack. So another library must
 * not reuse this stack. */
TEST(released_stack_is_not_used_by_another_product)
{
    struct qp_context ended = {0}, next = {0};
    assert_true(qp_context_reset(&ended, QP_QPROF, QP_CONTEXT_VIRTUAL, &old_node));
    const struct qp_frame *frames = qp_context_frames(&ended);
    qp_context_release(&ended);
    assert_true(qp_context_reset(&next, QP_CPROF, QP_CONTEXT_VIRTUAL, &new_node));
    assert_ptr_not_equal(qp_context_frames(&next), frames);
    assert_true(qp_context_reset(&ended, QP_QPROF, QP_CONTEXT_VIRTUAL, &old_node));
    assert_ptr_equal(qp_context_frames(&ended), frames);
    qp_context_release(&next);
    qp_context_release(&ended);
}
