#include "core/stacks/location.h"

#include "base/atomic.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/memory.h"
#include "core/store/diagnose.h"
#include "core/store/process.h"
#include "core/store/signal_pool.h"
#include "core/store/store.h"
#include "core/store/string.h"
#include "core/carrier/carrier.h"
#include "core/event/definition.h"
#include "core/thread/occupy.h"
#include "core/thread/run.h"
#include "core/stacks/location_table.h"
#include "core/stacks/module.h"
#include "core/stacks/unwind.h"

#include <errno.h>
#include <string.h>

#define DUE_RECORDS 1u
#define DUE_ROOM    2u
#define DUE_MODULES 4u

uint32_t qp_location_due;

static void defer(uint32_t what)
{
    qp_or_relaxed(&qp_location_due, what);
}

/* ---- records ------------------------------------------------------------------------------------------------ */

/* Write a location's record. Call this with the cold lock for a line; a stack needs no lock. If two threads write the
 * same stack at once, the file gets two equal records, which is harmless. Return 0, or -1 if out of space. */
static int write_entry(uint32_t handle, struct qp_location_entry *entry, uint32_t file)
{
    bool is_line = entry->count == 0;
    size_t size = entry->count * sizeof(uint64_t);
    uint64_t *addresses = is_line ? NULL : qp_signal_pool_take(QP_SIGNAL_POOL_ADDRESSES, (uint32_t)size);
    uint32_t name = is_line ? qp_string_put(entry->what) : 0;
    struct qp_location_record *record =
        addresses || name != 0 ? qp_signal_pool_take(QP_SIGNAL_POOL_LOCATIONS, (uint32_t)sizeof *record) : NULL;
    if (!record)
        return -1;
    if (addresses)
        record->addresses = qp_store_reference(memcpy(addresses, entry->what, size));
    record->handle = handle;
    record->count = entry->count;
    record->node = entry->node_file == file ? entry->node : 0;
    record->flags = entry->flags;
    record->file = name;
    record->line = entry->line;
    qp_store_release(&record->published, 1); /* pairs with the reader's walk over locations */
    qp_store_release(&entry->written, file);
    return 0;
}

/* Write a location's record, and refill the signal pool if necessary. Call this with the cold lock. */
static void write_or_count(uint32_t handle, struct qp_location_entry *entry, uint32_t file)
{
    if (write_entry(handle, entry, file) == 0 || (qp_signal_pool_fill() == 0 && write_entry(handle, entry, file) == 0))
        return;
    qp_diagnose(QP_VT, QP_DIAGNOSTIC_NO_LOCATION, "location %u", handle);
    qp_store_release(&entry->written, file); /* mark the location as written, so that its loss is not counted again */
}

/* Largest handle such that the locations of all handles up to it are in the current data file. */
static uint32_t complete;

static void write_all(void)
{
    uint32_t file = qp_load_relaxed(&qp_process->located);
    uint32_t count = qp_location_table_count();
    bool whole = true;
    for (uint32_t handle = complete + 1; file != 0 && handle <= count; handle++) {
        struct qp_location_entry *entry = qp_location_table_at(handle);
        if (entry && qp_load_relaxed(&entry->written) != file)
            write_or_count(handle, entry, file);
        whole = whole && entry; /* NULL while another thread makes the location */
        complete += (uint32_t)whole;
    }
}

void qp_location_begin(void)
{
    qp_module_look();
    qp_definition_begin();
    if (qp_process->located != qp_run_file) {
        complete = 0;
        qp_signal_pool_fill();
        qp_store_release(&qp_process->located, qp_run_file);
        qp_fence_full(); /* if another thread adds a stack now, either write_all() sees the stack, or that thread
                          * sees that it must write the stack */
        write_all();
        qp_module_write_all();
    }
    qp_definition_end();
}

void qp_location_close(void)
{
    qp_store_release(&qp_process->located, 0);
    qp_signal_pool_clear();
}

/* ---- deferred work ------------------------------------------------------------------------------------------ */

/* Return true if the thread may take locks, that is, if it is in no event that may hold a lock. If `in_event` is
 * true, libvt's thread state is busy only because of the caller, which holds no lock. */
static bool may_lock(bool in_event)
{
    if (qp_occupy_is())
        return false;
    for (int product = 0; product < QP_PRODUCTS; product++) {
        const struct qp_tstate *tstate = qp_tstate_current[product];
        if (tstate != &qp_tstate_off[product] && tstate->base && qp_load_relaxed(&tstate->busy) != QP_TSTATE_FREE &&
            !(in_event && product == QP_VT))
            return false;
    }
    return true;
}

