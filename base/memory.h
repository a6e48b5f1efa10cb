/* memory.h - the recorder's own memory: fresh pages, and blocks that are reused but never given back.
 *
 * qp_memory_map      zeroed pages, NULL when there are none
 * qp_memory_wiped    the same; a forked child finds zeros in them
 * qp_memory_unmap    give pages back
 * qp_memory_forget   whole pages become zeros that take no memory, but stay mapped
 * qp_memory_take     a block of at least size bytes with undefined contents; it has a power of two of bytes, 256 or
 * more, and its last QP_MEMORY_TAIL bytes stay the pool's own qp_memory_recycle  keep a block for the next take of that
 * size; who still uses it touches memory that is mapped qp_memory_forked   in a forked child: another thread of the
 * parent may have held the pool's lock
 *
 * Any thread, not from signal handlers. */
#ifndef QP_BASE_MEMORY_H
#define QP_BASE_MEMORY_H

#include <stddef.h>

#define QP_MEMORY_TAIL 16

void *qp_memory_map(size_t size);
void qp_memory_unmap(void *memory, size_t size);
void qp_memory_forget(void *memory, size_t size);
void *qp_memory_wiped(size_t size);
void *qp_memory_take(size_t size);
void qp_memory_recycle(void *memory, size_t size);
void qp_memory_forked(void);

#endif
