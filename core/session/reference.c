#include "core/session/reference.h"

__attribute__((noinline)) uint64_t qp_reference_chain(uint64_t value, unsigned steps)
{
    for (unsigned i = 0; i < steps; i++) {
        value *= 0x9e3779b97f4a7c15u;
        __asm__ volatile("" : "+r"(value));
    }
    return value;
}

__attribute__((noinline)) uint64_t qp_reference_independent(uint64_t value, unsigned steps)
{
    uint64_t parts[4] = {value, 1, 2, 3};
    for (unsigned i = 0; i < steps; i++) {
        parts[0] += i;
        parts[1] ^= i * 3;
        parts[2] += i * 5;
        parts[3] ^= i * 7;
        __asm__ volatile("" : "+r"(parts[0]), "+r"(parts[1]), "+r"(parts[2]), "+r"(parts[3]));
    }
    return parts[0] + parts[1] + parts[2] + parts[3];
}
