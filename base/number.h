/* number.h - numbers as people read them: fprintf(out, "%s calls", qp_number_count(calls).text). */
#ifndef QP_BASE_NUMBER_H
#define QP_BASE_NUMBER_H

#include <stdint.h>

struct qp_number {
    char text[32];
};

/* A unit for a whole column, so that its numbers compare at a glance. The largest number has two digits or more before
 * the point, so that small ones still have digits behind it. */
struct qp_unit {
    const char *name;
    uint64_t ns;
};

struct qp_unit qp_unit_for(uint64_t largest_ns);
struct qp_number qp_number_in_unit(uint64_t ns, struct qp_unit unit);

/* With the unit that suits it: "1.23 s", "45.6 µs". */
struct qp_number qp_number_time(uint64_t ns);

/* How long ago something was: "3 s", "5 min", "2 h", "12 days". */
struct qp_number qp_number_age(uint64_t ns);

/* "1,234,567" */
struct qp_number qp_number_count(uint64_t count);

/* What ends a word behind a count: "1 call", "2 calls". */
static inline const char *qp_number_plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* "12.3%" of a whole; "-" of nothing. Never 100.0% or 0.0% of what is not all or none. */
struct qp_number qp_number_share(uint64_t part, uint64_t whole);

/* What became of a number: "+9.2%", "x3.1" from twice of it on; empty where it was nothing. */
struct qp_number qp_number_ratio(double before, double after);

/* "64 KiB", "1.2 GiB" */
struct qp_number qp_number_bytes(uint64_t bytes);

#endif
