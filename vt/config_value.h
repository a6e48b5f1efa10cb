/* config_value.h - parsers of configuration values.
 *
 * Each function ignores case and returns 0. For an invalid word, it returns -1 and leaves *value unchanged. */
#pragma once

#include <stdint.h>

int vt_value_number(const char *word, uint64_t *value);
int vt_value_switch(const char *word, uint64_t *value); /* off or on */
int vt_value_degree(const char *word, uint64_t *value); /* off, on or a number */
int vt_value_size(const char *word, uint64_t *value);   /* a number of bytes, or a number with KB, MB or GB */
int vt_value_time(const char *word, uint64_t *value);   /* a time such as 90s, 1m30s or 500l; *value is in
                                                         * microseconds */

/* Set *value to the index of a word in a list whose words are separated by '|'. */
int vt_value_choice(const char *list, const char *word, uint64_t *value);

/* Parse off, on, N or SKIP:N, with numbers up to 15, into bits of a rule (core/log/symbol.h). */
int vt_value_range(const char *word, uint64_t *value);
