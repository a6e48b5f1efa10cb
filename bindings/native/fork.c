#include "bindings/native/fork.h"

#include <pthread.h>
#include <stdlib.h>

#include "bindings/kit/library.h"

static bool children;
static void (*stop)(void);

/* The frames of a thread that forks, from the preparation of the fork to its end. */
static __thread qprof_MethodID *frames; /* NULL = none */
static __thread int count;

static void keep_frames(void)
{
    if (!kit_library.qii.open_methods)
        return;
    count = kit_library.qii.open_methods(NULL, 0);
    frames = count > 0 ? malloc((size_t)count * sizeof *frames) : NULL;
    if (frames)
        count = kit_library.qii.open_methods(frames, count);
}

static void forget_frames(void)
{
    free(frames);
    frames = NULL;
}

static void report_frames(void)
{
    for (int i = 0; frames && i < count; i++)
        kit_library.qii.follow_method(frames[i]);
    forget_frames();
}

static void forked(void)
{
    if (!children)
        stop();
}

void native_fork_prepare(bool follows, void (*stops)(void))
{
    stop = stops;
    children = follows;
    pthread_atfork(NULL, NULL, forked);
}

void native_fork_begin(void)
{
    const char *option = kit_library.qii.get_option("follow-child-processes");
    children = option != NULL;
    if (children)
        pthread_atfork(keep_frames, forget_frames, report_frames);
}
