/* A data file appears under its name only when readers can open it. The same holds for its copy at the end. */
#include "tests/support/stage.h"

#include "qprof.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define KILLS 150

static pid_t begin_run(struct stage *stage)
{
    pid_t child = fork();
    STAGE_CHECK(child >= 0);
    if (child != 0)
        return child;
    qprof_initialize("-data-file=run.%n.qii -quiet", NULL);
    qprof_record_fn_entry(1, 1);
    stage_add(&stage->numbers[0], 1);
    for (;;)
        pause();
}

static void end_run(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

/* Start runs in child processes, and kill the processes. The first is killed when its run has started. Each further
 * process is killed after a longer delay than the one before. The delays range from 0 to nearly twice the time that the
 * first start took. */
static void begin_and_be_killed(struct stage *stage)
{
    double start = microseconds();
    pid_t first = begin_run(stage);
    stage_await(&stage->numbers[0], 1);
    double longest = 2 * (microseconds() - start);
    end_run(first);
    for (int i = 0; i < KILLS; i++) {
        pid_t child = begin_run(stage);
        usleep((useconds_t)(longest * i * i / (KILLS * KILLS)));
        end_run(child);
    }
}

TEST(killed_start_leaves_a_whole_file_or_none)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, begin_and_be_killed);
    int files = 0;
    DIR *directory = opendir(stage.directory);
    assert_non_null(directory);
    for (const struct dirent *entry; (entry = readdir(directory));) {
        if (entry->d_name[0] == '.' || strstr(entry->d_name, "run.") != entry->d_name)
            continue;
        stage_read(&stage, entry->d_name, &profile);
        qp_profile_close(&profile);
        files++;
    }
    closedir(directory);
    assert_in_range(files, 2, KILLS); /* the first process left a file; of the KILLS others, some left a file and
                                       * some were killed too early */
    stage_close(&stage);
}

/* Set a file size limit, which acts like a full disk, after the recording and before the copy is made. */
static void end_without_room(struct stage *stage)
{
    const struct rlimit little = {70000, 70000};
    (void)stage;
    STAGE_CHECK(mkdir("here%n", 0700) == 0 && mkdir("there", 0700) == 0);
    STAGE_CHECK(qprof_initialize("-data-file=there/run.qii -record-in=here%n -quiet", NULL) > 0);
    STAGE_CHECK(access("there/run.qii", F_OK) != 0);
    qprof_record_fn_entry(1, 1);
    qprof_record_fn_exit(0);
    STAGE_CHECK(setrlimit(RLIMIT_FSIZE, &little) == 0);
    qprof_shutdown();
    STAGE_CHECK(access("there/run.qii", F_OK) != 0);
}

TEST(unfinished_copy_is_removed)
{
    struct stage stage;
    stage_play(&stage, end_without_room);
    assert_int_equal(stage_lines(&stage, "err", ""), 1);
    assert_int_equal(stage_lines(&stage, "err", "data file remains at here%n/"), 1);
    assert_int_equal(stage_lines(&stage, "err", ": File too large"), 1); /* the limit fell inside the last write, so
                                                                          * only a part of it was written */
    assert_int_equal(
        stage_run(&stage, "test -z \"$(ls -A there)\" && test $(ls here%n | wc -l) = 1 && mv here%n/* run.qii"), 0);
    struct qp_profile profile;
    stage_read(&stage, "run.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 1), 1);
    qp_profile_close(&profile);
    stage_close(&stage);
}

/* If another run takes the name of the copy during the recording, the copy gets the next number. */
static void record_elsewhere(struct stage *stage)
{
    (void)stage;
    STAGE_CHECK(mkdir("here", 0700) == 0);
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -record-in=here -quiet", NULL) > 0);
    qprof_record_fn_entry(1, 1);
    qprof_record_fn_exit(0);
    int other = open("run.qii", O_WRONLY | O_CREAT | O_EXCL, 0600);
    STAGE_CHECK(other >= 0 && write(other, "other", 5) == 5 && close(other) == 0);
    qprof_shutdown();
}

TEST(copy_replaces_no_file)
{
    struct stage stage;
    struct qp_profile profile;
    stage_play(&stage, record_elsewhere);
    stage_read(&stage, "run.1.qii", &profile);
    assert_int_equal(stage_calls(&profile, QP_QPROF, 1), 1);
    qp_profile_close(&profile);
    assert_int_equal(stage_run(&stage, "test \"$(cat run.qii)\" = other && test -z \"$(ls -A here)\""), 0);
    stage_close(&stage);
}

#define SOURCES 20000 /* number of sources; more than the thread can register while the file is copied */

static int copied; /* 1 once the run has ended and its file was copied */

static void *register_sources(void *unused)
{
    char name[20], text[100];
    for (int i = 0; i < SOURCES && !__atomic_load_n(&copied, __ATOMIC_ACQUIRE); i++) {
        snprintf(name, sizeof name, "%d.c", i);
        memset(text, 'a' + i % 26, sizeof text);
        qprof_register_source(name, text, sizeof text);
    }
    return unused;
}

static void define_during_the_copy(struct stage *stage)
{
    pthread_t thread;
    (void)stage;
    STAGE_CHECK(mkdir("here", 0700) == 0);
    STAGE_CHECK(qprof_initialize("-data-file=run.qii -record-in=here -quiet", NULL) > 0);
    STAGE_CHECK(pthread_create(&thread, NULL, register_sources, NULL) == 0);
    usleep(2000);
    qprof_shutdown();
    __atomic_store_n(&copied, 1, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
}

/* A source consists of a record and two texts, which are in different parts of the file. */
TEST(copy_has_nothing_of_a_definition_that_comes_while_it_is_made)
{
    for (int i = 0; i < 10; i++) {
        struct stage stage;
        struct qp_profile profile;
        stage_play(&stage, define_during_the_copy);
        stage_read(&stage, "run.qii", &profile);
        qp_profile_close(&profile);
        stage_close(&stage);
    }
}
