#include "bindings/kit/slots.h"

#include <errno.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/mman.h>
#include <time.h>

#define WORDS (KIT_SLOTS / 64)

static struct kit_slot *slots;
static uint64_t taken[WORDS]; /* a bit for each slot */
static uint64_t sent[WORDS];
static uint64_t orders;
static sem_t count; /* number of slots that were sent and not received */

bool kit_slots_begin(void)
{
    if (slots)
        return true;
    void *memory = mmap(NULL, KIT_SLOTS * sizeof *slots, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED || sem_init(&count, 0, 0) != 0)
        return false;
    slots = memory;
    return true;
}

/* Take the lowest free slot, whose pages were probably in use before. */
struct kit_slot *kit_slots_take(void)
{
    for (int word = 0; word < WORDS; word++) {
        uint64_t bits = __atomic_load_n(&taken[word], __ATOMIC_RELAXED);
        while (~bits) {
            int bit = __builtin_ctzll(~bits);
            if (!__atomic_compare_exchange_n(&taken[word], &bits, bits | UINT64_C(1) << bit, false, __ATOMIC_ACQUIRE,
                                             __ATOMIC_RELAXED))
                continue;
            struct kit_slot *slot = &slots[64 * word + bit];
            slot->order = __atomic_add_fetch(&orders, 1, __ATOMIC_RELAXED);
            return slot;
        }
    }
    return NULL;
}

struct kit_slot *kit_slots_wait(void)
{
    struct kit_slot *slot;
    while (!(slot = kit_slots_take()))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return slot;
}

static uint64_t *word_of(uint64_t *words, const struct kit_slot *slot, uint64_t *bit)
{
    size_t index = (size_t)(slot - slots);
    *bit = UINT64_C(1) << index % 64;
    return &words[index / 64];
}

void kit_slots_send(struct kit_slot *slot)
{
    uint64_t bit;
    uint64_t *word = word_of(sent, slot, &bit);
    __atomic_or_fetch(word, bit, __ATOMIC_RELEASE);
    sem_post(&count);
}

/* Return the slot that was taken first of those that were sent. A slot that another thread took before, but did not
 * send yet, is a sample of another thread. */
static struct kit_slot *first(void)
{
    struct kit_slot *found = NULL;
    for (int word = 0; word < WORDS; word++)
        for (uint64_t bits = __atomic_load_n(&sent[word], __ATOMIC_ACQUIRE); bits; bits &= bits - 1) {
            struct kit_slot *slot = &slots[64 * word + __builtin_ctzll(bits)];
            if (!found || slot->order < found->order)
                found = slot;
        }
    return found;
}

struct kit_slot *kit_slots_receive(void)
{
    while (sem_wait(&count) != 0 && errno == EINTR)
        continue;
    struct kit_slot *slot = first(); /* there is one, since its bit was set before the semaphore was posted */
    uint64_t bit;
    uint64_t *word = word_of(sent, slot, &bit);
    __atomic_and_fetch(word, ~bit, __ATOMIC_RELAXED);
    return slot;
}

void kit_slots_free(struct kit_slot *slot)
{
    uint64_t bit;
    uint64_t *word = word_of(taken, slot, &bit);
    __atomic_and_fetch(word, ~bit, __ATOMIC_RELEASE);
}
