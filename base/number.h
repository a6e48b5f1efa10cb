/* number.h - numbers in text form for people: fprintf(out, "%s calls", qp_number_count(calls).text). */
#pragma once

#include <stdint.h>

struct qp_number {
    char text[32];
};

/* A common unit for a column, so that its numbers are easy to compare. The largest number has at least two digits
 * before the point, so that small numbers still have digits after the point. */
struct qp_unit {
    const char *name;
    uint64_t ns;
};

struct qp_unit qp_unit_for(uint64_t largest_ns);
struct qp_number qp_number_in_unit(uint64_t ns, struct qp_unit unit);

/* Format a time in its best unit: "1.23 s", "45.6 µs". */
struct qp_number qp_number_time(uint64_t ns);

/* Format an age: "3 s", "5 min", "2 h", "12 days". */
struct qp_number qp_number_age(uint64_t ns);

/* Format a count: "1,234,567". */
struct qp_number qp_number_count(uint64_t count);

/* Return the plural ending of a word after a count: "1 call", "2 calls". */
static inline const char *qp_number_plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* Format a share: "12.3%"; "-" if whole is 0. "100.0%" means exactly all, "0.0%" exactly none. */
struct qp_number qp_number_share(uint64_t part, uint64_t whole);

/* Format a change: "+9.2%", or "x3.1" from a factor of two on; empty if before is 0. */
struct qp_number qp_number_ratio(double before, double after);

/* Format a size: "64 KiB", "1.2 GiB". */
struct qp_number qp_number_bytes(uint64_t bytes);
