#include "core/record/carrier.h"

#include "base/atomic.h"
#include "base/check.h"
#include "base/clock.h"
#include "base/memory.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/store/process.h"
#include "core/record/catch_up.h"
#include "core/record/context.h"
#include "core/record/mark.h"
#include "core/record/mount.h"
#include "core/record/occupy.h"
#include "core/record/processor.h"
#include "core/record/reason.h"
#include "core/record/run.h"
#include "core/record/tree.h"
#include "core/record/vthread.h"

#include <sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Finished threads with a name keep a record and trees of their own, up to this many. */
#define MOST_NAMED 1000

/* Carriers are allocated this many at a time, in pages that fork wipes. */
#define PIECE 32

static _Thread_local struct qp_carrier *own;

static struct qp_carrier *all; /* grows at its head, read without a lock */
static struct qp_carrier *unused;
static struct qp_carrier *piece;
static uint32_t piece_left;
static uint32_t carriers;
static uint32_t named;
static struct qp_arena records = {.kind = QP_KIND_THREAD};
static pthread_key_t key;
static bool key_made;

static void retire(void *carrier);

void qp_carrier_reset_records(void)
{
    records = (struct qp_arena){.kind = QP_KIND_THREAD, .reserve = QP_RESERVE_THREADS};
    named = 0;
}

void qp_carrier_abandon(void)
{
    all = unused = piece = NULL;
    piece_left = carriers = 0;
}

/* ---- take one: with the cold lock ------------------------------------------------------------------------ */

static struct qp_carrier *make(void)
{
    if (piece_left == 0) {
        piece = qp_memory_wiped(PIECE * sizeof *piece);
        piece_left = piece ? PIECE : 0;
    }
    if (piece_left == 0)
        return NULL;
    struct qp_carrier *carrier = piece++;
    piece_left--;
    carrier->number = ++carriers;
    for (int product = 0; product < QP_PRODUCTS; product++)
        carrier->lanes[product].busy = 0;
    carrier->next = all;
    qp_store_release(&all, carrier); /* pairs with newest */
    return carrier;
}

static struct qp_carrier *take(void)
{
    struct qp_carrier *carrier = unused;
    if (!carrier)
        return make();
    unused = carrier->next_free;
    return carrier;
}

static void give_back(struct qp_carrier *carrier)
{
    carrier->next_free = unused;
    unused = carrier;
}

/* What the products keep for the carrier ends with its record. */
static void leave_record(struct qp_carrier *carrier)
{
    for (int product = 0; product < QP_PRODUCTS; product++) {
        const struct qp_run_hooks *hooks = qp_runs[product].hooks;
        if (hooks && hooks->leave)
            hooks->leave(carrier);
    }
    carrier->record = NULL;
}

/* What the carrier had in an older data file is gone with it. */
static void begin_file(struct qp_carrier *carrier)
{
    carrier->file = qp_run_file;
    leave_record(carrier);
    qp_index_fini(&carrier->index);
    qp_index_fini(&carrier->members);
    carrier->nodes = (struct qp_arena){.kind = QP_KIND_NODE, .owner = carrier->number};
    carrier->folds = (struct qp_arena){.kind = QP_KIND_NODE, .owner = carrier->number, .reserve = QP_RESERVE_THREADS};
    carrier->blocks = (struct qp_arena){.kind = QP_KIND_BLOCK, .owner = carrier->number};
    carrier->extras = (struct qp_arena){.kind = QP_KIND_EXTRA, .owner = carrier->number};
    carrier->edges = (struct qp_arena){.kind = QP_KIND_EDGE, .owner = carrier->number};
}

static int begin_record(struct qp_carrier *carrier)
{
    struct qp_thread_record *record = carrier->record;
    if (!record) {
        for (int product = 0; product < QP_PRODUCTS; product++)
            carrier->cold[product].root = carrier->cold[product].fold = carrier->cold[product].run = 0;
        record = qp_arena_take(&records, sizeof *record);
        if (!record)
            return -1;
        record->number = carrier->number;
        record->start = qp_clock_read();
        qp_store_release(&record->published, 1); /* pairs with the reader's walk over threads */
    }
    record->system_id = (uint64_t)syscall(SYS_gettid);
    record->flags &= ~QP_THREAD_ENDED;
    record->count++;
    carrier->record = record;
    return 0;
}

/* Made when the library is loaded: the C library has room in each thread for the first 32 keys of a process, and takes
 * memory at a thread's first use of a later one. */
__attribute__((constructor)) static void make_key(void)
{
    if (!key_made)
        key_made = pthread_key_create(&key, retire) == 0;
}

/* A carrier whose thread's end would go unnoticed is not used: nobody could go on with it, and a program of many
 * threads would take one for each. */
static struct qp_carrier *take_own(void)
{
    qp_cold_lock();
    make_key();
    own = key_made ? take() : NULL;
    qp_cold_unlock();
    if (own && pthread_setspecific(key, own) != 0) { /* it may take memory: without the lock */
        qp_cold_lock();
        give_back(own);
        qp_cold_unlock();
        own = NULL;
    }
    return own;
}

