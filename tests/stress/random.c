/* A test that makes random calls from several threads, with timer signals, forks, restarts and saved copies. All
 * resulting data files must be valid.
 *
 *     stress_random FIRST RUNS CALLS [keep] [apart|in-turns|at-once]
 *
 * makes RUNS runs with the seeds FIRST, FIRST+1, ..., each with CALLS calls, in its own process and directory. A run
 * fails if it crashes, hangs, or leaves an invalid file; its directory is then kept. With "keep", a process that hangs
 * is not killed, so that a debugger can attach to it. The last argument chooses how threads share virtual threads in
 * all runs (random_turns.h). */
#include "tests/stress/random.h"
#include "tests/stress/random_look.h"
#include "tests/stress/random_turns.h"
#include "tests/support/own_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_THREADS 4
#define TIMERS       2  /* number of timers per thread; with two timers, one handler may interrupt the other */
#define LONGEST      30 /* maximum duration of a run in seconds */

/* ---- the process that calls ------------------------------------------------------------------------------ */

enum end { END_SHUTDOWN, END_EXIT, END_AT_ONCE, END_KILL, END_AMID, ENDS };

static enum sharing wanted_sharing = SHARINGS; /* sharing that the command line selects; SHARINGS = each run draws
                                                * one */

static struct plan {
    uint64_t seed;
    unsigned calls;
    unsigned threads;
    unsigned rounds; /* number of times that a set of threads starts and ends */
    unsigned forks;  /* average number of calls before a fork; 0 = no forks */
    long period;     /* time from a handler's end to the next signal, in nanoseconds; 0 = no timers */
    enum sharing sharing;
    enum end end;
} plan;

struct caller {
    unsigned number;
    unsigned calls;
    pthread_t thread;
    timer_t timers[TIMERS];
};

static _Thread_local struct draw handler_draw;
static _Thread_local bool ready; /* handler_draw is initialized */

/* Set a one-shot timer; the handler sets it again. With a periodic timer, a handler that takes longer than the
 * period would use all the time of its thread. */
static int set_timer(const timer_t *timer, int number)
{
    const struct itimerspec once = {.it_value = {0, plan.period + number * plan.period / 3}};
    return timer_settime(*timer, 0, &once, NULL);
}

static void handle(int signal, siginfo_t *info, void *context)
{
    int kept = errno;
    (void)context;
    for (unsigned i = ready ? 1 + draw_below(&handler_draw, 3) : 0; i > 0; i--)
        calls_make(&handler_draw, true);
    set_timer(info->si_value.sival_ptr, signal - SIGRTMIN);
    errno = kept;
}

static void ignore(int signal)
{
    (void)signal;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_sigaction = handle, .sa_flags = SA_RESTART | SA_SIGINFO};
    struct sigaction ignored = {.sa_handler = ignore, .sa_flags = SA_RESTART};
    for (int i = 0; i < TIMERS; i++)
        sigaction(SIGRTMIN + i, &action, NULL);
    sigaction(SIGTRAP, &ignored, NULL); /* raised by breaks that set_break_on_event sets */
}

static void block_timers(int how)
{
    sigset_t timers;
    sigemptyset(&timers);
    for (int i = 0; i < TIMERS; i++)
        sigaddset(&timers, SIGRTMIN + i);
    pthread_sigmask(how, &timers, NULL);
}

static void set_timers(struct caller *caller)
{
    for (int i = 0; plan.period != 0 && i < TIMERS; i++) {
        struct sigevent event = {
            .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGRTMIN + i, .sigev_value.sival_ptr = &caller->timers[i]};
        event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
        if (timer_create(CLOCK_MONOTONIC, &event, &caller->timers[i]) != 0 || set_timer(&caller->timers[i], i) != 0)
            abort();
    }
}

/* Delete a thread's timers. This is done after the thread has ended, so that signals may interrupt its last steps. */
static void remove_timers(struct caller *caller)
{
    for (int i = 0; plan.period != 0 && i < TIMERS; i++)
        timer_delete(caller->timers[i]);
}

static void call_many(struct draw *draw, unsigned calls);

static int is_child; /* 1 in a child of fork_once */

/* LeakSanitizer calls this function to learn if it is disabled. It must be disabled in a forked child, because the
 * child has the data of its parent's other threads, but not their stacks. LeakSanitizer would report this data as
 * leaks. */
__attribute__((visibility("default"))) int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return is_child;
}

