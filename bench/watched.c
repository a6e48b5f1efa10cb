/* watched.c - the cost of watching a program with qii top.
 *
 * usage: bench_watched DIRECTORY-OF-LIBRARIES DATA-DIRECTORY QII
 *
 * Runs a program alternately with and without qii top. Measures how much slower its events are while qii top watches,
 * and which share of a processor qii top takes. Both are measured in CPU time. */
#include "events.h"
#include "row.h"

#include <pthread.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 11
#define ROUND  1.5e9 /* length of a round in ns, in which qii top reads the counts more than once */

static pid_t top;
static double top_began;

static double thread_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Discard what top draws. */
static void *drain(void *terminal)
{
    char bytes[4096];
    while (read(*(int *)terminal, bytes, sizeof bytes) > 0)
        continue;
    return NULL;
}

static void begin_top(const char *qii_path)
{
    static int terminal;
    struct winsize size = {.ws_row = 40, .ws_col = 120};
    pthread_t drainer;
    char pid[20];
    snprintf(pid, sizeof pid, "%d", (int)getpid());
    top_began = row_now();
    top = forkpty(&terminal, NULL, NULL, &size);
    if (top == 0) {
        setenv("TERM", "xterm", 1);
        execl(qii_path, qii_path, "top", pid, (char *)NULL);
        _exit(127);
    }
    pthread_create(&drainer, NULL, drain, &terminal);
    pthread_detach(drainer);
}

/* End qii top. Return the share of a processor that it took, in percent. */
static double end_top(void)
{
    struct rusage usage;
    kill(top, SIGCONT);
    kill(top, SIGINT);
    wait4(top, NULL, 0, &usage);
    double seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                     (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    return 100 * seconds / ((row_now() - top_began) / 1e9);
}

/* Play events for about the time of a round. Return the CPU time of one pair of an entry and an exit. */
static double cost(const struct events *events)
{
    double began = row_now(), spent = thread_now(), calls = 0;
    while (row_now() - began < ROUND) {
        events_play(events);
        calls += (double)events->count / 2;
    }
    return (thread_now() - spent) / calls;
}

static void compare(const struct events *events, const char *name)
{
    double alone[ROUNDS], watched[ROUNDS], ratios[ROUNDS];
    char remark[100];
    for (int i = 0; i < ROUNDS; i++) {
        kill(top, SIGSTOP);
        alone[i] = cost(events);
        kill(top, SIGCONT);
        watched[i] = cost(events);
        ratios[i] = watched[i] / alone[i];
    }
    snprintf(remark, sizeof remark, "%.1f instead of %.1f ns of processor time", row_median(watched, ROUNDS),
             row_median(alone, ROUNDS));
    row_print(name, "≤ 1.02 of it alone", row_median(ratios, ROUNDS), "of it alone", remark);
}

static void watch(const struct events *events, const char *qii_path, const char *name, const char *share)
{
    begin_top(qii_path);
    compare(events, name);
    row_print(share, "≤ 2 % of a processor", end_top(), "%", "over its whole life, including its start");
}

int main(int argc, char **argv)
{
    const char *qii_path = row_begin(argc, argv, "QII");
    struct events walk = {0}, paths = {0};
    events_walk(&walk, 50, 19, 100000);
    events_every_path(&paths, 100);
    events_start("qprof", "watched.qii", false);
    events_play(&walk);
    watch(&walk, qii_path, "entry + exit under qii top", "qii top of 50 functions");
    events_play(&paths);
    watch(&walk, qii_path, "the same in a file of 1M nodes", "qii top of 1M nodes");
    qii.shutdown();
    events_free(&walk);
    events_free(&paths);
    return 0;
}
