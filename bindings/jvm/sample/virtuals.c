#include "bindings/jvm/sample/virtuals.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/slots.h"

/* A living virtual thread. */
struct thread {
    char *name; /* NULL = none, or taken */
    bool known; /* a sample was taken, so the library knows the thread */
};

static uint32_t sampled;
static _Thread_local VthreadID running;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kit_hashmap threads;

bool qjvm_virtuals_are_sampled(void)
{
    return __atomic_load_n(&sampled, __ATOMIC_RELAXED);
}

void qjvm_virtuals_set_sampled(bool is)
{
    __atomic_store_n(&sampled, is, __ATOMIC_RELAXED);
}

void qjvm_virtuals_create(VthreadID id, const char *name)
{
    struct thread *thread = calloc(1, sizeof *thread);
    if (!thread)
        return;
    thread->name = name && *name ? strdup(name) : NULL;
    pthread_mutex_lock(&lock);
    if (kit_hashmap_put(&threads, id, thread) != 0) {
        free(thread->name);
        free(thread);
    }
    pthread_mutex_unlock(&lock);
}

void qjvm_virtuals_destroy(VthreadID id)
{
    running = 0;
    pthread_mutex_lock(&lock);
    struct thread *thread = kit_hashmap_get(&threads, id);
    if (thread)
        kit_hashmap_remove(&threads, id);
    pthread_mutex_unlock(&lock);
    if (!thread)
        return;
    if (thread->known) {
        struct kit_slot *slot = kit_slots_wait();
        slot->kind = KIT_SLOT_VIRTUAL_THREAD_ENDS;
        slot->virtual_id = id;
        kit_slots_send(slot);
    }
    free(thread->name);
    free(thread);
}

void qjvm_virtuals_run(VthreadID id)
{
    running = id;
}

VthreadID qjvm_virtuals_running(void)
{
    return running;
}

char *qjvm_virtuals_take_name(VthreadID id)
{
    pthread_mutex_lock(&lock);
    struct thread *thread = kit_hashmap_get(&threads, id);
    char *name = thread ? thread->name : NULL;
    if (thread) {
        thread->name = NULL;
        thread->known = true;
    }
    pthread_mutex_unlock(&lock);
    return name;
}
