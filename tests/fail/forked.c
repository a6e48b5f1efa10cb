/* If a process forks while another thread is in qprof_initialize, the child can start a run of its own. This file
 * replaces functions of the C library in the whole process. After each call of one of them by qprof_initialize, a
 * second thread forks. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <dlfcn.h>
#include <locale.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 2000 /* maximum number of calls; an initialization makes fewer */

extern void *__libc_malloc(size_t size);
extern void __libc_free(void *memory);

static _Thread_local bool initializes;
static unsigned calls;   /* number of calls of replaced functions since the thread began to initialize */
static unsigned fork_at; /* number of the call (of a replaced function) after which the other thread forks */
static sem_t to_fork, forked;
static uint64_t *failures; /* number of children that failed */

static void count_call(void)
{
    if (!initializes || ++calls != fork_at)
        return;
    sem_post(&to_fork);
    while (sem_wait(&forked) != 0)
        ;
}

void *malloc(size_t size)
{
    void *memory = __libc_malloc(size);
    count_call();
    return memory;
}

void free(void *memory)
{
    __libc_free(memory);
    count_call();
}

int munmap(void *memory, size_t size)
{
    int result = (int)syscall(SYS_munmap, memory, size);
    count_call();
    return result;
}

static void record_once(void)
{
    qprof_record_fn_entry(1, 1);
    qprof_record_fn_exit(0);
}

static void play_child(void)
{
    alarm(20);
    STAGE_CHECK(qprof_initialize("-data-file=child.%n.qii -quiet", NULL) > 0);
    record_once();
    qprof_shutdown();
    _exit(0);
}

static void *fork_when_asked(void *data)
{
    (void)data;
    for (;;) {
        int status = -1;
        while (sem_wait(&to_fork) != 0)
            ;
        pid_t child = fork();
        if (child == 0)
            play_child();
        *failures += child < 0 || waitpid(child, &status, 0) != child || status != 0;
        sem_post(&forked);
    }
    return NULL;
}

/* numbers[0] counts the children that failed. numbers[1] is the number of calls of the replaced functions during the
 * last initialization. */
static void fork_after_each_call(struct stage *stage)
{
    pthread_t thread;
    failures = &stage->numbers[0];
    STAGE_CHECK(sem_init(&to_fork, 0, 0) == 0 && sem_init(&forked, 0, 0) == 0);
    STAGE_CHECK(pthread_create(&thread, NULL, fork_when_asked, NULL) == 0);
    for (fork_at = 1; fork_at <= calls + 1 && fork_at < MOST; fork_at++) {
        calls = 0;
        initializes = true;
        STAGE_CHECK(qprof_initialize("-data-file=none -quiet -log-file=log", NULL) > 0);
        initializes = false;
        record_once();
        qprof_shutdown();
    }
    stage->numbers[1] = calls;
}

TEST(child_forked_inside_an_initialization_starts_from_scratch)
{
    struct stage stage;
    stage_play(&stage, fork_after_each_call);
    assert_in_range(stage.numbers[1], 30, MOST - 2);
    assert_int_equal(stage.numbers[0], 0);
    stage_close(&stage);
}

/* ---- a child prints its summary ---------------------------------------------------------------------------------- */

static bool is_child;

/* newlocale takes a lock of the C library. If another thread of the parent held this lock during the fork, the lock
 * stays locked in the child forever. */
locale_t newlocale(int mask, const char *name, locale_t base)
{
    locale_t (*next)(int, const char *, locale_t);
    void *address = dlsym(RTLD_NEXT, "newlocale");
    if (is_child)
        _exit(9);
    memcpy(&next, &address, sizeof next);
    return next(mask, name, base);
}

static void print_in_a_child(struct stage *stage)
{
    int status = -1;
    STAGE_CHECK(qprof_initialize("-data-file=parent.qii -log-file=log -follow-child-processes", NULL) > 0);
    pid_t child = fork();
    if (child == 0) {
        is_child = true;
        qprof_register_method_id(1, "\xc2\xb5", NULL, 0, NULL, NULL, 0);
        record_once();
        qprof_shutdown();
        _exit(0);
    }
    STAGE_CHECK(child > 0 && waitpid(child, &status, 0) == child);
    stage->numbers[0] = (uint64_t)status;
    qprof_shutdown();
}

TEST(summary_of_a_forked_child_takes_no_lock_of_locales)
{
    struct stage stage;
    stage_play(&stage, print_in_a_child);
    assert_int_equal(stage.numbers[0], 0);
    stage_close(&stage);
}