/* True if a forked child may hang in malloc. If another thread allocates memory during the fork, the allocator of
 * AddressSanitizer (GCC 12) stays locked in the child; the C library's allocator does not. This happened in 1 of 8 runs
 * of seed 66104. */
#ifdef __SANITIZE_ADDRESS__
static const bool may_hang = true;
#else
static const bool may_hang = false;
#endif

/* Fork a child that makes other calls and ends with exit or _exit. Wait for its end. */
static void fork_once(struct draw *draw)
{
    int status = 0;
    struct draw child_draw = {draw_word(draw)};
    block_timers(SIG_BLOCK);
    pid_t child = fork();
    if (child == 0) {
        struct caller caller;
        is_child = 1;
        plan.forks = 0;
        turns_forked();
        handler_draw.state ^= child_draw.state;
        if (may_hang)
            alarm(LONGEST / 4);
        set_timers(&caller);
        block_timers(SIG_UNBLOCK);
        call_many(&child_draw, plan.calls / 10);
        if (draw_below(&child_draw, 2) == 0)
            exit(0);
        _exit(0);
    }
    block_timers(SIG_UNBLOCK);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    bool hung = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    if (child > 0 && status != 0 && !(may_hang && hung)) {
        fprintf(stderr, "a forked child ends with status %#x\n", (unsigned)status);
        _exit(98);
    }
}

static void call_many(struct draw *draw, unsigned calls)
{
    for (unsigned i = 0; i < calls; i++) {
        calls_make(draw, false);
        if (plan.forks != 0 && draw_below(draw, plan.forks) == 0)
            fork_once(draw);
    }
}

static void *call(void *data)
{
    struct caller *caller = data;
    struct draw draw = {plan.seed * 1000003 + caller->number};
    turns_set_thread(caller->number);
    handler_draw.state = ~draw.state;
    ready = true;
    set_timers(caller);
    block_timers(SIG_UNBLOCK);
    call_many(&draw, caller->calls);
    return NULL;
}

static void make_plan(struct draw *draw, uint64_t seed, unsigned calls)
{
    plan = (struct plan){
        .seed = seed,
        .calls = calls,
        .threads = 1 + draw_below(draw, MOST_THREADS),
        .rounds = 1 + draw_below(draw, 4),
        .forks = draw_below(draw, 4) == 0 ? 500 : 0,
        .period = draw_below(draw, 3) == 0 ? 0 : 20000 + (long)draw_below(draw, 200000),
        .end = (enum end)draw_below(draw, ENDS),
        .sharing = (enum sharing)draw_below(draw, SHARINGS),
    };
    if (wanted_sharing != SHARINGS)
        plan.sharing = wanted_sharing;
#ifdef __SANITIZE_THREAD__
    /* After a virtual thread has moved to another system thread, the previous system thread may still read the
     * virtual thread's top frame. This race is intended. */
    plan.sharing = SHARING_APART;
    /* ThreadSanitizer would report a race between a forked child's close and the exiting parent's reads, although each
     * process has its own copy of the memory. */
    if (plan.forks != 0 && plan.end == END_AMID)
        plan.end = END_EXIT;
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    /* A child inherits the locks that other threads held during the fork, such as those of the sanitizer's
     * allocator. So only a single thread may fork. */
    if (plan.forks != 0)
        plan.threads = 1;
#endif
}

static void end_run(void)
{
    switch (plan.end) {
    case END_SHUTDOWN:
        calls_end();
        exit(0);
    case END_AT_ONCE:
        _exit(0);
    case END_KILL:
        kill(getpid(), SIGKILL);
        break;
    default:
        exit(0);
    }
}

static void play(uint64_t seed, unsigned calls)
{
    static struct caller callers[MOST_THREADS * 4];
    struct draw draw = {seed};
    make_plan(&draw, seed, calls);
    calls_load(QPROF_LIBRARY, CPROF_LIBRARY);
    calls_plan(&draw);
    turns_plan(plan.sharing);
    catch_signals();
    block_timers(SIG_BLOCK);
    calls_begin(&draw);
    for (unsigned round = 0; round < plan.rounds; round++) {
        struct caller *first = &callers[round * plan.threads];
        for (unsigned i = 0; i < plan.threads; i++) {
            first[i].number = round * plan.threads + i;
            first[i].calls = calls / plan.threads / plan.rounds;
            if (pthread_create(&first[i].thread, NULL, call, &first[i]) != 0)
                abort();
        }
        if (plan.end == END_AMID && round + 1 == plan.rounds)
            usleep(draw_below(&draw, 5000));
        for (unsigned i = 0; i < plan.threads && !(plan.end == END_AMID && round + 1 == plan.rounds); i++) {
            pthread_join(first[i].thread, NULL);
            remove_timers(&first[i]);
        }
    }
    end_run();
}