static struct qp_carrier *own_carrier(void)
{
    if (own && own->number != 0 && own->file == qp_run_file && own->record)
        return own;
    struct qp_carrier *carrier = own && own->number != 0 ? own : take_own();
    if (!carrier)
        return NULL;
    qp_cold_lock();
    if (carrier->file != qp_run_file)
        begin_file(carrier);
    bool failed = begin_record(carrier) != 0;
    qp_cold_unlock();
    return failed ? NULL : carrier;
}

/* ---- attach ---------------------------------------------------------------------------------------------- */

static int begin_cold(struct qp_carrier *carrier, enum qp_product product, struct qp_lane_cold *cold)
{
    const struct qp_run *run = &qp_runs[product];
    uint32_t marks = qp_mark_count(product);
    uint32_t epoch = qp_mark_epoch(product);
    const struct qp_root *root = qp_tree_root(carrier, product, epoch, 0, 0);
    if (!root)
        return -1;
    uint32_t reference = qp_store_reference(root);
    bool same = cold->root == reference;
    cold->root = reference;
    cold->epoch = epoch;
    cold->marks = marks;
    cold->slow = run->slow | (qp_mark_is_paused(product) ? QP_SLOW_PAUSED : 0);
    cold->before = NULL;
    memset(cold->lives, 0, sizeof cold->lives);
    cold->name = cold->group = cold->lost_node = 0;
    cold->carries = false;
    cold->free = cold->free_count = 0;
    cold->ungrouped = 0;
    return same ? 0 : qp_tree_make_fold(carrier, product);
}

/* A carrier that goes on with another thread in the same run goes on with the ledger too. */
static void begin_ledger(struct qp_ledger *ledger, uint64_t tick)
{
    QP_CHECK(ledger->since == ledger->last);
    qp_store_relaxed(&ledger->arriving, tick);
    ledger->since = tick;
    qp_store_relaxed(&ledger->last, tick);
}

static bool begin_lane(struct qp_carrier *carrier, enum qp_product product)
{
    struct qp_lane *lane = &carrier->lanes[product];
    struct qp_lane_cold *cold = &carrier->cold[product];
    const struct qp_run *run = &qp_runs[product];
    struct qp_context *context = &cold->own;
    struct qp_root *root = qp_store_at(cold->root);
    if (context->frames != 0)
        qp_context_release(context);
    if (!qp_context_reset(context, run->slow & QP_SLOW_MEASURED ? QP_CONTEXT_MEASURED : 0, qp_store_at(root->node)))
        return false;
    qp_context_frames(context)->node = (uint64_t)(uintptr_t)qp_store_at(root->node);
    context->product = (uint8_t)product;
    context->carrier = carrier->number;
    context->epoch = cold->epoch;
    context->state = QP_CONTEXT_RUNNING;
    /* In a run with virtual threads no event may take the own context for a virtual thread of this id. */
    context->owner = run->virtual_threads ? 0 : (uint64_t)(uintptr_t)lane;
    lane->base = qp_store.base;
    qp_context_bind(lane, context);
    lane->virtual_id = 0;
    begin_ledger(&root->ledger, qp_run_tick(product));
    lane->ledger = &root->ledger;
    lane->patience = run->virtual_threads ? qp_processor_gap : UINT32_MAX;
    if (run->virtual_threads && run->timed)
        qp_processor_sample(lane, product, lane->ledger->last);
    carrier->record->lanes[product] = (uint64_t)(uintptr_t)lane;
    qp_store_release(&cold->run, run->number); /* pairs with each */
    if (run->hooks && run->hooks->attach)
        run->hooks->attach(lane);
    return true;
}

/* Between two runs the thread is off. A carrier that was made ready for the file of a run that ended meanwhile must not
 * serve the next run: its record is in the old file. */
static bool enter_run(const struct qp_carrier *carrier, enum qp_product product)
{
    return qp_load_acquire(&qp_process->recording[product]) && carrier->file == qp_run_file;
}

static struct qp_lane *lose_thread(enum qp_product product)
{
    qp_diagnose(product, QP_DIAGNOSTIC_THREAD_LOST, "thread %ld", (long)syscall(SYS_gettid));
    return NULL;
}

static struct qp_lane *attach(enum qp_product product, bool *held)
{
    struct qp_carrier *carrier = own_carrier();
    if (!carrier)
        return lose_thread(product);
    struct qp_lane *lane = &carrier->lanes[product];
    qp_store_relaxed(&lane->busy, QP_LANE_BUSY);
    qp_fence_full(); /* pairs with hold: it sees busy, or this sees that recording is over, or that it holds */
    *held = qp_load_acquire(&qp_process->held);
    bool enters = !*held && enter_run(carrier, product);
    if (!enters || begin_cold(carrier, product, &carrier->cold[product]) != 0 || !begin_lane(carrier, product)) {
        qp_store_release(&lane->busy, QP_LANE_FREE);
        return enters ? lose_thread(product) : NULL;
    }
    qp_lane_set_limits(lane, product);
    qp_occupy_lane(lane, product);
    qp_lane_current[product] = lane;
    return lane;
}

