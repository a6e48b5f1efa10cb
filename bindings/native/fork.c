#include "bindings/native/fork.h"

#include <stdlib.h>
#include <time.h>

#include "bindings/kit/library.h"

static bool children;
static void (*report)(bool recorded);

/* ---- locks ------------------------------------------------------------------------------------------------------- */

enum { MOST_LOCKS = 16 };

static struct {
    pthread_mutex_t *lock;
    enum native_order order;
} locks[MOST_LOCKS]; /* in their order */
static int lock_count;
static __thread bool held[MOST_LOCKS];

void native_fork_protect(pthread_mutex_t *lock, enum native_order order)
{
    if (lock_count == MOST_LOCKS)
        abort(); /* MOST_LOCKS is too small for the interfaces that exist */
    int at = lock_count++;
    for (; at > 0 && locks[at - 1].order > order; at--)
        locks[at] = locks[at - 1];
    locks[at].lock = lock;
    locks[at].order = order;
}

/* A signal handler may fork while its thread holds a lock. Then the lock is not waited for forever. */
static void take_locks(void)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec++;
    for (int i = 0; i < lock_count; i++)
        held[i] = pthread_mutex_timedlock(locks[i].lock, &end) == 0;
}

static void free_locks(void)
{
    for (int i = 0; i < lock_count; i++) {
        if (held[i])
            pthread_mutex_unlock(locks[i].lock);
        held[i] = false;
    }
}

static void before(void)
{
    if (!children)
        return;
    kit_library_before_fork();
    take_locks();
}

static void after(void)
{
    free_locks();
    kit_library_after_fork(false);
}

static void in_child(void)
{
    report(children);
    free_locks();
    kit_library_after_fork(true);
}

/* The recorder may be begun by another thread during a fork, so the locks are held before it has begun, too. */
void native_fork_prepare(bool follows, void (*forked)(bool recorded))
{
    report = forked;
    children = follows;
    pthread_atfork(before, after, in_child);
}

/* ---- frames ------------------------------------------------------------------------------------------------------ */

/* The frames of a thread that forks, from the preparation of the fork to its end. */
static __thread qprof_MethodID *frames; /* NULL = none */
static __thread int count;

static void keep_frames(void)
{
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

void native_fork_begin(void)
{
    const char *option = kit_library.qii.get_option("follow-child-processes");
    children = option != NULL;
    if (children)
        pthread_atfork(keep_frames, forget_frames, report_frames);
}
