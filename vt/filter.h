/* filter.h - which states and counters are recorded, and how: patterns with rules, of which later ones win.
 *
 * A pattern covers a whole path such as Class:Sub:state, in any case: `?` is one character and `*` any number of them
 * but no colon, `**` any number of any. Filters are added while nothing is recorded; the questions may come from any
 * thread. */
#ifndef QP_VT_FILTER_H
#define QP_VT_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum vt_filter_kind {
    VT_FILTER_STATE,   /* the pattern is one of paths */
    VT_FILTER_SYMBOL,  /* of last parts */
    VT_FILTER_ACTIVITY /* of what is before the last part */
};

/* Whether the pattern covers the path. */
bool vt_filter_matches(const char *pattern, const char *path);

void vt_filter_clear(void);

/* The rule of states that no filter names: the bits of PCTRACE. */
void vt_filter_set_default(uint32_t range);

/* Rules are the words off, on, a range as PCTRACE takes it, fold and unfold; words of one sort replace what an earlier
 * filter said. Returns the number of the word that is wrong, -1 when none is, -2 without memory. */
int vt_filter_add(enum vt_filter_kind kind, const char *pattern, char *const *words, int count);

/* Counters are recorded or not; a pattern without a colon is one of their last parts. Returns 0, or -1 without memory.
 */
int vt_filter_add_counter(const char *pattern, bool recorded);

/* What is done with the state of this path: QP_RULE_* (core/log/symbol.h). */
uint32_t vt_filter_state(const char *path);

/* Whether some state may be located. */
bool vt_filter_locates(void);

/* Whether some state may hide what it calls. */
bool vt_filter_folds(void);

/* Whether the counter of this path is recorded; by_itself is the answer where no filter names it. */
bool vt_filter_counter(const char *path, bool by_itself);

#endif
