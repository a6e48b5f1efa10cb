/* own_cost.c - the accuracy of short functions' times.
 *
 * Compares the times that libqprof records with the true times, both with and without subtraction of the recorder's
 * overhead. The program is a caller that repeatedly does some work and calls a leaf that does more work. The true time
 * is that of the same work without a recorder. The true time of a part (the caller or a callee) is the time of the
 * whole program minus the time of the program without that part. Unrecorded and recorded rounds alternate, and each
 * recorded round has its own methods. The table shows the medians of the rounds, in nanoseconds per call. */
#include "row.h"
#include "work.h"

#include "profile/load/profile.h"
#include "profile/query/query.h"
#include "qii_load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS     41
#define PARTS      3 /* a caller, a leaf, and the leaf's callee or tail callee */
#define ROUND_NS   400e3
#define FEWEST     1000 /* minimum number of calls per round, so that the slower first calls matter little */

#define NEW_METHOD 100 /* number of the first callee in play_wide and play_new */
#define SCENES     16

/* Number of method ids reserved for a round of a scene. */
#define METHODS                    ((uint64_t)1 << 20)
#define FIRST_METHOD(scene, round) (((uint64_t)(scene)*ROUNDS + (uint64_t)(round) + 1) * METHODS)

static struct qii qii;

struct scene {
    worker *work;
    unsigned steps[PARTS]; /* 0 = no such part */
    size_t calls;          /* calls per round */
};

typedef uint64_t player(const struct scene *scene, uint64_t method, uint64_t value);

/* ---- variants ---------------------------------------------------------------------------------------------- */

static uint64_t play_plain(const struct scene *scene, uint64_t method, uint64_t value)
{
    qii.record_fn_entry(method, 1);
    for (size_t i = 0; i < scene->calls; i++) {
        value = scene->work(value, scene->steps[0]);
        qii.record_fn_entry(method + 1, 2);
        value = scene->work(value, scene->steps[1]);
        qii.record_fn_exit(1);
    }
    qii.record_fn_exit(0);
    return value;
}

static uint64_t play_virtual(const struct scene *scene, uint64_t method, uint64_t value)
{
    qii.record_fn_entry_vt(method, 1, 7);
    for (size_t i = 0; i < scene->calls; i++) {
        value = scene->work(value, scene->steps[0]);
        qii.record_fn_entry_vt(method + 1, 2, 7);
        value = scene->work(value, scene->steps[1]);
        qii.record_fn_exit_vt(1, 7);
    }
    qii.record_fn_exit_vt(0, 7);
    return value;
}

static uint64_t play_tail(const struct scene *scene, uint64_t method, uint64_t value)
{
    qii.record_fn_entry(method, 1);
    for (size_t i = 0; i < scene->calls; i++) {
        value = scene->work(value, scene->steps[0]);
        qii.record_fn_entry(method + 1, 2);
        value = scene->work(value, scene->steps[1]);
        qii.record_fn_entry(method + 2, 2);
        value = scene->work(value, scene->steps[2]);
        qii.record_fn_exit(1);
    }
    qii.record_fn_exit(0);
    return value;
}

/* Leave two functions at once, as an error does. */
static uint64_t play_unwind(const struct scene *scene, uint64_t method, uint64_t value)
{
    qii.record_fn_entry(method, 1);
    for (size_t i = 0; i < scene->calls; i++) {
        value = scene->work(value, scene->steps[0]);
        qii.record_fn_entry(method + 1, 2);
        value = scene->work(value, scene->steps[1]);
        qii.record_fn_entry(method + 2, 3);
        value = scene->work(value, scene->steps[2]);
        qii.record_fn_exit(1);
    }
    qii.record_fn_exit(0);
    return value;
}

/* Call sixteen callees in turn, so that the library must search for each of them. */
static uint64_t play_wide(const struct scene *scene, uint64_t method, uint64_t value)
{
    qii.record_fn_entry(method, 1);
    for (size_t i = 0; i < scene->calls; i++) {
        value = scene->work(value, scene->steps[0]);
        qii.record_fn_entry(method + NEW_METHOD + i * 7 % 16, 2);
        value = scene->work(value, scene->steps[1]);
        qii.record_fn_exit(1);
    }
    qii.record_fn_exit(0);
    return value;
}

