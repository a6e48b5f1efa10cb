#include "bindings/jvm/sample/suspensions.h"

#include <qprof.h>

#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/sample/stacks.h"
#include "bindings/jvm/sample/timers.h"
#include "bindings/jvm/sample/virtuals.h"
#include "bindings/kit/library.h"

static jvmtiEnv *tool; /* NULL = waits are not recorded */
static uint64_t begun; /* reading of CLOCK_MONOTONIC when the run began */

static bool are_active(void)
{
    return tool && kit_sampled_is_active();
}

static uint64_t now(void)
{
    return kit_timer_read(CLOCK_MONOTONIC);
}

/* ---- slots ------------------------------------------------------------------------------------------------------- */

static void fill(struct kit_slot *slot, struct qjvm_sampled *thread, int reason, struct qjvm_waited waited)
{
    slot->kind = KIT_SLOT_WAIT;
    slot->thread = &thread->it;
    slot->virtual_thread = NULL;
    slot->lacks_top = false;
    slot->count = 0;
    slot->wait.reason = reason;
    slot->wait.waits = waited.waits;
    slot->wait.nanoseconds = waited.nanoseconds;
    slot->wait.row_count = 0;
}

static void add_row(struct kit_slot *slot, unsigned long row)
{
    slot->wait.rows[slot->wait.row_count++] = row;
}

/* Collect a stack, NULL = the calling thread's. */
static void collect(struct kit_slot *slot, const struct qjvm_open_rows *open, jthread thread)
{
    slot->count = qjvm_stacks_get(tool, thread, (struct qjvm_frame *)slot->addresses, QJVM_FRAMES);
    for (int i = 0; i < open->count; i++)
        add_row(slot, open->rows[i]);
}

/* Write the short waits of one state to a slot without a stack. Return false if there are none. The lock is held. */
static bool take_short(struct kit_slot *slot, struct qjvm_sampled *thread, int reason)
{
    struct qjvm_short_waits *waits = &thread->suspensions.short_waits[reason];
    if (!waits->sum.nanoseconds && !waits->sum.waits)
        return false;
    fill(slot, thread, reason, waits->sum);
    if (waits->row)
        add_row(slot, waits->row);
    *waits = (struct qjvm_short_waits){0};
    return true;
}

/* ---- waits of the calling thread --------------------------------------------------------------------------------- */

void qjvm_suspensions_begin(void)
{
    if (!tool && kit_library.qii.record_stack_wait)
        tool = qjvm_listen(&(struct qjvm_listener){0});
    qjvm_short_waits_reset();
    begun = now();
}

bool qjvm_suspensions_are_recorded(void)
{
    return are_active() && qjvm_timers_current();
}

/* Return the open rows of the virtual thread on the calling thread, NULL if there is none. Rows that it opened in an
 * earlier run are removed. */
static struct qjvm_open_rows *open_of_virtual(void)
{
    struct qjvm_open_rows *open = qjvm_virtuals_rows();
    if (open && open->since < begun) {
        open->count = 0;
        open->reason = QJVM_RUNS;
        open->since = begun;
    }
    return open;
}

/* Return the open rows of the thread, or of the virtual thread on it. */
static struct qjvm_open_rows *open_of(struct qjvm_sampled *thread)
{
    struct qjvm_open_rows *of_virtual = open_of_virtual();
    return of_virtual || !thread ? of_virtual : &thread->suspensions.open;
}

/* Record a wait at the stack of the thread that waited: NULL = the calling thread, else the virtual thread on it. */
static void record(struct qjvm_sampled *thread, const struct qjvm_open_rows *open, int reason,
                   struct qjvm_waited waited, jthread waiter)
{
    struct qjvm_suspensions *suspensions = &thread->suspensions;
    unsigned long row = open->count ? open->rows[open->count - 1] : 0;
    pthread_mutex_lock(&suspensions->lock);
    waited = qjvm_short_waits_add(&suspensions->short_waits[reason], waited, row, open->since);
    pthread_mutex_unlock(&suspensions->lock);
    if (!waited.nanoseconds)
        return;
    struct kit_slot *slot = kit_slots_wait();
    fill(slot, thread, reason, waited);
    slot->virtual_thread = qjvm_virtuals_sample();
    collect(slot, open, waiter);
    kit_slots_send(slot);
}

/* Record the time in the present state until now, in which this number of waits ended. */
static void charge(struct qjvm_sampled *thread, struct qjvm_open_rows *open, unsigned waits)
{
    uint64_t time = now();
    pthread_mutex_lock(&thread->suspensions.lock);
    uint64_t since = open->since;
    open->since = time;
    pthread_mutex_unlock(&thread->suspensions.lock);
    if (open->reason != QJVM_RUNS && are_active())
        record(thread, open, open->reason, (struct qjvm_waited){waits, time - since}, NULL);
}

/* Set the state to that of the row on top. The lock is held. */
static void follow_top(struct qjvm_open_rows *open)
{
    open->reason = open->count ? open->reasons[open->count - 1] : QJVM_RUNS;
}

/* Store which Java thread the calling one is, before it first waits. A virtual thread is not stored: it may continue on
 * another carrier. */
