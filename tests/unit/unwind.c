/* unwind.c - walks along frame pointers. On a stack with unknown bounds, such as that of a coroutine, frame pointers
 * are followed only for a limited distance. The test's thread does not call qp_unwind_prepare, so the bounds of its own
 * stack are unknown as well. */
#include "core/stacks/step.h"
#include "core/stacks/unwind.h"
#include "tests/support/test.h"

#include <sys/mman.h>

#define SIZE        (24u << 20)
#define REACH_WORDS ((8u << 20) / 8) /* as in unwind.c */

/* Addresses outside of all modules, where frame pointers are followed. */
enum { FIRST = 0x5010, SECOND = 0x5020, THIRD = 0x5030 };

/* Write a frame: the address of the caller's frame and the return address. */
static void put_frame(uint64_t *stack, size_t at, size_t caller, uint64_t address)
{
    stack[at] = caller ? (uint64_t)(uintptr_t)&stack[caller] : 0;
    stack[at + 1] = address;
}

static int walk(const uint64_t *stack, size_t second, uint64_t *addresses)
{
    uint64_t *memory = (uint64_t *)stack;
    put_frame(memory, 8, second, FIRST);
    put_frame(memory, second, second + 64, SECOND);
    put_frame(memory, second + 64, 0, THIRD);
    return qp_unwind_frame(&stack[8], 0, addresses, 10, false);
}

TEST(frame_pointers_are_followed_as_far_as_a_stack_may_reach)
{
    uint64_t addresses[10];
    uint64_t *stack = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(stack != MAP_FAILED);
    assert_int_equal(walk(stack, 100, addresses), 3);
    assert_int_equal(addresses[0], FIRST);
    assert_int_equal(addresses[1], SECOND);
    assert_int_equal(addresses[2], THIRD);
    assert_int_equal(walk(stack, 8 + REACH_WORDS - 1, addresses), 2); /* the third frame is too far away */
    assert_int_equal(walk(stack, 8 + REACH_WORDS, addresses), 1);
    assert_int_equal(walk(stack, 2 * REACH_WORDS, addresses), 1);
    munmap(stack, SIZE);
}

/* All addresses belong to one bucket, since they differ only in bits above those that choose the bucket. */
TEST(steps_of_as_many_addresses_as_a_bucket_has_ways_are_kept)
{
    for (uint64_t i = 1; i <= QP_STEP_WAYS; i++)
        qp_step_put(i << 2 * QP_STEP_BUCKET_BITS, false, QP_STEP_UNWIND, 0, 0);
    for (uint64_t i = 1; i <= QP_STEP_WAYS; i++)
        assert_int_not_equal(qp_step_find(i << 2 * QP_STEP_BUCKET_BITS, false), QP_STEP_UNKNOWN);
    qp_step_forget();
    assert_int_equal(qp_step_find(1ull << 2 * QP_STEP_BUCKET_BITS, false), QP_STEP_UNKNOWN);
}