/* Make calls of which each is the first on its call path. */
static uint64_t play_new(const struct scene *scene, uint64_t method, uint64_t value)
{
    qii.record_fn_entry(method, 1);
    for (size_t i = 0; i < scene->calls; i++) {
        value = scene->work(value, scene->steps[0]);
        qii.record_fn_entry(method + NEW_METHOD + i, 2);
        value = scene->work(value, scene->steps[1]);
        qii.record_fn_exit(1);
    }
    qii.record_fn_exit(0);
    return value;
}

/* Make calls of a leaf that has one block and reports the block's time at its end. */
static uint64_t play_block(const struct scene *scene, uint64_t method, uint64_t value)
{
    const qprof_LineInfo lines[] = {{0, 1}, {1, 2}};
    qii.register_method_id(method + 1, "leaf", NULL, QPROF_METHOD_FLAGS_NONE, "leaf.c", lines, 2);
    qii.record_fn_entry(method, 1);
    for (size_t i = 0; i < scene->calls; i++) {
        value = scene->work(value, scene->steps[0]);
        qii.record_fn_entry(method + 1, 2);
        value = scene->work(value, scene->steps[1]);
        qii.record_bb_time(0);
        qii.record_fn_exit(1);
    }
    qii.record_fn_exit(0);
    return value;
}

/* Run caller and leaf on two virtual threads, without calls. */
static uint64_t play_switch(const struct scene *scene, uint64_t method, uint64_t value)
{
    qii.record_fn_entry_vt(method + 1, 1, 8);
    qii.record_fn_entry_vt(method, 1, 7);
    for (size_t i = 0; i < scene->calls; i++) {
        value = scene->work(value, scene->steps[0]);
        qii.vthread_switch(7, QPROF_REASON_RUNNABLE, 8);
        value = scene->work(value, scene->steps[1]);
        qii.vthread_switch(8, QPROF_REASON_RUNNABLE, 7);
    }
    qii.record_fn_exit_vt(0, 7);
    qii.record_fn_exit_vt(0, 8);
    return value;
}

static uint64_t play_suspend(const struct scene *scene, uint64_t method, uint64_t value)
{
    qii.record_fn_entry_vt(method + 1, 1, 8);
    qii.vthread_suspend(8, QPROF_REASON_WAITING);
    qii.record_fn_entry_vt(method, 1, 7);
    for (size_t i = 0; i < scene->calls; i++) {
        value = scene->work(value, scene->steps[0]);
        qii.vthread_suspend(7, QPROF_REASON_WAITING);
        qii.vthread_resume(8);
        value = scene->work(value, scene->steps[1]);
        qii.vthread_suspend(8, QPROF_REASON_WAITING);
        qii.vthread_resume(7);
    }
    qii.record_fn_exit_vt(0, 7);
    qii.record_fn_exit_vt(0, 8);
    return value;
}

/* Call the leaf on another virtual thread. Each event names the virtual thread, and so switches to it. */
static uint64_t play_named(const struct scene *scene, uint64_t method, uint64_t value)
{
    qii.record_fn_entry_vt(method + 2, 1, 8);
    qii.record_fn_entry_vt(method, 1, 7);
    for (size_t i = 0; i < scene->calls; i++) {
        value = scene->work(value, scene->steps[0]);
        qii.record_fn_entry_vt(method + 1, 2, 8);
        value = scene->work(value, scene->steps[1]);
        qii.record_fn_exit_vt(1, 8);
        qii.record_fn_entry_vt(method + 3, 2, 7);
        qii.record_fn_exit_vt(1, 7);
    }
    qii.record_fn_exit_vt(0, 7);
    qii.record_fn_exit_vt(0, 8);
    return value;
}

/* Run each leaf on a new virtual thread, like a generator that yields once. */
static uint64_t play_life(const struct scene *scene, uint64_t method, uint64_t value)
{
    qii.record_fn_entry_vt(method, 1, 7);
    for (size_t i = 0; i < scene->calls; i++) {
        VthreadID id = 1000 + i;
        value = scene->work(value, scene->steps[0]);
        qii.thread_create_vt(id, id);
        qii.vthread_switch(7, QPROF_REASON_RESUMES, id);
        qii.record_fn_entry_vt(method + 1, 1, id);
        value = scene->work(value, scene->steps[1]);
        qii.record_fn_exit_vt(0, id);
        qii.vthread_switch(id, QPROF_REASON_WAITING, 7);
        qii.thread_destroy_vt(id);
    }
    qii.record_fn_exit_vt(0, 7);
    return value;
}

