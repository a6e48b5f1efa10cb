/* The rows of doc/benchmarks.md for libvt: bench_vt DIRECTORY-OF-LIBRARIES DATA-DIRECTORY [PART-OF-A-ROW'S-NAME]
 *
 * libvt records once in a process, so each row runs in one of its own. */
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

static const char *libraries;
static const char *data;
static struct events events;

static struct {
    __typeof__(VT_initialize) *initialize;
    __typeof__(VT_finalize) *finalize;
    __typeof__(VT_traceoff) *traceoff;
    __typeof__(VT_funcdef) *funcdef;
    __typeof__(VT_enter) *enter;
    __typeof__(VT_leave) *leave;
    __typeof__(VT_enterstate) *enterstate;
    __typeof__(VT_begin) *begin;
    __typeof__(VT_end) *end;
    __typeof__(VT_log_sendmsg) *sendmsg;
    __typeof__(VT_log_recvmsg) *recvmsg;
    __typeof__(VT_scopedef) *scopedef;
    __typeof__(VT_scopebegin) *scopebegin;
    __typeof__(VT_scopeend) *scopeend;
    __typeof__(VT_countdef) *countdef;
    __typeof__(VT_countval) *countval;
    __typeof__(VT_sclstack) *sclstack;
} vt;

static int scope;
static int counters[4];

static void load(void)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/libvt.so", libraries);
    void *library = dlopen(path, RTLD_NOW);
    if (library == NULL) {
        fprintf(stderr, "bench: %s\n", dlerror());
        exit(1);
    }
#define TAKE(name) vt.name = (__typeof__(vt.name))dlsym(library, "VT_" #name)
    TAKE(initialize), TAKE(finalize), TAKE(traceoff), TAKE(funcdef), TAKE(enter), TAKE(leave), TAKE(begin), TAKE(end);
    TAKE(enterstate);
    TAKE(sendmsg), TAKE(recvmsg), TAKE(scopedef), TAKE(scopebegin), TAKE(scopeend);
    TAKE(countdef), TAKE(countval), TAKE(sclstack);
#undef TAKE
    vt.sendmsg = (__typeof__(vt.sendmsg))dlsym(library, "VT_log_sendmsg");
    vt.recvmsg = (__typeof__(vt.recvmsg))dlsym(library, "VT_log_recvmsg");
}

/* The walk of libqprof's rows, with states in place of methods. */
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
        if (events.list[i].method != 0)
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
    snprintf(all, sizeof all, "-quiet -max-data-size=8G -data-file=%s/bench.%%n.qii", data);
    setenv("VT_OPTIONS", all, 1);
    for (char *rest = strdup(options), *option; (option = strsep(&rest, " ")) != NULL;)
        putenv(option);
    vt.initialize(NULL, NULL);
    make_walk();
    define_counters();
    vt.scopedef("scope", VT_NOCLASS, VT_NOSCL, VT_NOSCL, &scope);
}

/* ---- what rows run ----------------------------------------------------------------------------------------- */

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
        if (event->method != 0)
            vt.enter((int)event->method, VT_NOSCL);
        else
            vt.leave(VT_NOSCL);
    }
}

