/* A child that was forked while another thread of its parent held the dynamic loader's lock, as libunwind does in a
 * step: the child's stacks do without libunwind, since the lock is never free again there. */
#include "tests/support/stage.h"

#include "VT.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int walk(int (*callback)(struct dl_phdr_info *info, size_t size, void *data), void *data);

static int stops; /* 1 = who comes to the loader's list waits there; 2 = someone does */
static pid_t parent;

/* Stands in for the C library's, whose lock a thread holds in it. */
__attribute__((visibility("default"))) int
dl_iterate_phdr(int (*callback)(struct dl_phdr_info *info, size_t size, void *data), void *data)
{
    walk *real = (walk *)(uintptr_t)dlsym(RTLD_NEXT, "dl_iterate_phdr");
    if (__atomic_load_n(&stops, __ATOMIC_ACQUIRE) == 0)
        return real(callback, data);
    if (parent != getpid())
        _Exit(98);
    __atomic_store_n(&stops, 2, __ATOMIC_RELEASE);
    for (;;)
        pause();
}

static __attribute__((noinline)) int locate(void)
{
    int handle = VT_NOSCL;
    STAGE_CHECK(VT_sclstack(NULL, NULL, 0, 5, &handle) == VT_OK);
    return handle;
}

static void *locate_on_thread(void *data)
{
    (void)data;
    locate();
    return NULL;
}

/* The child meets code that nobody asked libunwind for. */
static void fork_amid_a_step(struct stage *stage)
{
    int status;
    pthread_t thread;
    (void)stage;
    parent = getpid();
    stops = 1;
    STAGE_CHECK(pthread_create(&thread, NULL, locate_on_thread, NULL) == 0);
    while (__atomic_load_n(&stops, __ATOMIC_ACQUIRE) != 2)
        usleep(100);
    pid_t child = fork();
    if (child == 0)
        _Exit(locate() == VT_NOSCL ? 97 : 0);
    STAGE_CHECK(child > 0 && waitpid(child, &status, 0) == child);
    STAGE_CHECK(status == 0);
}

TEST(a_child_does_not_wait_for_the_loader_that_its_parent_was_in)
{
    struct stage stage;
    stage_play(&stage, fork_amid_a_step);
    stage_close(&stage);
}