/* ---- the process that checks ----------------------------------------------------------------------------- */

static unsigned files;

static void show_errors(const char *path)
{
    char name[100], line[300];
    snprintf(name, sizeof name, "%s/err", path);
    FILE *file = fopen(name, "re");
    for (int i = 0; file != NULL && i < 60 && fgets(line, sizeof line, file) != NULL; i++)
        printf("    %s", line);
    if (file != NULL)
        fclose(file);
}

static void perform(const char *path, uint64_t seed, unsigned calls)
{
    const struct rlimit no_core = {0, 0};
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &no_core);
    int errors = chdir(path) == 0 ? open("err", O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (errors < 0 || mkdir("elsewhere", 0700) != 0 || dup2(errors, STDOUT_FILENO) < 0 ||
        dup2(errors, STDERR_FILENO) < 0)
        _exit(97);
    play(seed, calls);
}

/* Print the stacks of a hanging process. Often a hang cannot be repeated with its seed, so these stacks may be the
 * only evidence. */
static void show_stacks(pid_t process)
{
    char command[120];
    snprintf(command, sizeof command, "gdb -p %d -batch -ex 'thread apply all backtrace' 2>&1", (int)process);
    if (system(command) != 0)
        printf("no stacks\n");
    fflush(stdout);
}

/* Wait for the end of the process, and return true if it ended as intended. Kill a process that hangs. */
static bool await(pid_t process, uint64_t seed, bool keep)
{
    int status;
    for (int i = 0; waitpid(process, &status, WNOHANG) == 0; i++) {
        usleep(1000);
        if (i < LONGEST * 1000)
            continue;
        printf("seed %llu hangs, process %d\n", (unsigned long long)seed, (int)process);
        fflush(stdout);
        show_stacks(process);
        if (keep)
            raise(SIGSTOP);
        kill(-process, SIGKILL);
        waitpid(process, &status, 0);
        return false;
    }
    kill(-process, SIGKILL); /* the run's remaining children */
    if (status == 0 || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL))
        return true;
    printf("seed %llu ends with status %#x\n", (unsigned long long)seed, (unsigned)status);
    return false;
}

/* Make one run. Return true if its process ended as intended and its files are valid. */
static bool run(uint64_t seed, unsigned calls, bool keep)
{
    char path[] = "random.XXXXXX", inner[40], command[60];
    if (!mkdtemp(path))
        return false;
    fflush(NULL);
    pid_t process = fork();
    if (process == 0)
        perform(path, seed, calls);
    bool is_good = await(process, seed, keep);
    make_plan(&(struct draw){seed}, seed, calls);
    snprintf(inner, sizeof inner, "%s/elsewhere", path);
    bool at_once = plan.sharing == SHARING_AT_ONCE && plan.threads > 1;
    is_good &= look_at_directory(path, at_once, &files);
    is_good &= look_at_directory(inner, at_once, &files);
    if (is_good) {
        snprintf(command, sizeof command, "rm -rf %s", path);
        return system(command) == 0;
    }
    printf("seed %llu fails (%u threads, virtual threads %s), see %s; again: stress_random %llu 1 %u\n",
           (unsigned long long)seed, plan.threads, turns_words(plan.sharing), path, (unsigned long long)seed, calls);
    show_errors(path);
    fflush(stdout);
    return false;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: stress_random FIRST RUNS CALLS [keep] [apart|in-turns|at-once]\n");
        return 2;
    }
    uint64_t first = strtoull(argv[1], NULL, 10);
    uint64_t runs = strtoull(argv[2], NULL, 10);
    unsigned calls = (unsigned)strtoul(argv[3], NULL, 10);
    uint64_t failed = 0;
    bool keep = false;
    for (int i = 4; i < argc; i++)
        if (strcmp(argv[i], "keep") == 0)
            keep = true;
        else
            wanted_sharing = turns_by_words(argv[i]);
    test_enter_own_folder();
    for (uint64_t i = 0; i < runs; i++)
        failed += !run(first + i, calls, keep);
    printf("%llu runs, %u files, %llu failed\n", (unsigned long long)runs, files, (unsigned long long)failed);
    return failed != 0;
}
