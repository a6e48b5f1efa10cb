/* store.h - the mapped data file: one window of address space, extents that are made ready before they are used.
 *
 * The window is reserved once, far larger than the file, and never moves, so a reference is an address for the whole
 * run and a stale writer always touches mapped memory. The file grows extent by extent; an extent is allocated, zeroed
 * and populated before anyone sees it, so that a full disk is an error code here and no SIGBUS in the host.
 *
 *                open/close  chunk  reference
 *   open/close   cold lock   never  never        chunk: any thread, takes the growth lock
 */
#ifndef QP_STORE_STORE_H
#define QP_STORE_STORE_H

#include "base/attribute.h"
#include "format/record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether a request may use what was put aside at start, when there is no room elsewhere. */
enum qp_reserve {
    QP_RESERVE_NONE,
    QP_RESERVE_FOLDS,  /* fold nodes */
    QP_RESERVE_THREADS /* what a new thread cannot do without; its small chunks lie in extents of their own */
};

struct qp_arena {
    uint32_t kind;
    uint32_t owner;
    unsigned char *next;
    unsigned char *end;
    bool grown;              /* the next chunk is a whole extent */
    enum qp_reserve reserve; /* other than none: its chunks stay small */
    uint32_t refused;        /* since when, counted in askings, there is no room; 0 = there was some */
};

struct qp_store {
    unsigned char *base;      /* of the window; stays mapped after close */
    struct qp_header *header; /* at base while open */
    uint64_t window_extents;  /* size of the window */
};

extern struct qp_store qp_store;

/* Make the file behind fd (empty, owned from now on) the data file, with at most limit bytes. Returns 0 or -1 with
 * errno; fd is the caller's again then. */
int qp_store_open(int fd, uint64_t limit);

/* Whether the file is as large as its directory tells, and no larger than it may be, for QP_CHECK. With the growth
 * lock.
 */
bool qp_store_is_valid(void);

/* The file's descriptor (own_file.h). Takes the growth lock. While the file is open. */
int qp_store_descriptor(void);

/* Close the file; the mapping stays until the next open. */
void qp_store_close(void);

/* In a forked child: forget the parent's file and window. */
void qp_store_abandon(void);

static inline uint32_t qp_store_reference(const void *address)
{
    return (uint32_t)((uint64_t)((const unsigned char *)address - qp_store.base) / QP_UNIT);
}

static inline void *qp_store_at(uint32_t reference)
{
    return qp_store.base + (uint64_t)reference * QP_UNIT;
}

/* Extents that no reference reaches, neighbours mapped anywhere, each with its chunk's header: what they take is a part
 * of the file, not of the window. Returns the first, NULL when there is no room. Unmap each with qp_store_unmap. */
struct qp_chunk *qp_store_take_outside(enum qp_kind kind, uint32_t owner, uint32_t count);
void qp_store_unmap(struct qp_chunk *extent);

/* Memory of count whole extents becomes a part of the file, with what it has, and stays where it is; a forked child
 * inherits it. Returns the number of its first extent, whose neighbours follow; 0 when there is no room, and the memory
 * is as before. */
uint32_t qp_store_adopt(enum qp_kind kind, uint32_t owner, unsigned char *memory, uint32_t count);

/* Whether there is room for a log: the file's last part is for what is found in it by reference. */
bool qp_store_has_room_for_log(void);

/* The directory as it is now, in the order of the extents' numbers, no more than room entries. Returns how many there
 * are. While the file is open. */
uint32_t qp_store_list(struct qp_extent_entry *entries, uint32_t room);

/* Take a (tick, monotonic) pair into the header. Growth lock held. */
void qp_store_pair_clocks(void);

/* A chunk for the arena, zeroed but for its header, of QP_CHUNK_SMALL or a multiple of QP_EXTENT_SIZE. NULL when there
 * is no room. */
struct qp_chunk *qp_store_take_chunk(const struct qp_arena *arena, uint64_t size);

#endif
