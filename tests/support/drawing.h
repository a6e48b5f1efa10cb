/* drawing.h - what a data file says, as a text that a test compares with a literal. One text at a time; a new one takes
 * the place of the last. */
#ifndef QP_TESTS_SUPPORT_DRAWING_H
#define QP_TESTS_SUPPORT_DRAWING_H

#include "profile/load/model.h"

#include <stdbool.h>

/* Begin a text about a profile, which is needed until the text is complete. */
void drawing_begin(const struct qp_profile *profile);

void drawing_put(const char *format, ...) QP_PRINTF(1, 2);

/* Words with what stands before them; nothing where there are none. */
void drawing_put_words(const char *before, struct qp_text words);

/* The method's name; "..." for none. */
void drawing_put_method(uint32_t method);

const char *drawing_text(void);

/* A line "kind count" for each kind of misuse or loss that was counted, or "kind count first"; without those that are
 * told by numbers alone (profile/query/problem.h). */
const char *drawing_of_diagnostics(const struct qp_profile *profile, enum qp_product product, bool first);

#endif
