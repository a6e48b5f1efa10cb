/* hash.h - hashes of bytes (XXH3) and of small keys. Any thread; async-signal-safe. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Return XXH3, 64 bits, seed 0; data files store this hash of source texts. */
uint64_t qp_hash_bytes(const void *bytes, size_t size);

/* Return the Fibonacci hash of a key. Its high bits are spread best. */
static inline uint64_t qp_hash_key(uint64_t key)
{
    key ^= key >> 32;
    return key * 0x9e3779b97f4a7c15u;
}

/* Return the first slot in a table of capacity slots, a power of two. The slot comes from the hash bits from 32 on: the
 * slots of consecutive keys are then 0.61 of a small table apart, and spread well. With the bits from 20 on they are
 * 0.497 apart, which makes chains of hundreds of slots.
 */
static inline uint64_t qp_hash_slot(uint64_t hash, uint64_t capacity)
{
    return (hash >> 32) & (capacity - 1);
}
