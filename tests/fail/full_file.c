/* Threads that begin when the data file is full. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <pthread.h>

#define KNOWN   20
#define OTHERS  50000 /* number of other methods; each has a node of 48 bytes, and all these nodes exceed 2 MB */
#define AGAIN   1000
#define THREADS 20

static void *call_on_thread(void *data)
{
    (void)data;
    for (unsigned again = 0; again < AGAIN; again++) {
        qprof_record_fn_entry(1 + again % KNOWN, 1);
        qprof_record_fn_exit(0);
    }
    return NULL;
}

/* Start threads when the file is full. They use the space that the file keeps in reserve. */
static void new_threads(struct stage *stage)
{
    pthread_t threads[THREADS];
    (void)stage;
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -max-data-size=2M", NULL) > 0);
    for (unsigned long i = 0; i < OTHERS; i++) {
        qprof_record_fn_entry(1000 + i, 1);
        qprof_record_fn_exit(0);
    }
    for (int i = 0; i < THREADS; i++)
        STAGE_CHECK(pthread_create(&threads[i], NULL, call_on_thread, NULL) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    qprof_shutdown();
}

TEST(new_threads_count_when_the_file_is_full)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, new_threads);
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_diagnostic(&profile, QP_QPROF, QP_DIAGNOSTIC_THREAD_LOST), 0);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), OTHERS + THREADS * AGAIN);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 3), THREADS * AGAIN / KNOWN);
    qp_profile_close(&profile);
    stage_close(&stage);
}

#define NAMED 300 /* number of threads with names: an ended thread with a name keeps its part of the file */
#define NEW   300 /* number of new call paths of each thread */

static void *call_with_name(void *data)
{
    qprof_set_thread_name("one of many");
    for (unsigned long i = 0; i < NEW; i++) {
        qprof_record_fn_entry(50000 + i, 1);
        qprof_record_fn_exit(0);
    }
    return call_on_thread(data);
}

/* First record `wide` * `wide` call paths. Then run threads with names one after the other. */
static void named_threads(const char *options, unsigned long wide)
{
    STAGE_CHECK(qprof_initialize(options, NULL) > 0);
    for (unsigned long i = 0; i < wide; i++) {
        qprof_record_fn_entry(1000 + i, 1);
        for (unsigned long j = 0; j < wide; j++) {
            qprof_record_fn_entry(1000 + j, 2);
            qprof_record_fn_exit(1);
        }
        qprof_record_fn_exit(0);
    }
    for (int i = 0; i < NAMED; i++) {
        pthread_t thread;
        STAGE_CHECK(pthread_create(&thread, NULL, call_with_name, NULL) == 0);
        pthread_join(thread, NULL);
    }
    qprof_shutdown();
}

static void in_a_small_file(struct stage *stage)
{
    (void)stage;
    named_threads("-data-file=run.qii -max-data-size=2M", 300);
}

static void in_a_large_file(struct stage *stage)
{
    (void)stage;
    named_threads("-data-file=run.qii -max-data-size=64M", 1250);
}

/* Return the number of threads that had no room in the file. It follows from the reported number of lost events,
 * because such a thread loses its name and all of its calls. */
static uint64_t threads_lost(void (*scene)(struct stage *stage), unsigned long wide)
{
    struct stage stage;
    struct qp_profile profile;
    const uint64_t calls = AGAIN + NEW;
    stage_play(&stage, scene);
    stage_read(&stage, "run.qii", &profile);
    uint64_t lost = stage_diagnostic(&profile, QP_QPROF, QP_DIAGNOSTIC_THREAD_LOST);
    uint64_t threads = lost / (1 + 2 * calls);
    assert_true(profile.reader.header.folded > 0);
    assert_int_equal(lost % (1 + 2 * calls), 0);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 0), wide + wide * wide + (NAMED - threads) * calls);
    qp_profile_close(&profile);
    stage_close(&stage);
    return threads;
}

TEST(each_event_of_a_thread_without_room_is_reported)
{
    assert_true(threads_lost(in_a_small_file, 300) > 0);
}

TEST_IF(!STAGE_THREAD_SANITIZED, reserve_for_new_threads_grows_with_the_file)
{
    assert_int_equal(threads_lost(in_a_large_file, 1250), 0);
}