static const struct variant {
    const char *name;
    const char *options;
    bool virtual_threads;
    int parts;
    player *play;
} variants[] = {
    {"entry, exit", "", false, 2, play_plain},
    {"the same, ordered", "-clock=ordered", false, 2, play_plain},
    {"the same, _vt", "", true, 2, play_virtual},
    {"tail call", "", false, 3, play_tail},
    {"exit of two", "", false, 3, play_unwind},
    {"16 callees", "", false, 2, play_wide},
    {"new call path", "", false, 2, play_new},
    {"bb_time", "", false, 2, play_block},
    {"min-max", "-record-min-max", false, 2, play_plain},
    {"user+system", "-measure-timed-calls=user+system", false, 2, play_plain},
    {"switch", "", true, 2, play_switch},
    {"suspend, resume", "", true, 2, play_suspend},
    {"entry and exit that switch", "", true, 2, play_named},
    {"a virtual thread's life", "", true, 2, play_life},
};

/* ---- truth ----------------------------------------------------------------------------------------------- */

static uint64_t play_bare(const struct scene *scene, uint64_t without, uint64_t value)
{
    for (size_t i = 0; i < scene->calls; i++)
        for (uint64_t part = 0; part < PARTS; part++)
            if (scene->steps[part] != 0 && part != without)
                value = scene->work(value, scene->steps[part]);
    return value;
}

static volatile uint64_t sink;

static double time_of(player *play, const struct scene *scene, uint64_t argument)
{
    double start = row_now();
    sink = play(scene, argument, sink);
    return (row_now() - start) / (double)scene->calls;
}

/* Compute the times of the parts. The caller's time is the time of the whole minus the times of the other parts. */
static void split(double whole, const double *without, double *parts)
{
    parts[0] = whole;
    for (int part = 1; part < PARTS; part++) {
        parts[part] = whole - without[part];
        parts[0] -= parts[part];
    }
}

static double truth_round(const struct scene *scene, double parts[PARTS])
{
    double without[PARTS];
    double whole = time_of(play_bare, scene, PARTS);
    for (uint64_t part = 1; part < PARTS; part++)
        without[part] = scene->steps[part] == 0 ? whole : time_of(play_bare, scene, part);
    split(whole, without, parts);
    return whole;
}

/* ---- recorded times -------------------------------------------------------------------------------------- */

/* Nanoseconds per call in each round. */
struct times {
    double parts[PARTS][ROUNDS];
};

struct measured {
    struct scene scene;
    char name[32];
    struct times truth;
    struct times raw;
    struct times corrected;
};

static struct measured list[SCENES];
static size_t count;

static int part_of(uint64_t method)
{
    return method >= NEW_METHOD ? 1 : method < PARTS ? (int)method : -1;
}

static void fail(const char *reason)
{
    fprintf(stderr, "bench: %s\n", reason);
    exit(1);
}

static void read_self(const struct qp_profile *profile, bool raw)
{
    struct qp_query query;
    struct qp_error error;
    struct qp_selection selection = qp_selection_of(QP_QPROF);
    selection.raw = raw;
    if (qp_query_open(&query, profile, &selection, &error) != 0)
        fail(error.text);
    for (uint32_t i = 0; i < profile->method_count; i++) {
        uint64_t id = profile->methods[i].client_id;
        int part = part_of(id % METHODS);
        uint64_t slot = id / METHODS - 1;
        if (part < 0 || slot >= count * ROUNDS)
            continue;
        struct measured *of = &list[slot / ROUNDS];
        struct times *times = raw ? &of->raw : &of->corrected;
        times->parts[part][slot % ROUNDS] +=
            (double)qp_profile_ns(profile, query.methods[i].self) / (double)of->scene.calls;
    }
    qp_query_close(&query);
}

static void read_file(const char *path)
{
    struct qp_profile profile;
    struct qp_error error;
    if (qp_profile_open(&profile, path, &error) != 0)
        fail(error.text);
    read_self(&profile, true);
    read_self(&profile, false);
    qp_profile_close(&profile);
    remove(path);
}

/* ---- the table ------------------------------------------------------------------------------------------- */