/* Each state's own place for its handle, as in the program that calls. */
static void enterstate_and_leave(void)
{
    static struct {
        char name[16];
        int handle;
        int truncated;
    } places[FUNCTIONS + 1];
    for (size_t i = 0; i < events.count; i++) {
        const struct event *event = &events.list[i];
        if (event->method == 0) {
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
        if (event->method != 0)
            vt.begin((int)event->method);
        else
            vt.end(0);
    }
}

static void send_and_receive(void)
{
    for (size_t i = 0; i < events.count; i++) {
        const struct event *event = &events.list[i];
        if (event->method != 0)
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
        if (event->method != 0)
            vt.scopebegin(scope, VT_NOSCL, &number);
        else
            vt.scopeend(scope, number, VT_NOSCL);
    }
}

/* One value where the floor reads the clock twice. */
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

/* 20 frames, and more above. The floor is the unwinder that the library too has from libunwind. */
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

static __attribute__((noinline)) void run_deep(const struct row *row, int frames)
{
    if (frames > 0)
        run_deep(row, frames - 1);
    else
        row_run(row);
    __asm__ volatile("" : : : "memory"); /* no tail call */
}

/* ---- the rows ------------------------------------------------------------------------------------------------ */

static void run(const char *name, const char *goal, const char *options, void (*candidate)(void))
{
    const struct row row = {name, goal, "R", CALLS, 0, floor_clock, candidate};
    if (!row_is_chosen(name))
        return;
    if (fork() == 0) {
        start(options);
        row_run(&row);
        vt.finalize();
        _exit(0);
    }
    wait(NULL);
}

static void run_located(const char *name, const char *goal, void (*candidate)(void))
{
    const struct row row = {name, goal, "of unw_backtrace", CALLS, 0, bare_unwind, candidate};
    if (!row_is_chosen(name))
        return;
    void *library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
    if (library != NULL)
        *(void **)&unwind = dlsym(library, "unw_backtrace");
    if (unwind == NULL)
        return;
    if (fork() == 0) {
        start("");
        run_deep(&row, FRAMES + 4);
        vt.finalize();
        _exit(0);
    }
    wait(NULL);
}

static void run_off(void)
{
    const struct row silent = {"VT_traceoff: enter + leave", "", "R", CALLS, 0, floor_clock, enter_and_leave};
    const struct row off = {"off (after VT_finalize)",
                            "≤ 1.4 of an empty call",
                            "of an empty call",
                            CALLS,
                            0,
                            floor_empty,
                            enter_and_leave};
    if (fork() == 0) {
        start("");
        vt.traceoff();
        row_run(&silent);
        vt.finalize();
        enter_and_leave();
        row_run(&off);
        _exit(0);
    }
    wait(NULL);
}

int main(int argc, char **argv)
{
    if (argc < 3 || argc > 4) {
        fputs("usage: bench_vt DIRECTORY-OF-LIBRARIES DATA-DIRECTORY [PART-OF-A-ROW'S-NAME]\n", stderr);
        return 2;
    }
    libraries = argv[1];
    data = argv[2];
    row_choose(argv[3]);
    const char *ring = "VT_MEM_OVERWRITE=on VT_MEM_BLOCKSIZE=64KB VT_MEM_MAXBLOCKS=4";
    run("VT_enter + VT_leave, tree of 50 functions, file included", "≤ 1.5 R", "", enter_and_leave);
    run("the same in a warm ring", "", ring, enter_and_leave);
    run("the same, totals only (STATISTICS only)", "", "VT_STATISTICS=only", enter_and_leave);
    run("VT_enterstate + VT_leave, in a warm ring", "≤ 1.2 R", ring, enterstate_and_leave);
    run("VT_begin + VT_end, file included", "≤ 1.5 R", "", begin_and_end);
    run("VT_log_sendmsg + VT_log_recvmsg, file included", "", "", send_and_receive);
    run("VT_scopebegin + VT_scopeend, file included", "", "", begin_and_end_scope);
    run("VT_countval, a double, in a warm ring", "≤ 0.65 R", ring, count_doubles);
    run("VT_countval, two halves, in a warm ring", "≤ 0.65 R", ring, count_halves);
    run("VT_countval of 4 counters, in a warm ring", "", ring, count_several);
    run("VT_countval, file included", "", "", count_doubles);
    run("VT_countval, totals only (STATISTICS only)", "", "VT_STATISTICS=only", count_doubles);
    run_located("VT_sclstack, 20 frames", "≤ 1.4 of bare unw_backtrace", locate);
    run_located("VT_sclstack, 20 frames, 1000 stacks in turn", "", locate_in_turn);
    run_off();
    return 0;
}
