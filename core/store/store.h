/* store.h - the mapped data file: one window of address space, with extents that are prepared before use.
 *
 * The window is reserved once, far larger than the file, and never moves. So a reference stands for one address during
 * the whole run, and a thread that still writes after its run has ended touches mapped memory. The file grows by
 * extents. An extent is allocated, zeroed and populated before it is used, so a full disk is an error code here and not
 * a SIGBUS in the host.
 *
 * qp_store_open and qp_store_close are called with the cold lock. Any thread may take a chunk, which takes the growth
 * lock. Following references needs no lock. */
#pragma once

#include "format/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Part of the reserve that a request may use if the file cannot grow. The reserve is a set of extents prepared in
 * advance. */
enum qp_reserve {
    QP_RESERVE_NONE,
    QP_RESERVE_FOLDS,  /* for fold nodes */
    QP_RESERVE_THREADS /* for records that a new thread needs; their chunks lie in extents of their own */
};

struct qp_arena {
    uint32_t kind;
    uint32_t owner;
    unsigned char *next;
    unsigned char *end;
    uint32_t largest;        /* size of the largest chunk so far; 0 = no chunk yet */
    enum qp_reserve reserve; /* part of the reserve that the arena may use; if not QP_RESERVE_NONE, all its chunks
                              * have QP_CHUNK_FIRST bytes */
    uint32_t refused;        /* number of failed requests since the last successful one */
};

struct qp_store {
    unsigned char *base;      /* start of the window; stays mapped after close */
    struct qp_header *header; /* at `base` while a file is open, otherwise NULL */
    uint64_t window_extents;  /* size of the window */
};

extern struct qp_store qp_store;

/* Make the empty file `fd` the data file, with at most `limit` bytes. The store owns the descriptor from now on.
 * Return 0, or -1 with errno; then the caller still owns the descriptor. */
int qp_store_open(int fd, uint64_t limit);

/* Take the extent for the records that the first threads need (QP_RESERVE_THREADS). Call this before the file has any
 * chunk: if that extent lay above those of other records, the nodes below the threads' roots would need new ones, since
 * a node lies above its parent. Return 0, or -1 if there is no space. */
int qp_store_begin_threads(void);

/* Return true if the file's size matches its directory and its limit, for QP_CHECK. Call this with the growth lock. */
bool qp_store_is_valid(void);

/* Return the file's descriptor (own_file.h), or -1 with errno. This takes the growth lock. The file must be open. */
int qp_store_descriptor(void);

/* Add nothing more to the file. Its descriptor stays open (own_file.h), and it stays mapped. */
void qp_store_close(void);

/* Replace the closed file in the window by private memory, which takes the writes of threads that are late. Return 0,
 * or -1 if out of memory. */
int qp_store_disconnect(void);

/* Forget the parent's file and window. Call this in a forked child. */
void qp_store_abandon(void);

static inline uint32_t qp_store_reference(const void *address)
{
    return (uint32_t)((uint64_t)((const unsigned char *)address - qp_store.base) / QP_UNIT);
}

static inline void *qp_store_at(uint32_t reference)
{
    return qp_store.base + (uint64_t)reference * QP_UNIT;
}

/* Take adjacent extents that are part of the file but not of the window, so no reference can lead to them. Each has its
 * own chunk header. Return the first, NULL if there is no space. Unmap each extent with
 * qp_memory_unmap. */
struct qp_chunk *qp_store_take_outside(enum qp_kind kind, uint32_t owner, uint32_t count);

/* Make the memory of a client's counters part of the file, with its content; its size is `count` extents. The memory
 * stays at its address, and a forked child inherits it. Return the number of its first extent in the file; the other
 * extents follow. If there is no space, return 0 and leave the memory unchanged. */
uint32_t qp_store_adopt(enum qp_kind kind, uint32_t owner, unsigned char *memory, uint32_t count);

/* Return true if the event log may take this many more extents. The log must leave a part of the file for other
 * records. */
bool qp_store_has_room_for_log(uint32_t extents);

/* Copy the directory: one entry for each extent of the file, in the order of their numbers. If it has more than
 * `room` entries, copy nothing. Return the number of its entries. The file must be open, or closed but not
 * disconnected. */
uint32_t qp_store_list(struct qp_extent_entry *entries, uint32_t room);

/* Read the tick and the monotonic clock at the same moment, and store both in the header. Call this with the growth
 * lock. */
void qp_store_pair_clocks(void);

/* Take a chunk for the arena. `size` is QP_CHUNK_FIRST, QP_CHUNK_SMALL or a multiple of QP_EXTENT_SIZE. All bytes after
 * its header are 0. Return NULL if there is no space. */
struct qp_chunk *qp_store_take_chunk(const struct qp_arena *arena, uint64_t size);
