#include "vtmpi/request.h"

#include "base/hash.h"

#include <pthread.h>
#include <stdlib.h>

#define LEAST 64u

struct entry {
    struct vtmpi_request request;
    uint32_t next; /* number of the next entry of the bucket, or of the next free entry; 0 = none */
};

/* Entries from the oldest to the newest, as a list of numbers; 0 = none. */
struct bucket {
    uint32_t first;
    uint32_t last;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *entries;  /* by number, from 1; `room` + 1 entries */
static struct bucket *buckets; /* by the hash of the key; `room` buckets */
static uint32_t room;          /* 0 or a power of two */
static uint32_t free_entries;  /* number of the first free entry, 0 = none */

static struct bucket *bucket_of(uint64_t key)
{
    return &buckets[qp_hash_slot(qp_hash_key(key), room)];
}

/* Make an entry the last of its bucket. */
static void append(uint32_t number)
{
    struct bucket *bucket = bucket_of(entries[number].request.key);
    *(bucket->first != 0 ? &entries[bucket->last].next : &bucket->first) = number;
    bucket->last = number;
    entries[number].next = 0;
}

static bool grow(void)
{
    uint32_t before = room, more = room == 0 ? LEAST : 2 * room;
    if (more > QP_MESSAGE_REQUEST)
        return false;
    struct entry *grown = realloc(entries, ((size_t)more + 1) * sizeof *grown);
    entries = grown ? grown : entries;
    struct bucket *old = buckets, *made = grown ? calloc(more, sizeof *made) : NULL;
    if (!made)
        return false;
    buckets = made;
    room = more;
    for (uint32_t i = 0; i < before; i++)
        for (uint32_t number = old[i].first, next; number != 0; number = next) {
            next = entries[number].next;
            append(number);
        }
    free(old);
    for (uint32_t number = more; number > before; number--) {
        entries[number].next = free_entries;
        free_entries = number;
    }
    return true;
}

bool vtmpi_request_add(struct vtmpi_request *request)
{
    pthread_mutex_lock(&lock);
    bool fits = free_entries != 0 || grow();
    if (fits) {
        request->number = free_entries;
        free_entries = entries[request->number].next;
        entries[request->number].request = *request;
        append(request->number);
    }
    pthread_mutex_unlock(&lock);
    if (fits && request->communicator)
        vtmpi_communicator_hold(request->communicator);
    return fits;
}

/* Return the number of the oldest request with a key that is active or inactive, 0 if there is none. */
static uint32_t find(uint64_t key, bool active)
{
    uint32_t number = room > 0 ? bucket_of(key)->first : 0;
    while (number != 0 && (entries[number].request.key != key || entries[number].request.active != active))
        number = entries[number].next;
    return number;
}

static void take(uint32_t number)
{
    struct bucket *bucket = bucket_of(entries[number].request.key);
    uint32_t before = 0;
    for (uint32_t other = bucket->first; other != number; other = entries[other].next)
        before = other;
    *(before != 0 ? &entries[before].next : &bucket->first) = entries[number].next;
    bucket->last = bucket->last == number ? before : bucket->last;
    entries[number].next = free_entries;
    free_entries = number;
}

bool vtmpi_request_complete(uint64_t key, struct vtmpi_request *request)
{
    pthread_mutex_lock(&lock);
    uint32_t number = find(key, true);
    if (number != 0) {
        *request = entries[number].request;
        entries[number].request.active = false;
        if (!request->persistent)
            take(number);
    }
    pthread_mutex_unlock(&lock);
    return number != 0;
}

bool vtmpi_request_start(uint64_t key, struct qp_message_origin origin, struct vtmpi_request *request)
{
    pthread_mutex_lock(&lock);
    uint32_t number = find(key, false);
    if (number != 0) {
        entries[number].request.active = true;
        entries[number].request.message.origin = origin;
        *request = entries[number].request;
    }
    pthread_mutex_unlock(&lock);
    return number != 0;
}

bool vtmpi_request_free(uint64_t key, struct vtmpi_request *request)
{
    pthread_mutex_lock(&lock);
    uint32_t number = find(key, true);
    number = number != 0 ? number : find(key, false);
    if (number != 0) {
        *request = entries[number].request;
        take(number);
    }
    pthread_mutex_unlock(&lock);
    return number != 0;
}
