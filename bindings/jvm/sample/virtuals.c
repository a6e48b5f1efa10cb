#include "bindings/jvm/sample/virtuals.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/library.h"
#include "bindings/kit/slots.h"
#include "bindings/kit/timer.h"

struct qjvm_virtual {
    VthreadID id;
    char *name; /* NULL = none, or the library knows it */
    struct qjvm_open_rows open;
    bool sampled; /* set by the handler: a sample may be in a slot, so the recorder thread frees the struct */
};

static uint32_t are_sampled, are_recorded;
static __attribute__((tls_model("initial-exec"))) _Thread_local struct qjvm_virtual *running; /* read in the handler */

/* The living ones by id, in several tables, since each carrier looks one up when it continues a virtual thread. */
#define TABLES 64
static struct table {
    pthread_mutex_t lock;
    struct kit_hashmap threads;
} tables[TABLES] = {[0 ... TABLES - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}};

bool qjvm_virtuals_are_sampled(void)
{
    return __atomic_load_n(&are_sampled, __ATOMIC_RELAXED);
}

void qjvm_virtuals_start(void)
{
    __atomic_store_n(&are_recorded, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&are_sampled, 1, __ATOMIC_RELAXED);
}

void qjvm_virtuals_stop(void)
{
    __atomic_store_n(&are_recorded, 0, __ATOMIC_RELAXED);
}

void qjvm_virtuals_leave(void)
{
    __atomic_store_n(&are_sampled, 0, __ATOMIC_RELAXED);
}

/* Add a virtual thread. Return NULL if out of memory. */
static struct qjvm_virtual *add(struct table *table, VthreadID id, const char *name)
{
    struct qjvm_virtual *thread = calloc(1, sizeof *thread);
    if (!thread)
        return NULL;
    *thread = (struct qjvm_virtual){.id = id, .name = name && *name ? strdup(name) : NULL};
    thread->open.reason = QJVM_RUNS;
    if (kit_hashmap_put(&table->threads, id, thread) == 0)
        return thread;
    free(thread->name);
    free(thread);
    return NULL;
}

void qjvm_virtuals_create(VthreadID id, const char *name)
{
    struct table *table = &tables[id % TABLES];
    pthread_mutex_lock(&table->lock);
    struct qjvm_virtual *thread = add(table, id, name);
    if (thread) {
        thread->open.reason = QPROF_REASON_RUNNABLE;
        thread->open.since = kit_timer_read(CLOCK_MONOTONIC);
    }
    pthread_mutex_unlock(&table->lock);
}

void qjvm_virtuals_wake(VthreadID id)
{
    struct table *table = &tables[id % TABLES];
    pthread_mutex_lock(&table->lock);
    struct qjvm_virtual *thread = kit_hashmap_get(&table->threads, id);
    if (thread && __atomic_load_n(&thread->open.woken, __ATOMIC_ACQUIRE) == 0) /* the first one counts */
        __atomic_store_n(&thread->open.woken, kit_timer_read(CLOCK_MONOTONIC), __ATOMIC_RELEASE);
    pthread_mutex_unlock(&table->lock);
}

/* A virtual thread whose creation was not seen has no name. */
void qjvm_virtuals_run(VthreadID id)
{
    struct qjvm_virtual *thread = NULL;
    struct table *table = &tables[id % TABLES];
    if (id) {
        pthread_mutex_lock(&table->lock);
        thread = kit_hashmap_get(&table->threads, id);
        if (!thread)
            thread = add(table, id, NULL);
        pthread_mutex_unlock(&table->lock);
    }
    running = thread;
}

void qjvm_virtuals_destroy(VthreadID id)
{
    struct table *table = &tables[id % TABLES];
    running = NULL;
    __atomic_signal_fence(__ATOMIC_SEQ_CST); /* from now on the handler does not see the struct */
    pthread_mutex_lock(&table->lock);
    struct qjvm_virtual *thread = kit_hashmap_get(&table->threads, id);
    if (thread)
        kit_hashmap_remove(&table->threads, id);
    pthread_mutex_unlock(&table->lock);
    if (!thread)
        return;
    if (!__atomic_load_n(&thread->sampled, __ATOMIC_ACQUIRE)) {
        qjvm_virtual_free(thread);
        return;
    }
    if (!__atomic_load_n(&are_recorded, __ATOMIC_RELAXED))
        return; /* the struct stays, since a slot may have it */
    struct kit_slot *slot = kit_slots_wait();
    slot->kind = KIT_SLOT_VIRTUAL_THREAD_ENDS;
    slot->virtual_thread = thread;
    kit_slots_send(slot);
}

struct qjvm_virtual *qjvm_virtuals_sample(void)
{
    if (running)
        __atomic_store_n(&running->sampled, true, __ATOMIC_RELEASE);
    return running;
}

struct qjvm_open_rows *qjvm_virtuals_rows(void)
{
    return running ? &running->open : NULL;
}

VthreadID qjvm_virtual_id(struct qjvm_virtual *thread)
{
    if (thread->name)
        kit_library.qii.set_thread_name_vt(thread->name, thread->id);
    free(thread->name);
    thread->name = NULL;
    return thread->id;
}

void qjvm_virtual_free(struct qjvm_virtual *thread)
{
    free(thread->name);
    free(thread);
}