void qp_location_finish(void)
{
    int kept = errno;
    uint32_t due = qp_exchange(&qp_location_due, 0);
    if (due & DUE_MODULES)
        qp_module_look();
    qp_definition_begin();
    if (qp_process->located != 0 && due & (DUE_RECORDS | DUE_ROOM)) {
        qp_signal_pool_fill();
        write_all();
    }
    qp_definition_end();
    errno = kept;
}

void qp_location_settle(bool in_event)
{
    if (may_lock(in_event))
        qp_location_finish();
}

/* ---- lines: with the cold lock ------------------------------------------------------------------------------ */

/* Return a permanent copy of a name; equal names get the same copy. Return NULL if out of memory. */
static const char *keep_name(const char *file)
{
    static struct qp_map names;
    uint64_t hash = qp_hash_bytes(file, strlen(file));
    const char *name = (const char *)(uintptr_t)qp_map_get(&names, hash);
    if (name && strcmp(name, file) == 0)
        return name;
    char *copy = qp_memory_text(file);
    return copy && qp_map_put(&names, hash, (uint64_t)(uintptr_t)copy) == 0 ? copy : NULL;
}

static uint32_t put_line(const char *file, int line)
{
    const struct qp_location_entry entry = {.line = line, .what = keep_name(file)};
    uint32_t handle = entry.what ? qp_location_table_put(&entry) : 0;
    uint32_t data_file = qp_process->located;
    struct qp_location_entry *kept = qp_location_table_at(handle);
    if (kept && data_file != 0 && qp_load_relaxed(&kept->written) != data_file)
        write_or_count(handle, kept, data_file);
    return handle;
}

int qp_location_line(const char *file, int line)
{
    int kept = errno;
    qp_definition_begin();
    int handle = (int)put_line(file, line);
    qp_definition_end();
    if (handle == QP_LOCATION_NONE)
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_NO_LOCATION, "%.60s:%d", file, line);
    qp_location_catch_up(false);
    errno = kept;
    return handle;
}

/* ---- stacks -------------------------------------------------------------------------------------------------- */

static int default_skip;
static int default_trace;

void qp_location_set_defaults(int skip, int trace)
{
    qp_store_relaxed(&default_skip, skip);
    qp_store_relaxed(&default_trace, trace);
}

/* Return the reference of the node on top of libqprof's shadow stack on this thread. Return 0 if the root is on top,
 * if libqprof does not record, or if an event of libqprof is in progress. */
static uint32_t interpreter_node(void)
{
    struct qp_tstate *tstate = qp_tstate_current[QP_QPROF];
    if (QP_LIKELY(tstate == &qp_tstate_off[QP_QPROF]) || !tstate->base ||
        qp_load_relaxed(&tstate->busy) != QP_TSTATE_FREE || !qp_load_relaxed(&qp_process->recording[QP_QPROF]) ||
        qp_tstate_cold(tstate, QP_QPROF)->run != qp_run_number(QP_QPROF) || tstate->top <= tstate->bottom)
        return 0;
    const struct qp_context *mounted = tstate->mounted;
    if (mounted != &qp_tstate_cold(tstate, QP_QPROF)->own &&
        qp_load_relaxed(&mounted->owner) != (uint64_t)(uintptr_t)tstate)
        return 0; /* another thread took the virtual thread */
    return qp_store_reference(qp_frame_node(tstate->top));
}

static uint32_t put_stack(const uint64_t *addresses, int count, const void *pc)
{
    uint32_t node = interpreter_node();
    const struct qp_location_entry entry = {
        .flags = pc ? QP_LOCATION_PC : 0,
        .count = (uint32_t)count,
        .node = node,
        .node_file = node != 0 ? qp_load_relaxed(&qp_run_file) : 0,
        .what = addresses,
    };
    uint32_t before = qp_location_table_count();
    uint32_t handle = qp_location_table_put(&entry);
    struct qp_location_entry *kept = qp_location_table_at(handle);
    if (QP_UNLIKELY(!kept)) {
        qp_diagnose(QP_VT, QP_DIAGNOSTIC_NO_LOCATION, "a stack of %d addresses", count);
        return 0;
    }
    if (QP_UNLIKELY(handle > before))
        defer(DUE_MODULES);
    uint32_t file = qp_load_acquire(&qp_process->located);
    if (QP_UNLIKELY(file != 0 && qp_load_relaxed(&kept->written) != file))
        defer((write_entry(handle, kept, file) != 0 ? DUE_RECORDS : 0) | (qp_signal_pool_is_low() ? DUE_ROOM : 0));
    return handle;
}

