/* qprof_counters.h - counters that a client increments in its own code, in place of events.
 *
 * A client that only counts what runs needs no call for it: the library gives each method counters in the data file,
 * and the client's code adds to them. The rules of qprof.h hold. All of this is this project's own, since 0.2.
 */
#ifndef QPROF_COUNTERS_H
#define QPROF_COUNTERS_H

#include "qprof.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One term of a sum of counters: factor times the value of `counter` is added to the count of `block`. The block number
 * after the last block stands for the method's calls. */
typedef struct qprof_CounterTerm {
    int block;
    int counter;
    int factor;
} qprof_CounterTerm;

/* Counters of one method that the client increments itself (qprof_block_counters): 64 bits each. The first is at base,
 * and each following one is stride bytes further. "In" members are set by the caller, "out" members by the library.
 */
typedef struct qprof_BlockCounters {
    uintptr_t owner; /* in: owner of the counters; 0 = the calling system thread */
    size_t stride;   /* in: QPROF_COUNTER_* */
    int length;      /* number of counters. If terms is set, the caller sets it. If terms is NULL, the library sets
                      * it to the number of blocks plus one for the calls */
    int term_count;
    const qprof_CounterTerm *terms; /* in: sums of counters; NULL = one counter per block and one for the calls */
    void *base;                     /* out */
    unsigned epoch;                 /* out: increases by one with each clear and each new phase */
} qprof_BlockCounters;

/* Strides: each counter is a plain 64-bit number, or the first 8 bytes of a 16-byte value of the interpreter. In the
 * second case, the client fills the other 8 bytes, and the library ignores them. */
#define QPROF_COUNTER_NUMBER 8
#define QPROF_COUNTER_VALUE  16

/* Get counters of a registered method, for a client whose own code counts what runs: a load, an addition and a store
 * instead of a call. The counters are 0 at first. The same method, owner and stride return the same counters again.
 * With owner 0 the counters belong to the calling system thread. Any other owner is a unique number that the client
 * chooses, for instance for an interpreter that only one thread runs at a time; the number may be reused once the owner
 * is gone. Only the owner writes its counters; any thread may read them.
 *
 * The counters are part of the data file, so a program that is killed loses nothing. They stay at their address as long
 * as the process lives: after the end of a run and in a forked child they count for no run, and once another run starts
 * they count for that run. The client never resets a counter: the library separates pauses, clears and phases by
 * snapshots. Blocks and calls counted this way have no callers and no virtual thread. Register a method's branches
 * first (register_branches). Once a method is retired, its counters no longer count for it.
 *
 * A count that follows from the control flow needs no counter: a loop's header runs as often as its body and its end
 * together. `terms` lists, for each block, the counters that add up to its count, with their factors. The library
 * copies the terms of the first call, and ignores later ones.
 *
 * A client that counts only a block's first execution counts it again when the epoch has changed. Any thread that
 * records may call this, but not inside an event. Cost: a lock and a look-up. Return 0, or -1 if
 * nothing records, the method is unknown, an argument is out of range, or there is no space. Each of these errors
 * except the first is counted. */
int _EXT_REF qprof_block_counters(qprof_MethodID id, qprof_BlockCounters *counters);

/* Contexts of counters, for a client that knows on which of its threads the code runs that increments them.
 *
 *   qprof_context_of_counters  Set the context to which the counts of all counters of qprof_block_counters belong from
 *                              now on, in place of the contexts that threads have. NULL or "" = none: while code runs
 *                              in several contexts at once. If `is_load`, `name` is the file of qprof_context_load.
 *   qprof_context_hits         These counters ran in this context, since it began, while none was set. `counters` are
 *                              addresses of counters in ascending order. In this context each gets a count of 1,
 *                              which is a hit: it ran at least once.
 *
 * Both return 0, or -1 where qprof_context does. Cost of a change, and of hits: some ns for each method that has
 * counters, and about 1 ns for each counter that is scanned or listed. */
int _EXT_REF qprof_context_of_counters(const char *name, int is_load);
int _EXT_REF qprof_context_hits(const char *name, int is_load, const void *const *counters, int count);

#ifdef __cplusplus
}
#endif

#endif