/* The lane that an event of a signal handler got, which came after its caller found none. */
static struct qp_lane *attached(enum qp_product product)
{
    struct qp_lane *lane = qp_lane_current[product];
    bool is =
        lane != &qp_lane_off[product] && lane->base && qp_lane_cold(lane, product)->run == qp_runs[product].number;
    return is ? lane : NULL;
}

/* Where events are held it begins again, since the thread's lanes are occupied meanwhile. */
struct qp_lane *qp_carrier_attach(enum qp_product product)
{
    for (;;) {
        bool held = false;
        qp_occupy_begin();
        struct qp_lane *lane = attached(product);
        if (!lane)
            lane = attach(product, &held);
        qp_occupy_end();
        if (!held)
            return lane;
        sched_yield();
    }
}

/* ---- retire ---------------------------------------------------------------------------------------------- */

/* Charge the time since the last event to the node on top. */
static void end_lane(struct qp_lane *lane, enum qp_product product)
{
    const struct qp_run *run = &qp_runs[product];
    if (run->timed)
        qp_catch_up_at_end(lane, product, qp_run_tick(product));
    else
        qp_mount_stop(lane, product);
    qp_vthread_give_back(lane, product, 0);
    if (run->hooks && run->hooks->finish)
        run->hooks->finish(lane, true);
}

/* The lane is in no run then. Where the run ended just before, its clock stands at its last event. */
static void close_lane(struct qp_carrier *carrier, enum qp_product product)
{
    struct qp_lane *lane = &carrier->lanes[product];
    const struct qp_run *run = &qp_runs[product];
    struct qp_lane_cold *cold = &carrier->cold[product];
    qp_store_relaxed(&lane->busy, QP_LANE_BUSY);
    qp_fence_full();
    qp_lane_wait(lane);
    if (cold->run == run->number && lane->base) {
        if (qp_load_acquire(&qp_process->recording[product]))
            end_lane(lane, product);
        qp_catch_up_stop_clock(lane);
        qp_context_bind(lane, &cold->own);
        qp_lane_close_limits(lane);
    }
    qp_store_release(&cold->run, 0); /* pairs with each */
    qp_store_release(&lane->busy, QP_LANE_FREE);
}

/* The next thread on this carrier has a record and trees of its own, so the carrier gets a new number: a virtual thread
 * that was mounted here finds its path again in the new trees. The index keeps what it knows of the old ones. */
static void begin_number(struct qp_carrier *carrier)
{
    leave_record(carrier);
    carrier->number = ++carriers;
    carrier->nodes.owner = carrier->folds.owner = carrier->blocks.owner = carrier->number;
    carrier->extras.owner = carrier->edges.owner = carrier->number;
}

static void end_thread(struct qp_carrier *carrier)
{
    for (int product = 0; product < QP_PRODUCTS; product++) {
        const struct qp_run_hooks *hooks = qp_runs[product].hooks;
        if (hooks && hooks->end_thread)
            hooks->end_thread(carrier);
    }
}

static void retire_carrier(struct qp_carrier *carrier)
{
    for (int product = 0; product < QP_PRODUCTS; product++)
        close_lane(carrier, product);
    qp_cold_lock();
    struct qp_thread_record *record = carrier->file == qp_run_file && qp_store.header ? carrier->record : NULL;
    if (carrier->file == qp_run_file)
        end_thread(carrier);
    if (record) {
        record->end = qp_clock_read();
        record->flags |= QP_THREAD_ENDED;
        if ((record->name != 0 || record->flags & QP_THREAD_ANNOUNCED) && named < MOST_NAMED) {
            named++;
            begin_number(carrier);
        }
    }
    give_back(carrier);
    qp_cold_unlock();
}

/* The key's destructor: the thread ends. In a forked child the carrier is wiped. The thread leaves its lanes while it
 * is occupied, since the next thread may have them afterwards. */
static void retire(void *data)
{
    struct qp_carrier *carrier = data;
    qp_occupy_close();
    own = NULL;
    for (int product = 0; product < QP_PRODUCTS; product++)
        qp_lane_detach(product);
    if (carrier->number != 0)
        retire_carrier(carrier);
    qp_occupy_end();
}

/* ---- all of them ----------------------------------------------------------------------------------------- */

struct qp_carrier *qp_carrier_newest(void)
{
    return qp_load_acquire(&all);
}

void qp_carrier_each(enum qp_product product, void (*visit)(struct qp_carrier *carrier, void *data), void *data)
{
    for (struct qp_carrier *carrier = qp_carrier_newest(); carrier; carrier = carrier->next)
        if (qp_load_acquire(&carrier->cold[product].run) == qp_runs[product].number && carrier->lanes[product].base)
            visit(carrier, data);
}
