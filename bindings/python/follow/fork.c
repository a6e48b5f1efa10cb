#include "bindings/python/follow/fork.h"

#include <pthread.h>
#include <stdbool.h>

#include "bindings/python/follow/gil.h"
#include "bindings/python/frames/coroutine.h"

/* The library has its own handler for children, which runs first because it was set first. */
static void child_begins(void)
{
    qpy_stacks_forked();
    qpy_gil_forked();
    if (qpy_stacks_here)
        qpy_coroutine_report_again(qpy_stacks_here->current);
}

void qpy_fork_begin(void)
{
    static bool begun;
    if (!begun)
        begun = pthread_atfork(NULL, NULL, child_begins) == 0;
}
