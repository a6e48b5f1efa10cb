/* growth.c - the growth of files and memory.
 *
 * usage: bench_growth DIRECTORY-OF-LIBRARIES DATA-DIRECTORY
 *
 * Measures the memory that an idle virtual thread takes, and by how much a short system thread makes the file grow.
 * Leaves two files for measurements of the report: million.qii with a million nodes, and living.qii of a process that
 * was killed while it had a million suspended virtual threads. */
#include "events.h"
#include "row.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define VTHREADS    100000
#define LIVES       10000000
#define FIRST_LIVES 1000000
#define THREADS     1000
#define LIVING      1000000

static char file[4096];

static void start(const char *name, bool virtual_threads)
{
    snprintf(file, sizeof file, "%s/%s", row_data, name);
    events_start("qprof", name, virtual_threads);
}

static double file_size(void)
{
    struct stat status;
    return stat(file, &status) == 0 ? (double)status.st_size : 0;
}

/* Return the size of the private memory that the process uses, in bytes. */
static double private_memory(void)
{
    char line[256];
    double kilobytes = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, "RssAnon:", 8) == 0)
            kilobytes = atof(line + 8);
    if (status)
        fclose(status);
    return kilobytes * 1024;
}

static double used(void)
{
    return file_size() + private_memory();
}

/* Create virtual threads with stacks of depth `deepest`. Wake and suspend each of them, and leave all of them alive. */
static void fill(uintptr_t first, unsigned long deepest)
{
    for (uintptr_t vthread = first; vthread < first + VTHREADS; vthread++) {
        for (unsigned long depth = 1; depth <= deepest; depth++)
            qii.record_fn_entry_vt(depth, 100 + depth, vthread);
        qii.vthread_suspend(vthread, QPROF_REASON_WAITING);
    }
    for (uintptr_t vthread = first; vthread < first + VTHREADS; vthread++) {
        qii.vthread_wake(vthread);
        qii.vthread_resume(vthread);
        qii.vthread_suspend(vthread, QPROF_REASON_WAITING);
    }
}

static void destroy(uintptr_t first)
{
    for (uintptr_t vthread = first; vthread < first + VTHREADS; vthread++)
        qii.thread_destroy_vt(vthread);
}

static void idle_virtual_threads(unsigned long depth, const char *name, const char *goal)
{
    start("vthreads.qii", true);
    fill(1000000, depth);
    double before = used();
    fill(2000000, depth);
    row_print(name, goal, (used() - before) / VTHREADS, "bytes", "file and memory");
    destroy(2000000);
    before = file_size();
    fill(3000000, depth);
    row_print("the same, after as many virtual threads were destroyed", "0 bytes", (file_size() - before) / VTHREADS,
              "bytes", "file");
    qii.shutdown();
}

/* Run virtual threads one after the other, each with a different name. */
static void live(uintptr_t first, uintptr_t last)
{
    char name[40];
    for (uintptr_t vthread = first; vthread < last; vthread++) {
        snprintf(name, sizeof name, "request %lu", (unsigned long)vthread);
        qii.thread_create_vt(vthread, vthread);
        qii.set_thread_name_vt(name, vthread);
        qii.record_fn_entry_vt(1, 101, vthread);
        qii.vthread_suspend(vthread, QPROF_REASON_WAITING);
        qii.vthread_resume(vthread);
        qii.record_fn_exit_vt(0, vthread);
        qii.thread_destroy_vt(vthread);
    }
}

static void short_lives(void)
{
    start("lives.qii", true);
    live(1, FIRST_LIVES);
    double before = used();
    live(FIRST_LIVES, LIVES);
    row_print("one of 10 million short lives, each with a name of its own", "0 bytes",
              (used() - before) / (double)(LIVES - FIRST_LIVES), "bytes", "file and memory, after the first million");
    qii.shutdown();
}

static void *short_thread(void *unused)
{
    qii.record_fn_entry(1, 101);
    qii.record_fn_exit(0);
    return unused;
}

static void run_threads(void)
{
    pthread_t thread;
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&thread, NULL, short_thread, NULL) == 0)
            pthread_join(thread, NULL);
}

static void short_threads(void)
{
    start("threads.qii", false);
    run_threads();
    double before = file_size();
    run_threads();
    row_print("a short system thread, once the pool is warm", "0 bytes", (file_size() - before) / THREADS, "bytes",
              "file");
    qii.shutdown();
}

static void million_nodes(void)
{
    struct events paths = {0};
    start("million.qii", false);
    events_every_path(&paths, 100);
    events_play(&paths);
    events_free(&paths);
    qii.shutdown();
}

/* Suspend a million virtual threads in seven call paths, with each reason in turn, and wake each fourth of them. */
static void suspend_a_million(void)
{
    start("living.qii", true);
    for (uintptr_t i = 0; i < LIVING; i++) {
        uintptr_t vthread = 0x10000 + 16 * i;
        qii.thread_create_vt((qprof_ThreadID)i, vthread);
        qii.vthread_resume(vthread);
        for (unsigned long depth = 1; depth <= 7; depth++)
            qii.record_fn_entry_vt(depth + i % 7, 100 + depth, vthread);
        qii.vthread_suspend(vthread, QPROF_REASON_RUNNABLE + (int)(i % 3));
        if (i % 4 == 0)
            qii.vthread_wake(vthread);
    }
    raise(SIGKILL);
}

static void million_virtual_threads(void)
{
    pid_t child = fork();
    if (child == 0)
        suspend_a_million();
    if (child > 0)
        waitpid(child, NULL, 0);
}

int main(int argc, char **argv)
{
    row_begin(argc, argv, NULL);
    idle_virtual_threads(7, "idle virtual thread, depth 7, woken before", "≤ 384 bytes");
    idle_virtual_threads(15, "the same, depth 15", "≤ 448 bytes");
    short_lives();
    short_threads();
    million_nodes();
    million_virtual_threads();
    return 0;
}