static void print_row(const struct variant *variant, struct measured *of)
{
    printf("| %s | %s |", variant->name, of->name);
    double sums[3] = {0};
    for (int part = 0; part < variant->parts; part++) {
        double truth = row_median(of->truth.parts[part], ROUNDS);
        double before = row_median(of->raw.parts[part], ROUNDS) - truth;
        double after = row_median(of->corrected.parts[part], ROUNDS) - truth;
        sums[0] += truth;
        sums[1] += before;
        sums[2] += after;
        printf(" %.1f: %+.1f, %+.1f |", truth, before, after);
    }
    if (variant->parts == 2)
        printf(" |");
    printf(" %.1f: %+.1f, %+.1f (%+.1f %%) |\n", sums[0], sums[1], sums[2], sums[2] / sums[0] * 100);
    fflush(stdout);
}

static void start(const struct variant *variant, const char *path)
{
    char options[8192];
    char library[4096];
    snprintf(options, sizeof options, "-quiet -max-data-size=8G -data-file=%s %s", path, variant->options);
    snprintf(library, sizeof library, "%s/libqprof.so", row_libraries);
    if (!qii.library && qii_load(&qii, library) != QII_LOADED)
        fail(qii.error);
    remove(path);
    if (qii.initialize_ex(&(qprof_InitInfo){0, options, NULL, variant->virtual_threads}) < 0)
        exit(1);
}

static void play_round(const struct variant *variant, struct measured *of, int round)
{
    double parts[PARTS];
    truth_round(&of->scene, parts);
    for (int part = 0; part < PARTS; part++)
        of->truth.parts[part][round] = parts[part];
    time_of(variant->play, &of->scene, FIRST_METHOD(of - list, round));
}

static void measure(const struct variant *variant)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/own_cost.qii", row_data);
    start(variant, path);
    for (int round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < count; i++)
            play_round(variant, &list[i], round);
    qii.shutdown();
    read_file(path);
    for (size_t i = 0; i < count; i++)
        print_row(variant, &list[i]);
}

/* ---- the scenes ------------------------------------------------------------------------------------------ */

/* Return the number of steps of a kind of work that take about ns nanoseconds. */
static unsigned steps_of(worker *work, double ns)
{
    struct scene scene = {.work = work, .steps = {1000}, .calls = 100};
    double best = 1e9;
    for (int i = 0; i < 20; i++) {
        double time = time_of(play_bare, &scene, PARTS);
        best = time < best ? time : best;
    }
    double steps = ns / (best / 1000);
    return steps < 1 ? 1 : (unsigned)(steps + 0.5);
}

/* Add a scene. The leaves get three quarters of each period. */
static void add_scene(const struct variant *variant, const char *kind, worker *work, int millions)
{
    struct measured *of = &list[count++];
    double ns = 1000.0 / millions;
    *of = (struct measured){.scene.work = work};
    snprintf(of->name, sizeof of->name, "%s, %d M/s", kind, millions);
    of->scene.steps[0] = steps_of(work, ns / 4);
    for (int part = 1; part < variant->parts; part++)
        of->scene.steps[part] = steps_of(work, ns * 3 / 4 / (variant->parts - 1));
    of->scene.calls = (size_t)(ROUND_NS / ns) > FEWEST ? (size_t)(ROUND_NS / ns) : FEWEST;
}

static void add_scenes(const struct variant *variant)
{
    static const struct {
        const char *name;
        worker *work;
    } kinds[] = {{"interpreter", work_interpreter},
                 {"branches", work_branches},
                 {"chain", work_chain},
                 {"independent", work_independent}};
    static const int rates[] = {1, 5, 10, 20};
    count = 0;
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (size_t rate = 0; rate < sizeof rates / sizeof *rates; rate++)
            add_scene(variant, kinds[kind].name, kinds[kind].work, rates[rate]);
}

int main(int argc, char **argv)
{
    const char *chosen = row_begin(argc, argv, "[NAME]");
    printf("Nanoseconds per call: the truth, then the errors of raw and corrected times.\n\n"
           "| variant | work | caller | leaf | second | sum |\n| --- | --- | --- | --- | --- | --- |\n");
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        if (chosen && !strstr(variants[i].name, chosen))
            continue;
        add_scenes(&variants[i]);
        measure(&variants[i]);
    }
    return 0;
}
