/* table.h - the table that QiiCalls reads at each call: for each method the address of the counters of its calls while
 * it is throttled, else 0. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define QJVM_TABLE_METHODS (1u << 24) /* methods with this id or a higher one have no entry */

/* Make all methods be timed. Return false if out of memory. */
bool qjvm_table_reset(void);

/* From now on count the calls of a method instead of reporting them. */
void qjvm_table_set(uint32_t method, uint64_t counters);