static void identify(struct qjvm_sampled *thread)
{
    jthread own = NULL;
    JNIEnv *env = thread->env;
    if (thread->suspensions.thread || qjvm_virtuals_rows() || (*tool)->GetCurrentThread(tool, &own) != JVMTI_ERROR_NONE)
        return;
    jweak weak = (*env)->NewWeakGlobalRef(env, own);
    pthread_mutex_lock(&thread->suspensions.lock);
    thread->suspensions.thread = weak;
    pthread_mutex_unlock(&thread->suspensions.lock);
    (*env)->DeleteLocalRef(env, own);
}

bool qjvm_suspensions_open(unsigned long row, int reason)
{
    struct qjvm_sampled *thread = qjvm_timers_current();
    struct qjvm_open_rows *open = open_of(thread);
    if (!thread || !are_active() || open->count == KIT_SLOT_ROWS)
        return false;
    identify(thread);
    charge(thread, open, 0);
    pthread_mutex_lock(&thread->suspensions.lock);
    open->rows[open->count] = row;
    open->reasons[open->count++] = (signed char)reason;
    follow_top(open);
    pthread_mutex_unlock(&thread->suspensions.lock);
    return true;
}

unsigned long qjvm_suspensions_top(void)
{
    const struct qjvm_open_rows *open = open_of(qjvm_timers_current());
    return open && open->count ? open->rows[open->count - 1] : 0;
}

void qjvm_suspensions_close(void)
{
    struct qjvm_sampled *thread = qjvm_timers_current();
    struct qjvm_open_rows *open = open_of(thread);
    if (!thread || !are_active() || open->count == 0) /* at the end of a run, the recorder thread records the wait */
        return;
    charge(thread, open, 1);
    pthread_mutex_lock(&thread->suspensions.lock);
    open->count--;
    follow_top(open);
    pthread_mutex_unlock(&thread->suspensions.lock);
}

void qjvm_suspensions_end(JNIEnv *env)
{
    struct qjvm_sampled *thread = qjvm_timers_current();
    if (!thread)
        return;
    struct qjvm_suspensions *suspensions = &thread->suspensions;
    for (int reason = 0; reason < QJVM_REASONS && are_active(); reason++) {
        struct kit_slot *slot = kit_slots_wait();
        pthread_mutex_lock(&suspensions->lock);
        bool has = take_short(slot, thread, reason);
        pthread_mutex_unlock(&suspensions->lock);
        if (has)
            kit_slots_send(slot);
        else
            kit_slots_free(slot);
    }
    pthread_mutex_lock(&suspensions->lock);
    jweak weak = suspensions->thread;
    suspensions->thread = NULL;
    pthread_mutex_unlock(&suspensions->lock);
    if (weak)
        (*env)->DeleteWeakGlobalRef(env, weak);
}

/* ---- virtual threads --------------------------------------------------------------------------------------------- */

void qjvm_suspensions_leave(int reason)
{
    struct qjvm_sampled *thread = qjvm_timers_current();
    struct qjvm_open_rows *open = open_of_virtual();
    if (!thread || !open || !are_active())
        return;
    charge(thread, open, 0);
    open->reason = reason;
    __atomic_store_n(&open->woken, 0, __ATOMIC_RELEASE);
}

/* Since the virtual thread was suspended it waited, and from its wake-up on it was runnable. */
void qjvm_suspensions_mounted(jthread mounted)
{
    struct qjvm_sampled *thread = qjvm_timers_current();
    struct qjvm_open_rows *open = open_of_virtual();
    if (!open)
        return;
    uint64_t time = now(), since = open->since, woken = __atomic_load_n(&open->woken, __ATOMIC_ACQUIRE);
    int reason = open->reason;
    open->since = time;
    follow_top(open);
    if (!thread || !are_active() || reason == QJVM_RUNS)
        return;
    if (reason == QPROF_REASON_RUNNABLE)
        woken = since;
    else if (woken < since || woken > time) /* it was not woken in this suspension, or just now */
        woken = time;
    if (reason != QPROF_REASON_RUNNABLE)
        record(thread, open, reason, (struct qjvm_waited){1, woken - since}, mounted);
    record(thread, open, QPROF_REASON_RUNNABLE, (struct qjvm_waited){0, time - woken}, mounted);
}

/* ---- waits that have not ended ----------------------------------------------------------------------------------- */

static struct {
    JNIEnv *env;
    void (*pass)(JNIEnv *env, const struct kit_slot *slot);
} visit;

static struct kit_slot visited; /* used by the recorder thread only */

/* The thread cannot end its wait meanwhile, because it needs the lock for that. */
static void visit_thread(struct kit_sampled *it)
{
    struct qjvm_sampled *thread = (struct qjvm_sampled *)it;
    struct qjvm_suspensions *suspensions = &thread->suspensions;
    pthread_mutex_lock(&suspensions->lock);
    struct qjvm_open_rows *open = &suspensions->open;
    uint64_t time = now();
    if (open->reason != QJVM_RUNS && suspensions->thread) {
        fill(&visited, thread, open->reason, (struct qjvm_waited){0, time - open->since});
        collect(&visited, open, suspensions->thread);
        open->since = time;
        visit.pass(visit.env, &visited);
    }
    for (int reason = 0; reason < QJVM_REASONS; reason++)
        if (take_short(&visited, thread, reason))
            visit.pass(visit.env, &visited);
    pthread_mutex_unlock(&suspensions->lock);
}

void qjvm_suspensions_visit_open(JNIEnv *env, void (*pass)(JNIEnv *env, const struct kit_slot *slot))
{
    visit.env = env;
    visit.pass = pass;
    if (tool)
        kit_sampled_visit(visit_thread);
}
