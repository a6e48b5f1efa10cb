/* memory.h - memory of the recorder itself, without malloc.
 *
 * The recorder cannot use malloc: an event in a signal handler may have interrupted the host's malloc, and a thread
 * that holds a lock of the recorder must not wait for a lock of malloc. The table lists who may call which function.
 *
 *                            any thread   signal handlers
 * map, wiped, huge, unmap,
 * forget                     ok           ok
 * keep, text                 ok           ok
 * take, recycle              ok           if no take or recycle is interrupted: in an event, or while the thread state
 *                                         is occupied (core/thread/occupy.h)  */
#pragma once

#include "base/atomic.h"
#include "base/attribute.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Map zeroed pages. Return NULL if out of memory. In a forked child, pages of qp_memory_wiped are zero again. */
void *qp_memory_map(size_t size);
void *qp_memory_wiped(size_t size);

/* Request pages of 2 MiB from the kernel. They make random accesses to a large table faster: a map with a million
 * keys has 32 MB. */
void qp_memory_huge(void *memory, size_t size);

/* Unmap pages. NULL is allowed. */
void qp_memory_unmap(void *memory, size_t size);

/* Free the memory of whole pages. The pages stay mapped and contain zeros. */
void qp_memory_forget(void *memory, size_t size);

/* Allocate zeroed memory, or copy a text, for the life of the process; NULL if out of memory. */
void *qp_memory_keep(size_t size);
char *qp_memory_text(const char *text);

/* Number of bytes that qp_memory_keep maps at a time. Tests set the number to 0, so that each call maps memory and may
 * fail. */
extern QP_SHARED size_t qp_memory_slab;

/* Take a shadow stack with space for 2^order frames from a pool, or allocate a new one. Return NULL if out of
 * memory. A new stack contains zeros. A stack that was used before contains what its last user wrote, and *used is set
 * to true. A frame has 16 bytes, or 24 bytes in odd pools. The frames follow a head of QP_MEMORY_HEAD bytes, which
 * contains the order and a guard that stays 0. A recycled stack is used again only in its own pool, because a thread
 * state may still write to the frames of its stack after another thread took over the stack and recycled it. */
#define QP_MEMORY_HEAD  16
#define QP_MEMORY_POOLS 6
void *qp_memory_take(unsigned pool, unsigned order, bool *used);
void qp_memory_recycle(unsigned pool, void *stack);

/* Return the order of a stack, which may be in use or in its pool. */
static inline unsigned qp_memory_order(const void *stack)
{
    return (unsigned)(qp_load_relaxed((const uint64_t *)((const unsigned char *)stack - QP_MEMORY_HEAD)) >> 56);
}

/* Reset this module's lock in a forked child, because a thread of the parent may have held the lock during the fork. */
void qp_memory_forked(void);
