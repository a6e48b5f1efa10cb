/* vt.c - the rows of doc/benchmarks.md for libvt.
 *
 * usage: bench_vt DIRECTORY-OF-LIBRARIES DATA-DIRECTORY [PART-OF-A-ROW'S-NAME]
 *
 * libvt records once in a process, so each row runs in a separate process. */
#include "events.h"
#include "row.h"

#include <VT.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CALLS     200000
#define FUNCTIONS 50
#define DEPTH     19

static struct events events;

/* The functions of libvt that the rows call, with their names in this file. */
#define VT_FUNCTIONS(X)                                                                                                \
    X(initialize, VT_initialize)                                                                                       \
    X(finalize, VT_finalize)                                                                                           \
    X(traceoff, VT_traceoff)                                                                                           \
    X(funcdef, VT_funcdef)                                                                                             \
    X(enter, VT_enter)                                                                                                 \
    X(leave, VT_leave)                                                                                                 \
    X(enterstate, VT_enterstate)                                                                                       \
    X(begin, VT_begin)                                                                                                 \
    X(end, VT_end)                                                                                                     \
    X(sendmsg, VT_log_sendmsg)                                                                                         \
    X(recvmsg, VT_log_recvmsg)                                                                                         \
    X(scopedef, VT_scopedef)                                                                                           \
    X(scopebegin, VT_scopebegin)                                                                                       \
    X(scopeend, VT_scopeend)                                                                                           \
    X(countdef, VT_countdef)                                                                                           \
    X(countval, VT_countval)                                                                                           \
    X(sclstack, VT_sclstack)

static struct {
#define X(name, function) __typeof__(function) *name;
    VT_FUNCTIONS(X)
#undef X
} vt;

static int scope;
static int counters[4];

static void load(void)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/libvt.so", row_libraries);
    void *library = dlopen(path, RTLD_NOW);
    if (!library) {
        fprintf(stderr, "bench: %s\n", dlerror());
        exit(1);
    }
#define X(name, function) vt.name = (__typeof__(vt.name))dlsym(library, #function);
    VT_FUNCTIONS(X)
#undef X
}

/* Make the same walk as in libqprof's rows, with states instead of methods. */
static void make_walk(void)
{
    int handles[FUNCTIONS + 1];
    char name[32];
    for (int i = 0; i <= FUNCTIONS; i++) {
        snprintf(name, sizeof name, "Walk:f%d", i);
        vt.funcdef(name, VT_NOCLASS, &handles[i]);
    }
    events_walk(&events, FUNCTIONS, DEPTH, CALLS);
    for (size_t i = 0; i < events.count; i++)
        if (events.list[i].method)
            events.list[i].method = (uint32_t)handles[events.list[i].method % (FUNCTIONS + 1)];
}

static void define_counters(void)
{
    static const int data_of[] = {VT_COUNT_FLOAT, VT_COUNT_INTEGER, VT_COUNT_FLOAT, VT_COUNT_FLOAT};
    char name[32];
    for (int i = 0; i < 4; i++) {
        snprintf(name, sizeof name, "counter %d", i);
        vt.countdef(name, VT_NOCLASS, data_of[i], VT_GROUP_THREAD, NULL, "", &counters[i]);
    }
}

static void start(const char *options)
{
    char all[8192];
    load();
    snprintf(all, sizeof all, "%s/bench.qii", row_data);
    remove(all);
    snprintf(all, sizeof all, "-quiet -max-data-size=8G -data-file=%s/bench.qii", row_data);
    setenv("VT_OPTIONS", all, 1);
    for (char *rest = strdup(options), *option; (option = strsep(&rest, " "));)
        putenv(option);
    vt.initialize(NULL, NULL);
    make_walk();
    define_counters();
    vt.scopedef("scope", VT_NOCLASS, VT_NOSCL, VT_NOSCL, &scope);
}

