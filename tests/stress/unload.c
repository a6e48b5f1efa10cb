/* Tests that close the library with dlclose while threads that recorded are alive, and open it again. This program
 * is not linked with the library. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <dlfcn.h>
#include <pthread.h>

#define THREADS 4

static struct {
    void *handle;
    int (*initialize)(const char *options, void (*callback)(qprof_MethodID));
    void (*enter)(qprof_MethodID method, qprof_StackID stack);
    void (*leave)(qprof_StackID stack);
    void (*shutdown)(void);
} library;

static void load(void)
{
    library.handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    STAGE_CHECK(library.handle != NULL);
    *(void **)&library.initialize = dlsym(library.handle, "qprof_initialize");
    *(void **)&library.enter = dlsym(library.handle, "qprof_record_fn_entry");
    *(void **)&library.leave = dlsym(library.handle, "qprof_record_fn_exit");
    *(void **)&library.shutdown = dlsym(library.handle, "qprof_shutdown");
}

/* Record calls, and end after dlclose was called. numbers[0] counts the threads that have recorded. numbers[1] is
 * set to end the threads. */
static void *record_and_end_late(void *data)
{
    struct stage *stage = data;
    library.enter(1, 1);
    library.leave(0);
    library.enter(2, 1);
    stage_add(&stage->numbers[0], 1);
    stage_await(&stage->numbers[1], 1);
    return NULL;
}

static void unload_and_load(struct stage *stage, int with_shutdown)
{
    pthread_t threads[THREADS];
    load();
    STAGE_CHECK(library.initialize("-data-file=run.qii -quiet", NULL) > 0);
    for (int i = 0; i < THREADS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, record_and_end_late, stage) == 0);
    stage_await(&stage->numbers[0], THREADS);
    if (with_shutdown)
        library.shutdown();
    STAGE_CHECK(dlclose(library.handle) == 0);
    stage_add(&stage->numbers[1], 1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    load();
    if (with_shutdown)
        STAGE_CHECK(library.initialize("-data-file=again.qii -quiet", NULL) > 0);
    library.enter(3, 1);
}

static void with_shutdown(struct stage *stage)
{
    unload_and_load(stage, 1);
}

static void without_shutdown(struct stage *stage)
{
    unload_and_load(stage, 0);
}

static void check(const struct stage *stage, const char *name, uint64_t first, uint64_t second, uint64_t third)
{
    struct qp_profile profile;
    stage_read(stage, name, &profile);
    assert_int_equal(profile.reader.ending, QP_ENDING_NORMAL);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 1), first);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 2), second);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 3), third);
    qp_profile_close(&profile);
}

TEST(threads_outlive_the_library)
{
    struct stage stage;
    stage_play(&stage, with_shutdown);
    check(&stage, "run.qii", THREADS, THREADS, 0);
    check(&stage, "again.qii", 0, 0, 1);
    stage_close(&stage);
}

/* The library is linked with -z nodelete, so dlclose does not unmap it, and the run continues. */
TEST(run_outlives_dlclose)
{
    struct stage stage;
    stage_play(&stage, without_shutdown);
    check(&stage, "run.qii", THREADS, THREADS, 1);
    stage_close(&stage);
}
