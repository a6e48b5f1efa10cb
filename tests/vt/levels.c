/* Compiled twice, each time with another -DLEVELS=name: once with -DLEVELS_FRAMES, once without. */
#include "tests/vt/levels.h"

#include "VT.h"

#include <stddef.h>

void LEVELS(struct levels *levels);

typedef int call(void *pc, void *frame, int skip, int trace, int *handle);

static void *seen;

static __attribute__((noinline)) int look(void *pc, void *frame, int skip, int trace, int *handle)
{
    (void)pc, (void)frame, (void)skip, (void)trace, (void)handle;
    seen = __builtin_return_address(0);
    return 0;
}

#ifdef LEVELS_FRAMES
#define FRAME __builtin_frame_address(0)
#else
#define FRAME NULL
#endif

/* One instruction calls both functions, so `look` finds the return address that VT_sclstack will have. */
static call *volatile calls[] = {look, VT_sclstack};

static __attribute__((noinline)) void inner(struct levels *levels)
{
    levels->returns[0] = __builtin_return_address(0);
    levels->frames[0] = FRAME;
    if (levels->before != NULL)
        levels->before(levels);
    for (volatile int i = 0; i < 2; i++)
        calls[i](levels->pc, levels->frame, levels->skip, levels->trace, &levels->handle);
    levels->place = seen;
}

static __attribute__((noinline)) void middle(struct levels *levels)
{
    levels->returns[1] = __builtin_return_address(0);
    levels->frames[1] = FRAME;
    inner(levels);
    __asm__ volatile("" : : : "memory"); /* no tail call */
}

void LEVELS(struct levels *levels)
{
    levels->returns[2] = __builtin_return_address(0);
    levels->frames[2] = FRAME;
    middle(levels);
    __asm__ volatile("" : : : "memory");
}
