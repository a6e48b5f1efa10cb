/* filter.h - selection of recorded states and counters by patterns with rules. A later rule overrides earlier ones.
 *
 * A pattern is compared with a whole path such as Class:Sub:state, ignoring case. In it, `?` matches a character other
 * than a colon, `*` any number of such characters, and `**` any number of any characters. Filters are added while
 * nothing is recorded; any thread may query them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum vt_filter_kind {
    VT_FILTER_STATE,   /* the pattern is compared with the whole path */
    VT_FILTER_SYMBOL,  /* the pattern is compared with the last part of the path */
    VT_FILTER_ACTIVITY /* the pattern is compared with the path without its last part */
};

void vt_filter_clear(void);

/* Set the rule of states that no filter matches. `range` has the bits of PCTRACE. */
void vt_filter_set_default(uint32_t range);

/* Add a filter. A word is off, on, a range as for PCTRACE, fold or unfold. It overrides the words of the same kind
 * in earlier filters. Return -1 if the filter was added, -2 if out of memory, otherwise the index of the first invalid
 * word. */
int vt_filter_add(enum vt_filter_kind kind, const char *pattern, char *const *words, int count);

/* Add a filter for counters. A pattern without a colon is compared with the last part of their paths. Return 0, or
 * -1 if out of memory. */
int vt_filter_add_counter(const char *pattern, bool recorded);

/* Return the rule of the state with this path, as bits QP_RULE_* (core/log/symbol.h). */
uint32_t vt_filter_state(const char *path);

/* Return the bits QP_RULE_* that the rule of any state may have, without QP_RULE_LOGGED. */
uint32_t vt_filter_rules(void);

/* Return true if the counter with this path is recorded. If no filter matches, return `by_default`. */
bool vt_filter_counter(const char *path, bool by_default);
