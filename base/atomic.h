/* atomic.h - atomic accesses named by memory order. The names make both sides of a release and acquire pair easy to
 * find. */
#pragma once

#include <stdatomic.h>

#define qp_load_relaxed(place)         __atomic_load_n((place), __ATOMIC_RELAXED)
#define qp_load_acquire(place)         __atomic_load_n((place), __ATOMIC_ACQUIRE)
#define qp_store_relaxed(place, value) __atomic_store_n((place), (value), __ATOMIC_RELAXED)
#define qp_store_release(place, value) __atomic_store_n((place), (value), __ATOMIC_RELEASE)
#define qp_add_relaxed(place, value)   __atomic_fetch_add((place), (value), __ATOMIC_RELAXED)
#define qp_or_relaxed(place, value)    __atomic_fetch_or((place), (value), __ATOMIC_RELAXED)
#define qp_and_relaxed(place, value)   __atomic_fetch_and((place), (value), __ATOMIC_RELAXED)
#define qp_exchange(place, value)      __atomic_exchange_n((place), (value), __ATOMIC_ACQ_REL)
#define qp_fence_full()                __atomic_thread_fence(__ATOMIC_SEQ_CST)

/* Forbid the compiler to move memory accesses across this point. A signal handler of this thread, or a thread that
 * calls membarrier, then sees the accesses in program order. The fence is no instruction, so it costs nothing at run
 * time. */
#define qp_fence_signal() __atomic_signal_fence(__ATOMIC_SEQ_CST)
