#include "tests/support/balanced.h"

enum { MAIN = 1, WORKER, COUNTS };

#define TSTATE              0x10000u
#define OTHER_TSTATE        0x20000u

#define AT(type, reference) ((struct type *)builder_at(&balanced->builder, balanced->reference))

/* ---- the run ------------------------------------------------------------------------------------------------ */

static void make_header(struct builder *builder)
{
    struct qp_header *header = builder_header(builder);
    header->products = header->virtual_threads = 1u << QP_QPROF;
    header->clock_latest[0] = (struct qp_clock_pair){3200, 3200};
    builder_method(builder, QP_QPROF, MAIN, "main", NULL, NULL, 0);
    builder_method(builder, QP_QPROF, WORKER, "worker", NULL, NULL, 0);
    builder_method(builder, QP_QPROF, COUNTS, "counts", NULL, NULL, 0);
    builder_mark(builder, QP_QPROF, QP_MARK_PAUSE, 1000, 0, NULL);
    builder_mark(builder, QP_QPROF, QP_MARK_RESUME, 1100, 0, NULL);
    builder_mark(builder, QP_QPROF, QP_MARK_PHASE, 2000, 1, NULL);
}

static uint32_t make_thread(struct builder *builder, uint32_t number, uint64_t tstate)
{
    uint32_t thread = builder_thread(builder, number, NULL);
    ((struct qp_thread_record *)builder_at(builder, thread))->tstates[QP_QPROF] = tstate;
    return thread;
}

static uint32_t make_lives(struct builder *builder, uint32_t root_node, struct qp_lives_record lives)
{
    uint32_t reference = builder_record(builder, QP_KIND_LIVES, sizeof lives);
    lives.root = builder_root_of(builder, root_node);
    lives.kept = builder_record(builder, QP_KIND_KEPT, QP_KEPT_LISTS * QP_KEPT * sizeof(struct qp_kept_record));
    *(struct qp_lives_record *)builder_at(builder, reference) = lives;
    ((struct qp_root *)builder_at(builder, lives.root))->lives = reference;
    return reference;
}

/* Fill the first record in the list of the longest-running virtual threads. */
static uint32_t keep(struct builder *builder, uint32_t lives, struct qp_kept_record kept)
{
    uint32_t reference = ((struct qp_lives_record *)builder_at(builder, lives))->kept;
    *(struct qp_kept_record *)builder_at(builder, reference) = kept;
    return reference;
}

static void make_first_phase(struct balanced *balanced, uint32_t thread)
{
    struct builder *builder = &balanced->builder;
    balanced->own[0] = builder_root(builder, QP_QPROF, thread, 0, 0);
    *builder_ledger(builder, balanced->own[0]) = (struct qp_ledger){
        .arriving = 2000, .last = 2000, .since = 2000, .paused = 100, .scheduler = 60, .idle = 20, .recorder = 9};
    builder_node(builder, balanced->own[0], MAIN, 1, 300);
    uint32_t root = builder_root(builder, QP_QPROF, thread, balanced->group, 0);
    ((struct qp_node *)builder_at(builder, root))->self = 40;
    struct qp_node_extra_record *extra = builder_side(builder, root); /* time before the first function */
    extra->blocked = 10;
    extra->waiting = 5;
    extra->runnable = 20;
    balanced->worker[0] = builder_node(builder, root, WORKER, 2, 1060);
    extra = builder_side(builder, balanced->worker[0]);
    balanced->extra[0] = ((struct qp_node *)builder_at(builder, balanced->worker[0]))->extra;
    extra->blocked = 490;
    extra->waiting = 195;
    extra->runnable = 80;
    balanced->lives[0] =
        make_lives(builder, root,
                   (struct qp_lives_record){.created = 2, .life = 2000, .times = {1100, 100, 500, 200}, .paused = 100});
    balanced->kept[0] = keep(builder, balanced->lives[0],
                             (struct qp_kept_record){.published = 1,
                                                     .context = 77,
                                                     .virtual_id = 0xa,
                                                     .own_name = "worker 1",
                                                     .flags = QP_CONTEXT_VIRTUAL,
                                                     .start = 500,
                                                     .begin = 500,
                                                     .end = 2000,
                                                     .times = {600, 100, 500, 200},
                                                     .paused = 100});
}

