/* hash.h - hashes of bytes (XXH3) and of small keys. Any thread and any signal handler may call these functions. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Return the XXH3 hash of 64 bits with seed 0. Data files contain this hash of source texts, so it must not change. */
uint64_t qp_hash_bytes(const void *bytes, size_t size);

/* Return the Fibonacci hash of a key. Its high bits are better distributed than its low bits. */
static inline uint64_t qp_hash_key(uint64_t key)
{
    key ^= key >> 32;
    return key * 0x9e3779b97f4a7c15u;
}

/* Return the first slot for a hash in a table whose capacity is a power of two. The slot comes from the bits of the
 * hash from bit 32 on. In a small table, consecutive keys then lie 0.61 of its capacity apart, which distributes them
 * well. With the bits from bit 20 on, they would lie 0.497 of the capacity apart and form runs of hundreds of occupied
 * slots. */
static inline uint64_t qp_hash_slot(uint64_t hash, uint64_t capacity)
{
    return (hash >> 32) & (capacity - 1);
}
