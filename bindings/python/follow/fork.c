#include "bindings/python/follow/fork.h"

#include <pthread.h>

#include "bindings/python/follow/thread.h"
#include "bindings/python/functions/function.h"

/* The library has its own handler for children, which runs first because it was set first. */
static void child_begins(void)
{
    const struct qpy_thread *thread = qpy_thread_here;
    if (!thread)
        return;
    for (const struct kit_frame *frame = thread->frames.bottom + 1; frame <= thread->frames.top; frame++)
        kit_library.qii.follow_fn_entry(frame->function->id, kit_frame_id(frame));
}

void qpy_fork_begin(void)
{
    pthread_atfork(NULL, NULL, child_begins);
}