static void make_second_phase(struct balanced *balanced, uint32_t thread)
{
    struct builder *builder = &balanced->builder;
    balanced->own[1] = builder_root(builder, QP_QPROF, thread, 0, 1);
    *builder_ledger(builder, balanced->own[1]) = (struct qp_ledger){
        .arriving = 3000, .last = 3000, .since = 2000, .paused = 1, .scheduler = 100, .idle = 35, .recorder = 7};
    balanced->main = builder_node(builder, balanced->own[1], MAIN, 0, 150);
    uint32_t root = builder_root(builder, QP_QPROF, thread, balanced->group, 1);
    balanced->worker[1] = builder_node(builder, root, WORKER, 0, 700);
    struct qp_node_extra_record *extra = builder_side(builder, balanced->worker[1]);
    balanced->extra[1] = ((struct qp_node *)builder_at(builder, balanced->worker[1]))->extra;
    extra->blocked = 100;
    extra->waiting = 50;
    extra->runnable = 303;
    balanced->counts = builder_node(builder, balanced->worker[1], COUNTS, 1, 40);
    ((struct qp_node *)builder_at(builder, balanced->counts))->flags = QP_NODE_CYCLES;
    balanced->lives[1] = make_lives(builder, root,
                                    (struct qp_lives_record){.ended = 1,
                                                             .life = 500,
                                                             .times = {300, 200},
                                                             .longest_life = 500,
                                                             .longest_delay = 150,
                                                             .lives = {[8] = 1},
                                                             .delays = {[5] = 1, [7] = 1}});
    balanced->kept[1] = keep(builder, balanced->lives[1],
                             (struct qp_kept_record){.published = 1,
                                                     .context = 77,
                                                     .virtual_id = 0xa,
                                                     .own_name = "worker 1",
                                                     .flags = QP_CONTEXT_VIRTUAL | QP_KEPT_ENDED,
                                                     .start = 500,
                                                     .begin = 2000,
                                                     .end = 2500,
                                                     .times = {300, 200}});
}

static void make_living(struct balanced *balanced)
{
    struct builder *builder = &balanced->builder;
    balanced->parked = builder_record(builder, QP_KIND_CONTEXT, sizeof(struct qp_context));
    balanced->mounted = builder_record(builder, QP_KIND_CONTEXT, sizeof(struct qp_context));
    balanced->rare = builder_record(builder, QP_KIND_RARE, sizeof(struct qp_rare_record));
    *AT(qp_context, parked) = (struct qp_context){
        .published = 1,
        .state = QP_CONTEXT_BLOCKED,
        .flags = QP_CONTEXT_VIRTUAL,
        .top = balanced->worker[1],
        .virtual_id = 0xb,
        .owner = TSTATE | QP_OWNER_PARKED,
        .since = 2700,
        .epoch = 1,
        .times = {400, 103, 100, 50},
        .group = balanced->group,
        .start = 2000,
        .rare = balanced->rare,
    };
    *AT(qp_rare_record, rare) = (struct qp_rare_record){.context = balanced->parked, .created = 1500, .times = {40, 7}};
    *AT(qp_context, mounted) = (struct qp_context){
        .published = 1,
        .state = QP_CONTEXT_RUNNING,
        .flags = QP_CONTEXT_VIRTUAL,
        .virtual_id = 0xc,
        .owner = OTHER_TSTATE,
        .since = 2900,
        .epoch = 1,
        .times = {800},
        .group = balanced->group,
        .start = 2100,
        .spawner = balanced->parked,
    };
}

void balanced_build(struct balanced *balanced)
{
    struct builder *builder = &balanced->builder;
    builder_begin(builder);
    make_header(builder);
    uint32_t thread = make_thread(builder, 1, TSTATE), other = make_thread(builder, 2, OTHER_TSTATE);
    balanced->other = other;
    balanced->group = builder_group(builder, QP_QPROF, "worker", MAIN);
    make_first_phase(balanced, thread);
    make_second_phase(balanced, thread);
    balanced->own_of_other = builder_root(builder, QP_QPROF, other, 0, 1);
    *builder_ledger(builder, balanced->own_of_other) =
        (struct qp_ledger){.arriving = 3000, .last = 3000, .since = 2100};
    builder_node(builder, builder_root(builder, QP_QPROF, other, balanced->group, 1), WORKER, 1, 900);
    make_living(balanced);
    builder_balance(builder);
}

/* ---- wrong numbers ----------------------------------------------------------------------------------------------- */

#define WRONG(name, place)                                                                                             \
    static void name(struct balanced *balanced)                                                                        \
    {                                                                                                                  \
        place += 1;                                                                                                    \
    }

#define LEDGER(root) builder_ledger(&balanced->builder, balanced->root)

