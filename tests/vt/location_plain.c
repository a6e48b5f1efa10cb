/* Without libunwind, frame pointers are followed where they exist. For this program, no library of that name can be
 * loaded. */
#include "tests/vt/levels.h"
#include "tests/vt/stacks.h"

#include "VT.h"

#include <dlfcn.h>
#include <string.h>

void *dlopen(const char *name, int flags)
{
    (void)flags;
    if (name == NULL || strstr(name, "libunwind") == NULL)
        abort();
    return NULL;
}

/* Store three handles, the return address of VT_sclstack, and the return addresses of the three levels. */
static void ask(struct stage *stage)
{
    picture_start("");
    for (volatile int skip = 0; skip < 3; skip++) {
        struct levels levels = {.skip = skip, .trace = 4 - skip};
        levels_with_frames(&levels);
        stage->numbers[skip] = (uint64_t)levels.handle;
        stage->numbers[3] = (uint64_t)(uintptr_t)levels.place;
        for (int i = 0; i < 3; i++)
            stage->numbers[4 + i] = (uint64_t)(uintptr_t)levels.returns[i];
    }
    struct levels levels = {.trace = 1};
    levels_optimised(&levels);
    stage->numbers[8] = (uint64_t)levels.handle;
    stage->numbers[9] = (uint64_t)(uintptr_t)levels.place;
    VT_finalize();
}

TEST(without_libunwind_frame_pointers_are_followed)
{
    struct stage stage;
    stage_play(&stage, ask);
    /* return addresses of the last call in the loop of `ask`; the earlier calls have the same addresses */
    const uint64_t *known = &stage.numbers[3];
    for (int skip = 0; skip < 2; skip++) {
        const struct qp_location *place = stacks_place(&stage, stage.numbers[skip]);
        assert_int_equal(place->count, 4 - skip);
        for (int i = skip; i < 3; i++)
            assert_int_equal(place->addresses[i - skip], known[i]);
    }
    stacks_expect(&stage, stage.numbers[8], 0, &stage.numbers[9], 1);
    picture_close();
    stage_close(&stage);
}
