/* hash.h - hashes of bytes (XXH3) and of small keys. Any thread, signal handlers too. */
#ifndef QP_BASE_HASH_H
#define QP_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* XXH3, 64 bits, seed 0: what a data file keeps of a source text. */
uint64_t qp_hash_bytes(const void *bytes, size_t size);

/* Fibonacci hashing of a key; the high bits are the good ones. */
static inline uint64_t qp_hash_key(uint64_t key)
{
    key ^= key >> 32;
    return key * 0x9e3779b97f4a7c15u;
}

/* Where to begin in a table of so many slots, a power of two. From bit 32 on: keys in a row differ by 0.61 of a small
 * table there and lie apart, while 0.497 from bit 20 on made chains of hundreds of slots. */
static inline uint64_t qp_hash_slot(uint64_t hash, uint64_t capacity)
{
    return (hash >> 32) & (capacity - 1);
}

#endif