WRONG(wrong_wall, LEDGER(own[0])->wall)
WRONG(wrong_paused, LEDGER(own[0])->paused)
WRONG(wrong_scheduler, LEDGER(own[1])->scheduler)
WRONG(wrong_idle, LEDGER(own[1])->idle)
WRONG(wrong_callbacks, LEDGER(own[1])->recorder)
WRONG(wrong_ledger_since, LEDGER(own_of_other)->since)
WRONG(wrong_self, AT(qp_node, main)->self)
WRONG(wrong_worker, AT(qp_node, worker[1])->self)
WRONG(wrong_runnable, AT(qp_node_extra_record, extra[0])->runnable)
WRONG(wrong_blocked, AT(qp_node_extra_record, extra[1])->blocked)
WRONG(wrong_time, AT(qp_context, parked)->times[1])
WRONG(wrong_since, AT(qp_context, mounted)->since)
WRONG(wrong_rare, AT(qp_rare_record, rare)->times[0])
WRONG(wrong_lives, AT(qp_lives_record, lives[1])->times[0])
WRONG(wrong_life, AT(qp_lives_record, lives[0])->life)
WRONG(wrong_delay, AT(qp_lives_record, lives[0])->longest_delay)
WRONG(wrong_waiting, AT(qp_node_extra_record, extra[1])->waiting)
WRONG(wrong_kept, AT(qp_kept_record, kept[0])->times[2])
WRONG(wrong_end, AT(qp_kept_record, kept[1])->end)

/* The next two mistakes contradict the histograms. The longest life belongs to a bucket that ends at 511 ticks, and
 * the longest delay to a bucket that begins at 128 ticks. */
static void wrong_longest(struct balanced *balanced)
{
    AT(qp_lives_record, lives[1])->longest_life = 512;
}

static void wrong_short(struct balanced *balanced)
{
    AT(qp_lives_record, lives[1])->longest_delay = 127;
}

/* Define a mistake that moves a tick from one state to another. The group's sum over all states stays right, and so
 * does its ledger. */
#define MOVED(name, from, to)                                                                                          \
    static void name(struct balanced *balanced)                                                                        \
    {                                                                                                                  \
        from -= 1;                                                                                                     \
        to += 1;                                                                                                       \
    }

MOVED(moved_running, AT(qp_context, parked)->times[0], AT(qp_context, parked)->times[3])
MOVED(moved_runnable, AT(qp_node_extra_record, extra[1])->runnable, AT(qp_node_extra_record, extra[1])->waiting)
MOVED(moved_blocked, AT(qp_lives_record, lives[0])->times[2], AT(qp_lives_record, lives[0])->times[3])
MOVED(moved_waiting, AT(qp_node_extra_record, extra[0])->waiting, AT(qp_node_extra_record, extra[0])->blocked)

const struct balanced_wrong balanced_wrongs[] = {
    {"wall", wrong_wall, "the clock of thread 1 in libqprof, epoch 0"},
    {"paused", wrong_paused, "the clock of thread 1 in libqprof, epoch 0"},
    {"scheduler", wrong_scheduler, "the clock of thread 1 in libqprof, epoch 1"},
    {"idle", wrong_idle, "the clock of thread 1 in libqprof, epoch 1"},
    {"callbacks", wrong_callbacks, "the clock of thread 1 in libqprof, epoch 1"},
    {"ledger-since", wrong_ledger_since, "the clock of thread 2 in libqprof, epoch 1"},
    {"self", wrong_self, "the clock of thread 1 in libqprof, epoch 1"},
    {"worker", wrong_worker, "the clock of thread 1 in libqprof, epoch 1"},
    {"runnable", wrong_runnable, "the virtual threads \"worker\" of libqprof, epoch 0"},
    {"blocked", wrong_blocked, "the virtual threads \"worker\" of libqprof, epoch 1"},
    {"time", wrong_time, "the life of virtual thread 0xb of libqprof, epoch 1"},
    {"since", wrong_since, "the life of virtual thread 0xc of libqprof, epoch 1"},
    {"rare", wrong_rare, "the life of virtual thread 0xb of libqprof, epoch 1"},
    {"lives", wrong_lives, "the lives of virtual threads that ended on thread 1 of libqprof, epoch 1"},
    {"life", wrong_life, "the lives of virtual threads that ended on thread 1 of libqprof, epoch 0"},
    {"longest", wrong_longest, "the longest life of virtual threads that ended on thread 1 of libqprof, epoch 1"},
    {"short", wrong_short, "the longest delay of virtual threads on thread 1 of libqprof, epoch 1"},
    {"delay", wrong_delay, "the longest delay of virtual threads on thread 1 of libqprof, epoch 0"},
    {"waiting", wrong_waiting, ": their trees have 1 ticks more than their waiting times"},
    {"moved-running", moved_running, ": their trees have 1 ticks more than their running times"},
    {"moved-runnable", moved_runnable, ": their trees have 1 ticks less than their runnable times"},
    {"moved-blocked", moved_blocked, ": their trees have 1 ticks more than their blocked times"},
    {"moved-waiting", moved_waiting, ": their trees have 1 ticks more than their blocked times"},
    {"kept", wrong_kept, "the life of kept virtual thread 0xa of libqprof, epoch 0"},
    {"end", wrong_end, "the life of kept virtual thread 0xa of libqprof, epoch 1"},
    {NULL, NULL, NULL},
};
