/* bytes.h - numbers and strings of a recording of Flight Recorder, in memory. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A zeroed struct is empty. The caller frees `items`. */
struct qp_jfr_bytes {
    unsigned char *items;
    size_t count, room;
    bool failed; /* something is missing: out of memory, or more than INT_MAX bytes, the maximum size of an event */
};

void qp_jfr_append(struct qp_jfr_bytes *bytes, const void *items, size_t count);

/* Append a number in groups of 7 bits, the lowest first. All but the last have the bit 0x80. A ninth byte has the
 * highest 8 bits. */
void qp_jfr_number(struct qp_jfr_bytes *bytes, uint64_t number);

/* Return the number of bytes that qp_jfr_number appends. */
size_t qp_jfr_number_size(uint64_t number);

/* Append a string that is UTF-8; NULL = no string. */
void qp_jfr_string(struct qp_jfr_bytes *bytes, const char *string);