/* ---- bodies of the rows ------------------------------------------------------------------------------------ */

static void floor_clock(void)
{
    events_play_clock(&events);
}

static void floor_empty(void)
{
    events_play_empty(&events);
}

static void enter_and_leave(void)
{
    for (size_t i = 0; i < events.count; i++) {
        const struct event *event = &events.list[i];
        if (event->method)
            vt.enter((int)event->method, VT_NOSCL);
        else
            vt.leave(VT_NOSCL);
    }
}

/* Enter and leave states by name. Each state has its own variable for the handle, as in a real program. */
static void enterstate_and_leave(void)
{
    static struct {
        char name[16];
        int handle;
        int truncated;
    } places[FUNCTIONS + 1];
    for (size_t i = 0; i < events.count; i++) {
        const struct event *event = &events.list[i];
        if (!event->method) {
            vt.leave(VT_NOSCL);
            continue;
        }
        unsigned place = event->method % (FUNCTIONS + 1);
        if (places[place].name[0] == '\0')
            snprintf(places[place].name, sizeof places[place].name, "Walk:f%u", place);
        vt.enterstate(places[place].name, &places[place].handle, &places[place].truncated);
    }
}

static void begin_and_end(void)
{
    for (size_t i = 0; i < events.count; i++) {
        const struct event *event = &events.list[i];
        if (event->method)
            vt.begin((int)event->method);
        else
            vt.end(0);
    }
}

static void send_and_receive(void)
{
    for (size_t i = 0; i < events.count; i++) {
        const struct event *event = &events.list[i];
        if (event->method)
            vt.sendmsg(1, 2, (int)(i & 7), VT_COMM_WORLD, VT_NOSCL);
        else
            vt.recvmsg(1, 2, (int)(i & 7), VT_COMM_WORLD, VT_NOSCL);
    }
}

static void begin_and_end_scope(void)
{
    int number = 1;
    for (size_t i = 0; i < events.count; i++) {
        const struct event *event = &events.list[i];
        if (event->method)
            vt.scopebegin(scope, VT_NOSCL, &number);
        else
            vt.scopeend(scope, number, VT_NOSCL);
    }
}

/* Log the value of a counter. The floor, with which this is compared, reads the clock twice for each value. */
static void count_doubles(void)
{
    double value = 0;
    for (int i = 0; i < CALLS; i++, value += 1)
        vt.countval(1, &counters[0], &value);
}

static void count_halves(void)
{
    int value[] = {0, 0};
    for (int i = 0; i < CALLS; i++, value[1]++)
        vt.countval(1, &counters[1], value);
}

static void count_several(void)
{
    double values[] = {0, 0, 0, 0};
    for (int i = 0; i < CALLS; i++, values[0] += 1)
        vt.countval(4, counters, values);
}

/* Number of frames of a recorded stack; the program's own stack is deeper. The time for recording such a stack is
 * compared with the time of libunwind's unwinder alone, which the library uses, too. */
#define FRAMES 20

static int (*unwind)(void **addresses, int most);

static void bare_unwind(void)
{
    void *addresses[FRAMES];
    for (int i = 0; i < CALLS; i++)
        unwind(addresses, FRAMES);
}

static void locate(void)
{
    int handle;
    for (int i = 0; i < CALLS; i++)
        vt.sclstack(NULL, NULL, 0, FRAMES, &handle);
}

static void locate_in_turn(void)
{
    int handle;
    for (int i = 0; i < CALLS; i++)
        vt.sclstack((void *)(uintptr_t)(4096 + i % 1000), NULL, 0, FRAMES, &handle);
}

/* Find libunwind's unwinder, with whose time the row compares. If libunwind is not installed, skip the row. */
static void find_unwinder(void)
{
    void *library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
    if (library)
        *(void **)&unwind = dlsym(library, "unw_backtrace");
    if (!unwind)
        _exit(0);
}

