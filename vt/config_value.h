/* config_value.h - the values that words of a configuration stand for.
 *
 * Each returns 0, or -1 for a word that is no such value; *value is left alone then. Case does not matter. */
#ifndef QP_VT_CONFIG_VALUE_H
#define QP_VT_CONFIG_VALUE_H

#include <stddef.h>
#include <stdint.h>

int vt_value_number(const char *word, uint64_t *value);
int vt_value_switch(const char *word, uint64_t *value); /* off or on */
int vt_value_degree(const char *word, uint64_t *value); /* off, on or a number */
int vt_value_size(const char *word, uint64_t *value);   /* bytes, or with KB, MB or GB */
int vt_value_time(const char *word, uint64_t *value);   /* 90s, 1m30s, 500l; microseconds */

/* One of the words of a list, which '|' separates: its index. */
int vt_value_choice(const char *list, const char *word, uint64_t *value);

/* off, on, N or skip:N, each up to 15, as bits of a rule (core/log/symbol.h). */
int vt_value_range(const char *word, uint64_t *value);

#endif
