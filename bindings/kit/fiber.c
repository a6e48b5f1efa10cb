#include "bindings/kit/fiber.h"

void kit_fiber_init(struct kit_frames *fiber)
{
    kit_frames_init(fiber, kit_library_new_thread());
}

void kit_fiber_announce(struct kit_frames *fiber)
{
    if (!fiber->announced)
        kit_library.qii.thread_create_vt(fiber->thread, fiber->thread);
    fiber->announced = true;
}

void kit_fiber_switch(const struct kit_frames *from, int reason, const struct kit_frames *to)
{
    const struct qii *qii = &kit_library.qii;
    if (from)
        kit_frames_charge(from);
    if (from && to && qii->vthread_switch) {
        qii->vthread_switch(from->thread, reason, to->thread);
        return;
    }
    if (from)
        qii->vthread_suspend(from->thread, reason);
    if (to)
        qii->vthread_resume(to->thread);
}

void kit_fiber_end(struct kit_frames *fiber)
{
    if (fiber->announced)
        kit_library.qii.thread_destroy_vt(fiber->thread);
    fiber->announced = false;
    fiber->top = fiber->bottom;
}

void kit_fiber_renew(struct kit_frames *fiber)
{
    kit_fiber_end(fiber);
    fiber->thread = kit_library_new_thread();
}
