/* filter.h - selection of recorded states and counters: patterns with rules, of which later ones win.
 *
 * A pattern matches a whole path such as Class:Sub:state, ignoring case: `?` is any character and `*` any number of
 * them except colons, `**` any number of any characters. Filters are added while nothing is recorded; any thread may
 * query them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum vt_filter_kind {
    VT_FILTER_STATE,   /* the pattern is a path */
    VT_FILTER_SYMBOL,  /* the pattern is a last part */
    VT_FILTER_ACTIVITY /* the pattern is what precedes the last part */
};

void vt_filter_clear(void);

/* Set the rule of states without a filter: the bits of PCTRACE. */
void vt_filter_set_default(uint32_t range);

/* Add a filter. Rules are the words off, on, a range as in PCTRACE, fold and unfold; a word overrides words of the same
 * kind in earlier filters. Return the index of the bad word, -1 if there is none, -2 if out of memory. */
int vt_filter_add(enum vt_filter_kind kind, const char *pattern, char *const *words, int count);

/* Add a filter for counters; a pattern without a colon matches their last parts. Return 0, or -1 if out of memory. */
int vt_filter_add_counter(const char *pattern, bool recorded);

/* Return the rule of this path's state: QP_RULE_* (core/log/symbol.h). */
uint32_t vt_filter_state(const char *path);

/* Return the bits that a state's rule may have, beside QP_RULE_LOGGED. */
uint32_t vt_filter_rules(void);

/* Return whether this path's counter is recorded; by_default is the result if no filter matches. */
bool vt_filter_counter(const char *path, bool by_default);
