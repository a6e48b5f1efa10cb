#include "vtmpi/request.h"

#include "base/atomic.h"
#include "base/hash.h"

#include <pthread.h>
#include <stdlib.h>

#define LEAST 64u

struct entry {
    struct vtmpi_request request;
    uint64_t serial;    /* requests are numbered as they are added, from 1 */
    const void *thread; /* address that identifies the thread that added it */
    uint32_t next;      /* number of the next entry of a list; 0 = none */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *entries; /* by number, from 1; `room` + 1 entries */
static uint32_t *buckets;     /* by the hash of the key: numbers of their newest entries; `room` buckets */
static uint32_t room;         /* 0 or a power of two */
static uint32_t free_entries; /* number of the first free entry, 0 = none */

uint64_t vtmpi_requests_added;
_Thread_local uint32_t vtmpi_requests_ended __attribute__((tls_model("initial-exec")));

static uint32_t *bucket_of(uint64_t key)
{
    return &buckets[qp_hash_slot(qp_hash_key(key), room)];
}

static void push(uint32_t *list, uint32_t number)
{
    entries[number].next = *list;
    *list = number;
}

static uint32_t pop(uint32_t *list)
{
    uint32_t number = *list;
    *list = entries[number].next;
    return number;
}

static bool grow(void)
{
    uint32_t before = room, more = room == 0 ? LEAST : 2 * room;
    if (more > QP_MESSAGE_REQUEST)
        return false;
    struct entry *grown = realloc(entries, ((size_t)more + 1) * sizeof *grown);
    entries = grown ? grown : entries;
    uint32_t *old = buckets, *made = grown ? calloc(more, sizeof *made) : NULL;
    if (!made)
        return false;
    buckets = made;
    room = more;
    for (uint32_t i = 0; i < before; i++) {
        uint32_t reversed = 0; /* so that the newest entry comes first again */
        while (old[i] != 0)
            push(&reversed, pop(&old[i]));
        while (reversed != 0) {
            uint32_t number = pop(&reversed);
            push(bucket_of(entries[number].request.key), number);
        }
    }
    free(old);
    for (uint32_t number = more; number > before; number--)
        push(&free_entries, number);
    return true;
}

/* Make a request findable under its key, as the newest one. */
static void add(uint32_t number)
{
    entries[number].thread = &vtmpi_requests_ended;
    entries[number].serial = vtmpi_requests_added + 1;
    qp_store_release(&vtmpi_requests_added, entries[number].serial);
    push(bucket_of(entries[number].request.key), number);
}

bool vtmpi_request_add(struct vtmpi_request *request)
{
    pthread_mutex_lock(&lock);
    bool fits = free_entries != 0 || grow();
    if (fits) {
        request->number = pop(&free_entries);
        entries[request->number].request = *request;
        add(request->number);
    }
    pthread_mutex_unlock(&lock);
    if (fits && request->communicator)
        vtmpi_communicator_hold(request->communicator);
    return fits;
}

/* Return the number of the request that a handle stood for, 0 if it is unknown: the newest one, but preferably one of
 * this thread. Another thread's request with the same handle may not be logged yet. */
static uint32_t find(struct vtmpi_handle handle)
{
    uint32_t other = 0;
    for (uint32_t number = room > 0 ? *bucket_of(handle.key) : 0; number != 0; number = entries[number].next) {
        if (entries[number].serial > handle.added || entries[number].request.key != handle.key)
            continue;
        if (entries[number].thread == &vtmpi_requests_ended)
            return number;
        other = other != 0 ? other : number;
    }
    return other;
}

static uint32_t find_in_state(struct vtmpi_handle handle, bool active)
{
    uint32_t number = find(handle);
    return number != 0 && entries[number].request.active == active ? number : 0;
}

static void remove_from_bucket(uint32_t number)
{
    uint32_t *link = bucket_of(entries[number].request.key);
    while (*link != number)
        link = &entries[*link].next;
    *link = entries[number].next;
}

static void take(uint32_t number)
{
    remove_from_bucket(number);
    push(&vtmpi_requests_ended, number);
}

void vtmpi_request_release(void)
{
    pthread_mutex_lock(&lock);
    while (vtmpi_requests_ended != 0)
        push(&free_entries, pop(&vtmpi_requests_ended));
    pthread_mutex_unlock(&lock);
}

bool vtmpi_request_complete(struct vtmpi_handle handle, struct vtmpi_request *request)
{
    pthread_mutex_lock(&lock);
    uint32_t number = find_in_state(handle, true);
    if (number != 0) {
        *request = entries[number].request;
        entries[number].request.active = false;
        if (!request->persistent)
            take(number);
    }
    pthread_mutex_unlock(&lock);
    return number != 0;
}

bool vtmpi_request_start(struct vtmpi_handle handle, uint64_t key, struct qp_message_origin origin,
                         struct vtmpi_request *request)
{
    pthread_mutex_lock(&lock);
    uint32_t number = find_in_state(handle, false);
    if (number != 0) {
        struct vtmpi_request *started = &entries[number].request;
        if (key != handle.key) {
            remove_from_bucket(number);
            started->key = key;
            add(number);
        }
        started->active = true;
        started->message.origin = origin;
        *request = *started;
    }
    pthread_mutex_unlock(&lock);
    return number != 0;
}

bool vtmpi_request_free(struct vtmpi_handle handle, struct vtmpi_request *request)
{
    pthread_mutex_lock(&lock);
    uint32_t number = find(handle);
    if (number != 0) {
        *request = entries[number].request;
        take(number);
    }
    pthread_mutex_unlock(&lock);
    return number != 0;
}