static int find_addresses(const struct qp_location_stack *stack, int skip, uint64_t *addresses, int most)
{
    if (most == 0)
        return 0;
    if (stack->frame && stack->pc)
        return qp_unwind_frame(stack->frame, skip, addresses, most, false); /* the caller may be a signal handler */
    if (!stack->frame && skip == 0 && most == 1) {                          /* no need to unwind */
        addresses[0] = (uint64_t)(uintptr_t)stack->call_site;
        return 1;
    }
    if (QP_UNLIKELY(!qp_unwind_is_ready()) && may_lock(stack->in_event))
        qp_unwind_prepare();
    if (stack->frame)
        return qp_unwind_frame(stack->frame, skip, addresses, most, qp_unwind_is_ready());
    return qp_unwind_call_site(stack->call_site, skip, addresses, most);
}

static inline uint32_t locate(const struct qp_location_stack *stack, int skip, int trace, uint64_t *addresses)
{
    int inner = stack->pc ? 1 : 0;
    addresses[0] = (uint64_t)(uintptr_t)stack->pc;
    int count = inner + find_addresses(stack, skip, addresses + inner, trace);
    return count == 0 ? 0 : put_stack(addresses, count, stack->pc);
}

/* MOST is the maximum number of addresses of a location. Usually FEW are enough; then only space for FEW addresses
 * is taken on the stack, which may be a small signal stack. */
#define MOST 256
#define FEW  32

static __attribute__((noinline)) uint32_t locate_few(const struct qp_location_stack *stack, int skip, int trace)
{
    uint64_t addresses[1 + FEW];
    return locate(stack, skip, trace, addresses);
}

static QP_COLD uint32_t locate_many(const struct qp_location_stack *stack, int skip, int trace)
{
    uint64_t addresses[1 + MOST];
    return locate(stack, skip, trace < MOST ? trace : MOST, addresses);
}

uint32_t qp_location_here(const struct qp_location_stack *stack)
{
    int kept = errno;
    int skip = stack->skip < 0 ? qp_load_relaxed(&default_skip) : stack->skip;
    int trace = stack->trace < 0 ? qp_load_relaxed(&default_trace) : stack->trace;
    if (trace == 0 && !stack->pc)
        return 0;
    uint32_t handle = trace <= FEW ? locate_few(stack, skip, trace) : locate_many(stack, skip, trace);
    if (!stack->frame || !stack->pc)
        qp_location_catch_up(stack->in_event);
    errno = kept;
    return handle;
}

/* ---- call sites ---------------------------------------------------------------------------------------------- */

/* Handles of call sites by the hash of their address. Any thread may replace a handle: each handle is compared with its
 * entry before use. */
#define RECENT 256
static uint32_t recent[RECENT];

static bool is_at(const struct qp_location_entry *entry, uint64_t address)
{
    return entry->count == 1 && entry->flags == 0 && *(const uint64_t *)entry->what == address &&
           entry->node == interpreter_node() &&
           (entry->node == 0 || entry->node_file == qp_load_relaxed(&qp_run_file)) &&
           qp_load_relaxed(&entry->written) == qp_load_relaxed(&qp_process->located);
}

uint32_t qp_location_of_call(const void *call_site)
{
    uint64_t address = (uint64_t)(uintptr_t)call_site;
    uint32_t *slot = &recent[qp_hash_key(address) % RECENT];
    uint32_t handle = qp_load_relaxed(slot);
    const struct qp_location_entry *entry = qp_location_table_at(handle);
    if (QP_LIKELY(entry && is_at(entry, address)))
        return handle;
    handle = qp_location_here(&(struct qp_location_stack){.call_site = call_site, .trace = 1, .in_event = true});
    qp_store_relaxed(slot, handle);
    return handle;
}

uint32_t qp_location_keep_site(struct qp_location_site *site, const void *call_site)
{
    uint32_t handle = qp_location_of_call(call_site);
    const struct qp_location_entry *entry = qp_location_table_at(handle);
    uint32_t file = entry ? qp_load_relaxed(&entry->written) : 0;
    if (file != 0 && entry->node == 0)
        *site = (struct qp_location_site){(uint64_t)(uintptr_t)call_site, handle, file};
    return handle;
}

bool qp_location_is_known(int handle)
{
    return handle > 0 && qp_location_table_at((uint32_t)handle);
}
