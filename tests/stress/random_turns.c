#include "tests/stress/random_turns.h"

#include <stddef.h>
#include <string.h>

#define LOCKS     64
#define MOST_HELD 16
#define NOBODY    0u
#define PER_OWNER 100000 /* size of each thread's range of ids */

static enum sharing sharing;
static uint32_t owners[LOCKS]; /* owners[ID % LOCKS] is the lock of an id: 1 + the number of the thread that holds
                                * the lock; NOBODY = free */

static _Thread_local struct {
    unsigned number;
    unsigned depth; /* number of nested calls */
    unsigned held_count;
    uint32_t *held[MOST_HELD];
    bool unnamed;
} mine;

void turns_plan(enum sharing chosen)
{
    sharing = chosen;
}

static const char *const words[SHARINGS] = {"apart", "in-turns", "at-once"};

const char *turns_words(enum sharing of)
{
    return words[of];
}

enum sharing turns_by_words(const char *name)
{
    int i = 0;
    while (i < SHARINGS && strcmp(words[i], name) != 0)
        i++;
    return (enum sharing)i;
}

void turns_set_thread(unsigned number)
{
    mine.number = number;
}

void turns_forked(void)
{
    for (int i = 0; i < LOCKS; i++)
        __atomic_store_n(&owners[i], NOBODY, __ATOMIC_RELAXED);
}

/* Lock some of the ids for this thread. First occupy a slot in `held`, then take the lock. A signal handler that
 * runs in between uses only the slots behind this slot, and empties them before it returns. */
static bool lock(uint32_t *owner)
{
    uint32_t nobody = NOBODY;
    if (__atomic_load_n(owner, __ATOMIC_RELAXED) == mine.number + 1)
        return true;
    if (mine.held_count == MOST_HELD)
        return false;
    unsigned at = mine.held_count;
    mine.held[at] = NULL;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    mine.held_count = at + 1;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    bool locked =
        __atomic_compare_exchange_n(owner, &nobody, mine.number + 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
    mine.held[at] = locked ? owner : NULL;
    return locked;
}

static uintptr_t own(uintptr_t id)
{
    return (mine.number + 1) * (uintptr_t)PER_OWNER + id % PER_OWNER;
}

/* With SHARING_IN_TURNS, ids are shared only at a depth of 1. At a depth of 2, a callback runs inside a call that
 * may act on the mounted virtual thread, so the mounted virtual thread must not change. */
uintptr_t turns_take(uintptr_t id)
{
    bool shared =
        sharing == SHARING_AT_ONCE || (sharing == SHARING_IN_TURNS && mine.depth < 2 && lock(&owners[id % LOCKS]));
    return shared ? id : own(id);
}

struct turns_call turns_begin(void)
{
    mine.depth++;
    return (struct turns_call){mine.held_count, mine.unnamed};
}

void turns_end(struct turns_call call)
{
    mine.unnamed = call.unnamed;
    while (mine.held_count > call.held) {
        uint32_t *last = mine.held[mine.held_count - 1];
        mine.held_count--;
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
        if (last)
            __atomic_store_n(last, NOBODY, __ATOMIC_RELEASE);
    }
    mine.depth--;
}

bool turns_need_current(void)
{
    mine.unnamed = true;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    return sharing == SHARING_IN_TURNS;
}

bool turns_may_interrupt(void)
{
    return sharing != SHARING_IN_TURNS || !mine.unnamed;
}
