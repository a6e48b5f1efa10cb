/* number.h - numbers in text form for people: fprintf(out, "%s calls", qp_number_count(calls).text). */
#pragma once

#include <stdint.h>

struct qp_number {
    char text[32];
};

/* A common unit for the times of a column, so that they are easy to compare. In this unit, the largest time has at
 * least two digits before the decimal point. So small times still have digits after the point. */
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

/* Format a share: "12.3%"; "-" if whole is 0. The text is "100.0%" only if part equals whole, and "0.0%" only if
 * part is 0. */
struct qp_number qp_number_share(uint64_t part, uint64_t whole);

/* Format a range of shares, each from 0 to 1: "12.3–15.0%". */
struct qp_number qp_number_shares(double low, double high);

/* Format a change as "+9.2%", or as "x3.1" if `after` is at least twice `before`. The text is empty if `before` is
 * 0. */
struct qp_number qp_number_ratio(double before, double after);

/* Format a size: "64 KiB", "1.2 GiB". */
struct qp_number qp_number_bytes(uint64_t bytes);
