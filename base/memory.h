/* memory.h - the recorder's own memory. None of it is malloc's: an event in a signal handler may have interrupted the
 * host's malloc, and whoever holds a lock that an event may need must not wait for a lock of malloc's.
 *
 *                              any thread   signal handlers
 *   map, wiped, huge, unmap,
 *   forget                     ok           ok
 *   keep, text                 ok           ok
 *   take, recycle              ok           where none is interrupted: in an event, or occupied (core/thread/occupy.h)
 */
#ifndef QP_BASE_MEMORY_H
#define QP_BASE_MEMORY_H

#include "base/atomic.h"
#include "base/attribute.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whole pages, zeroed; NULL when there are none. A forked child finds zeros in what is wiped. */
void *qp_memory_map(size_t size);
void *qp_memory_wiped(size_t size);

/* Pages of 2 MiB, where the system has some: for tables of which any part may be asked for. A million keys take 32 MB.
 */
void qp_memory_huge(void *memory, size_t size);

/* Give pages back. NULL is fine. */
void qp_memory_unmap(void *memory, size_t size);

/* Whole pages become zeros that take no memory, but stay mapped. */
void qp_memory_forget(void *memory, size_t size);

/* Zeroed memory, or a copy of a text, for as long as the process lives; NULL when there is none. */
void *qp_memory_keep(size_t size);
char *qp_memory_text(const char *text);

/* What keep maps at once; a test makes it 0, so that each call maps, and may fail, by itself. */
extern QP_SHARED size_t qp_memory_slab;

/* A shadow stack with room for 2^order frames of this size, behind a head of QP_MEMORY_HEAD bytes: the pool's own,
 * which tells the order, and a guard that stays 0; *used tells whether it served before. NULL without memory. A lane
 * whose stack was taken over may still write the frames of a block that was given back. So such blocks serve nothing
 * else, and each only stacks that lie in it in the same way: those of one size of frames, 16 + 8 * layout bytes. A
 * block is zeros the first time, then what its last user and such lanes wrote. */
#define QP_MEMORY_HEAD    16
#define QP_MEMORY_LAYOUTS 2
void *qp_memory_take(unsigned layout, unsigned order, bool *used);
void qp_memory_recycle(unsigned layout, void *stack);

/* The order of a stack, in the pool or out of it. */
static inline unsigned qp_memory_order(const void *stack)
{
    return (unsigned)(qp_load_relaxed((const uint64_t *)((const unsigned char *)stack - QP_MEMORY_HEAD)) >> 56);
}

/* In a forked child: another thread of the parent may have held the pool's lock. */
void qp_memory_forked(void);

#endif
