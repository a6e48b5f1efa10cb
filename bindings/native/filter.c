#include "bindings/native/filter.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/filter.h"
#include "bindings/kit/library.h"
#include "bindings/native/postpone.h"
#include "bindings/native/symbol.h"
#include "bindings/native/fork.h"

/* Results so far, read without a lock: each slot is 0, or twice a function's address, plus 1 if it is excluded. A table
 * that is replaced by a larger one is never freed, since another thread may still read it; together the old ones are
 * as large as the new one. */
struct results {
    size_t room; /* a power of two */
    size_t count;
    uint64_t slots[];
};

bool native_filters;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void protect_lock(void)
{
    native_fork_protect(&lock, NATIVE_ORDER_FILTER);
}

static struct results *results; /* NULL = none yet; written atomically */
static char *filter, *exclude;  /* NULL = no patterns */

static char *copy_of(const char *patterns)
{
    return patterns && *patterns ? strdup(patterns) : NULL;
}

void native_filter_begin(const struct kit_settings *settings)
{
    filter = copy_of(settings->texts[KIT_FILTER]);
    exclude = copy_of(settings->texts[KIT_EXCLUDE]);
    native_filters = filter || exclude;
}

/* Return the slot of a function, or the free slot for it. */
static uint64_t *slot_of(struct results *table, uint64_t address)
{
    size_t at = address * UINT64_C(0x9e3779b97f4a7c15) >> 20 & (table->room - 1);
    uint64_t slot;
    while ((slot = __atomic_load_n(&table->slots[at], __ATOMIC_RELAXED)) && slot >> 1 != address)
        at = (at + 1) & (table->room - 1);
    return &table->slots[at];
}

/* Return the table with room for one more result, NULL if out of memory. */
static struct results *with_room(struct results *old)
{
    if (old && old->count * 4 < old->room * 3)
        return old;
    size_t room = old ? 2 * old->room : 1024;
    struct results *table = calloc(1, sizeof *table + room * sizeof *table->slots);
    if (!table)
        return NULL;
    table->room = room;
    for (size_t i = 0; old && i < old->room; i++)
        if (old->slots[i])
            *slot_of(table, old->slots[i] >> 1) = old->slots[i];
    table->count = old ? old->count : 0;
    __atomic_store_n(&results, table, __ATOMIC_RELEASE);
    return table;
}

static bool matches(const char *patterns, const struct native_symbol *symbol)
{
    return kit_filter_matches(patterns, symbol->name) || kit_filter_matches(patterns, symbol->file) ||
           kit_filter_matches(patterns, symbol->library);
}

static void store_result(const void *function, bool excluded)
{
    pthread_mutex_lock(&lock);
    struct results *table = with_room(results);
    uint64_t *slot = table ? slot_of(table, (uintptr_t)function) : NULL;
    if (slot && !*slot) {
        table->count++;
        __atomic_store_n(slot, (uint64_t)(uintptr_t)function << 1 | excluded, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&lock);
}

/* Look up a function. If the calling thread must not do so now (postpone.h), return true, so that the call is not
 * recorded. */
static bool look_up(const void *function)
{
    struct native_symbol symbol;
    if (native_is_in_handler() || !native_work_begins())
        return true;
    int before = errno, begun = kit_library.qii.begin_overhead();
    native_symbol_of_function(&symbol, function);
    bool excluded = (filter && !matches(filter, &symbol)) || matches(exclude, &symbol);
    store_result(function, excluded);
    kit_library.qii.end_overhead(begun);
    native_work_ends();
    errno = before;
    return excluded;
}

bool native_filter_finds_excluded(const void *function)
{
    struct results *table = __atomic_load_n(&results, __ATOMIC_ACQUIRE);
    uint64_t slot = table ? __atomic_load_n(slot_of(table, (uintptr_t)function), __ATOMIC_RELAXED) : 0;
    return slot ? slot & 1 : look_up(function);
}

void native_filter_forget(void)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; results && i < results->room; i++)
        __atomic_store_n(&results->slots[i], 0, __ATOMIC_RELAXED);
    if (results)
        results->count = 0;
    pthread_mutex_unlock(&lock);
}