static void trace_off(void)
{
    vt.traceoff();
}

static void finalize(void)
{
    vt.finalize();
}

/* ---- the rows ------------------------------------------------------------------------------------------------ */

#define RING  "VT_MEM_OVERWRITE=on VT_MEM_BLOCKSIZE=64KB VT_MEM_MAXBLOCKS=4"
#define STACK "of unw_backtrace"
#define EMPTY "of an empty call"

static const struct run {
    const char *options;
    void (*prepare)(void); /* function to call after VT is initialized; NULL = none */
    struct row row;
} runs[] = {
    {"",
     NULL,
     {"VT_enter + VT_leave, tree of 50 functions, file included", "≤ 1.5 R", "R", floor_clock, enter_and_leave, NULL}},
    {RING, NULL, {"the same in a warm ring", "", "R", floor_clock, enter_and_leave, NULL}},
    {"VT_STATISTICS=only",
     NULL,
     {"the same, totals only (STATISTICS only)", "", "R", floor_clock, enter_and_leave, NULL}},
    {RING, NULL, {"VT_enterstate + VT_leave, in a warm ring", "≤ 1.2 R", "R", floor_clock, enterstate_and_leave, NULL}},
    {"", NULL, {"VT_begin + VT_end, file included", "≤ 1.5 R", "R", floor_clock, begin_and_end, NULL}},
    {"", NULL, {"VT_log_sendmsg + VT_log_recvmsg, file included", "", "R", floor_clock, send_and_receive, NULL}},
    {"", NULL, {"VT_scopebegin + VT_scopeend, file included", "", "R", floor_clock, begin_and_end_scope, NULL}},
    {RING, NULL, {"VT_countval, a double, in a warm ring", "≤ 0.65 R", "R", floor_clock, count_doubles, NULL}},
    {RING,
     NULL,
     {"VT_countval, value of two 32-bit halves, in a warm ring", "≤ 0.65 R", "R", floor_clock, count_halves, NULL}},
    {RING, NULL, {"VT_countval of 4 counters, in a warm ring", "", "R", floor_clock, count_several, NULL}},
    {"", NULL, {"VT_countval, file included", "", "R", floor_clock, count_doubles, NULL}},
    {"VT_STATISTICS=only",
     NULL,
     {"VT_countval, totals only (STATISTICS only)", "", "R", floor_clock, count_doubles, NULL}},
    {"", find_unwinder, {"VT_sclstack, 20 frames", "≤ 1.4 of bare unw_backtrace", STACK, bare_unwind, locate, NULL}},
    {"", find_unwinder, {"VT_sclstack, 20 frames, 1000 stacks in turn", "", STACK, bare_unwind, locate_in_turn, NULL}},
    {"", trace_off, {"VT_traceoff: enter + leave", "", "R", floor_clock, enter_and_leave, NULL}},
    {"", finalize, {"off (after VT_finalize)", "≤ 1.4 of an empty call", EMPTY, floor_empty, enter_and_leave, NULL}},
};

/* Run a row below `frames` recursive calls, so that a recorded stack can have FRAMES frames. */
static __attribute__((noinline)) void run_deep(const struct row *row, int frames)
{
    if (frames > 0)
        run_deep(row, frames - 1);
    else
        row_run(row, CALLS);
    __asm__ volatile("" : : : "memory"); /* prevents a tail call */
}

static void run(const struct run *run)
{
    start(run->options);
    if (run->prepare)
        run->prepare();
    run_deep(&run->row, FRAMES + 4);
    if (run->prepare != finalize)
        vt.finalize();
    _exit(0);
}

int main(int argc, char **argv)
{
    row_choose(row_begin(argc, argv, "[PART-OF-A-ROW'S-NAME]"));
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        if (!row_is_chosen(&runs[i].row))
            continue;
        if (fork() == 0)
            run(&runs[i]);
        wait(NULL);
    }
    return 0;
}
