#include "core/carrier/carrier.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "base/memory.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/store/process.h"
#include "core/carrier/tstate_run.h"
#include "core/thread/occupy.h"
#include "core/thread/run.h"

#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Maximum number of ended named threads whose record and trees no other thread reuses. New threads reuse the records
 * and trees of further ended threads with a name, and of all ended threads without a name. */
#define MAX_NAMED 1000

/* Number of carriers allocated at a time. A fork zeroes their pages in the child. */
#define PIECE 32

static _Thread_local struct qp_carrier *own;

static struct qp_carrier *all; /* newest carrier; the list grows at this end and is read without a lock */
static struct qp_carrier *unused;
static struct qp_carrier *piece;
static uint32_t piece_left;
static uint32_t carriers;
static uint32_t named;
static pthread_key_t key;
static bool key_made;

static void leave_thread(void *carrier);

void qp_carrier_reset_records(void)
{
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
        carrier->tstates[product].busy = 0;
    carrier->next = all;
    qp_store_release(&all, carrier); /* pairs with qp_carrier_newest */
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

/* Detach the carrier from its thread record. A product's `leave` hook drops the product's own data about that
 * record. */
static void leave_record(struct qp_carrier *carrier)
{
    for (int product = 0; product < QP_PRODUCTS; product++)
        qp_run_hook(product, leave, carrier);
    carrier->record = NULL;
}

/* Forget the carrier's records in an older data file, and prepare to make records in the new one. */
static void begin_file(struct qp_carrier *carrier)
{
    carrier->file = qp_run_file;
    leave_record(carrier);
    qp_index_fini(&carrier->index);
    qp_index_fini(&carrier->method_nodes);
    carrier->nodes = (struct qp_arena){.kind = QP_KIND_NODE, .owner = carrier->number};
    carrier->folds = (struct qp_arena){.kind = QP_KIND_NODE, .owner = carrier->number, .reserve = QP_RESERVE_THREADS};
    carrier->blocks = (struct qp_arena){.kind = QP_KIND_BLOCK, .owner = carrier->number};
    carrier->extras = (struct qp_arena){.kind = QP_KIND_EXTRA, .owner = carrier->number};
    carrier->edges = (struct qp_arena){.kind = QP_KIND_EDGE, .owner = carrier->number};
}

/* Take the thread state out of its run. The store is atomic because another thread may be reading `run`. */
static void forget_root(struct qp_tstate_cold *cold)
{
    cold->root = cold->fold = 0;
    qp_store_release(&cold->run, 0); /* pairs with qp_carrier_each */
}

static int begin_record(struct qp_carrier *carrier)
{
    struct qp_thread_record *record = carrier->record;
    if (!record) {
        for (int product = 0; product < QP_PRODUCTS; product++)
            forget_root(&carrier->cold[product]);
        record = qp_arena_take_shared(QP_KIND_THREAD, sizeof *record);
        if (!record)
            return -1;
        record->number = carrier->number;
        record->start = qp_clock_read();
        qp_store_release(&record->published, 1); /* pairs with the reader's walk over threads */
    }
    record->system_id = carrier->thread ? carrier->thread : (uint64_t)syscall(SYS_gettid);
    record->flags &= ~QP_THREAD_ENDED;
    record->count++;
    carrier->record = record;
    return 0;
}

/* Create the key early, when the library is loaded, so that it is probably one of the first 32 keys of the process.
 * For these keys the C library has room in each thread. For a later key, it allocates memory when a thread first uses
 * the key. */
__attribute__((constructor)) static void make_key(void)
{
    if (!key_made)
        key_made = pthread_key_create(&key, leave_thread) == 0;
}

/* Take a carrier for the calling thread. If the library cannot be notified of the thread's end, the thread gets no
 * carrier, since that carrier could never be reused. A program of many short threads would need a new carrier for each
 * of them. */
static struct qp_carrier *take_own(void)
{
    qp_cold_lock();
    make_key();
    own = key_made ? take() : NULL;
    qp_cold_unlock();
    if (own && pthread_setspecific(key, own) != 0) { /* without the lock, since this call may allocate memory */
        qp_cold_lock();
        give_back(own);
        qp_cold_unlock();
        own = NULL;
    }
    return own;
}

static struct qp_carrier *own_carrier(void)
{
    if (own && own->number != 0 && own->file == qp_load_relaxed(&qp_run_file) && own->record)
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

/* Return true if a run records and the carrier may join it. The carrier's record may be in an old file, because the
 * run for which the carrier was prepared has ended meanwhile. Then return false. */
static bool enter_run(const struct qp_carrier *carrier, enum qp_product product)
{
    return qp_load_acquire(&qp_process->recording[product]) && carrier->file == qp_load_relaxed(&qp_run_file);
}

/* `run` is the number of the last run in which the file had no room for the calling thread's state (0 = none).
 * `events` is the number of the thread's events since then. */
static _Thread_local struct {
    uint32_t run;
    uint32_t events;
} lost[QP_PRODUCTS];

/* Return true if the event is dropped because the file had no room for the thread's state at an earlier event.
 * Another search for room takes four system calls, 2 us in all, so only one event in 256 searches again. */
static bool is_lost(enum qp_product product)
{
    if (QP_LIKELY(lost[product].run == 0) || lost[product].run != qp_run_number(product) ||
        ++lost[product].events % 256 == 0 || !qp_load_acquire(&qp_process->recording[product]))
        return false;
    qp_diagnose(product, QP_DIAGNOSTIC_THREAD_LOST, "a thread");
    return true;
}

/* Count a thread without a thread state, unless the run has ended meanwhile: a closed file has no room. */
static struct qp_tstate *lose_thread(enum qp_product product, bool for_room)
{
    if (!qp_load_acquire(&qp_process->recording[product]))
        return NULL;
    lost[product].run = for_room ? qp_run_number(product) : 0;
    qp_diagnose(product, QP_DIAGNOSTIC_THREAD_LOST, "thread %ld", (long)syscall(SYS_gettid));
    return NULL;
}

static struct qp_tstate *attach(enum qp_product product, bool *held)
{
    struct qp_carrier *carrier = own_carrier();
    if (!carrier)
        return lose_thread(product, own != NULL);
    struct qp_tstate *tstate = &carrier->tstates[product];
    qp_store_relaxed(&tstate->busy, QP_TSTATE_BUSY);
    /* Pairs with qp_safepoint_begin: either that function sees `busy`, or this thread sees `held` or the end of
     * recording. */
    qp_fence_full();
    *held = qp_load_acquire(&qp_process->held);
    bool enters = !*held && enter_run(carrier, product);
    if (!enters || !qp_tstate_run_begin(carrier, product)) {
        qp_store_release(&tstate->busy, QP_TSTATE_FREE);
        return enters ? lose_thread(product, true) : NULL;
    }
    qp_tstate_set_limits(tstate, product);
    qp_occupy_tstate(tstate, product);
    qp_tstate_current[product] = tstate;
    return tstate;
}

/* Return the thread state that is attached already, NULL if there is none. The event that calls this found no thread
 * state, but then a signal handler may have interrupted it and attached one. */
static struct qp_tstate *attached(enum qp_product product)
{
    struct qp_tstate *tstate = qp_tstate_current[product];
    bool is = tstate != &qp_tstate_off[product] && tstate->base &&
              qp_tstate_cold(tstate, product)->run == qp_run_number(product);
    return is ? tstate : NULL;
}

/* While another thread holds all events, retry. Between two tries the thread does not block its own signal handlers,
 * so that these can record events. */
struct qp_tstate *qp_carrier_attach(enum qp_product product)
{
    if (is_lost(product))
        return NULL;
    for (;;) {
        bool held = false;
        qp_occupy_begin();
        struct qp_tstate *tstate = attached(product);
        if (!tstate)
            tstate = attach(product, &held);
        qp_occupy_end();
        if (!held)
            return tstate;
        sched_yield();
    }
}

/* ---- a thread ends ---------------------------------------------------------------------------------------- */

/* Give the carrier a new number, since its next thread has its own record and trees. Because of the new number, a
 * virtual thread that was mounted here before moves to the new trees when it resumes. The index keeps its entries for
 * the old trees. */
static void begin_number(struct qp_carrier *carrier)
{
    leave_record(carrier);
    carrier->number = ++carriers;
    carrier->nodes.owner = carrier->folds.owner = carrier->blocks.owner = carrier->number;
    carrier->extras.owner = carrier->edges.owner = carrier->number;
    carrier->folds.reserve = QP_RESERVE_THREADS;
    carrier->folds.refused = 0;
}

/* Return the thread's record, NULL if it is not in the open file. Call this with the cold lock. */
static struct qp_thread_record *open_record(const struct qp_carrier *carrier)
{
    return carrier->file == qp_run_file && qp_store.header ? carrier->record : NULL;
}

static void end_carrier(struct qp_carrier *carrier)
{
    for (int product = 0; product < QP_PRODUCTS; product++)
        qp_tstate_run_end(carrier, product);
    qp_cold_lock();
    struct qp_thread_record *record = open_record(carrier);
    for (int product = 0; product < QP_PRODUCTS && carrier->file == qp_run_file; product++)
        qp_run_hook(product, end_thread, carrier);
    if (record) {
        record->end = qp_clock_read();
        record->flags |= QP_THREAD_ENDED;
        if ((record->name != 0 || record->flags & QP_THREAD_ANNOUNCED) && named < MAX_NAMED) {
            named++;
            begin_number(carrier);
        }
    }
    carrier->thread = 0;
    give_back(carrier);
    qp_cold_unlock();
}

/* Give up the carrier of a thread that ends. This is the destructor of the key. In a forked child the carrier is
 * zeroed, so its number is 0. The thread's signal handlers are kept out (qp_occupy_close), since another thread may own
 * the thread states as soon as this thread has given them up. */
static void leave_thread(void *data)
{
    struct qp_carrier *carrier = data;
    qp_occupy_close();
    own = NULL;
    for (int product = 0; product < QP_PRODUCTS; product++)
        qp_tstate_detach(product);
    if (carrier->number != 0)
        end_carrier(carrier);
    qp_occupy_end();
}

/* ---- carriers that other threads record for ------------------------------------------------------------------ */

/* The calling thread's own state, while it acts for another thread. */
static _Thread_local struct {
    struct qp_carrier *carrier;
    struct qp_tstate *tstates[QP_PRODUCTS];
} before;

struct qp_carrier *qp_carrier_hand_over(uint64_t system_id)
{
    struct qp_carrier *carrier = own;
    if (!carrier || carrier->number == 0)
        return NULL;
    qp_occupy_close();
    own = NULL;
    for (int product = 0; product < QP_PRODUCTS; product++)
        qp_tstate_detach(product);
    pthread_setspecific(key, before.carrier); /* the thread's end does not end the carrier that is handed over */
    qp_cold_lock();
    carrier->thread = system_id;
    struct qp_thread_record *record = open_record(carrier);
    if (record)
        record->system_id = system_id;
    qp_cold_unlock();
    qp_occupy_end();
    return carrier;
}

void qp_carrier_act(struct qp_carrier *carrier, uint64_t cpu)
{
    qp_occupy_close();
    before.carrier = own;
    own = carrier;
    for (int product = 0; product < QP_PRODUCTS; product++) {
        struct qp_tstate *tstate = carrier ? &carrier->tstates[product] : NULL;
        bool attached = tstate && qp_load_relaxed(&carrier->cold[product].run) != 0 && tstate->base;
        before.tstates[product] = qp_tstate_current[product];
        qp_tstate_current[product] = attached ? tstate : &qp_tstate_off[product];
    }
    qp_run_given_cpu = cpu ? cpu : 1;
    qp_occupy_end();
}

void qp_carrier_act_end(void)
{
    qp_occupy_close();
    for (int product = 0; product < QP_PRODUCTS; product++)
        qp_tstate_current[product] = before.tstates[product];
    own = before.carrier;
    before.carrier = NULL;
    qp_run_given_cpu = 0;
    qp_occupy_end();
}

void qp_carrier_act_last(void)
{
    struct qp_carrier *carrier = own;
    qp_occupy_close();
    for (int product = 0; product < QP_PRODUCTS; product++)
        qp_tstate_detach(product);
    end_carrier(carrier);
    qp_occupy_end();
    qp_carrier_act_end();
}

/* ---- all of them ----------------------------------------------------------------------------------------- */

struct qp_carrier *qp_carrier_newest(void)
{
    return qp_load_acquire(&all);
}

void qp_carrier_each(enum qp_product product, void (*visit)(struct qp_carrier *carrier, void *data), void *data)
{
    for (struct qp_carrier *carrier = qp_carrier_newest(); carrier; carrier = carrier->next)
        if (qp_load_acquire(&carrier->cold[product].run) == qp_run_number(product) && carrier->tstates[product].base)
            visit(carrier, data);
}
