/* drawing.h - contents of a data file as text, which a test compares with a literal. There is only one text at a
 * time, so drawing_begin discards the previous text. */
#pragma once

#include "profile/load/model.h"

#include <stdbool.h>

/* Begin a text about a profile. The profile must outlive the text. */
void drawing_begin(const struct qp_profile *profile);

void drawing_put(const char *format, ...) QP_PRINTF(1, 2);

/* Append `before` and `words`. If there are no words, append nothing. */
void drawing_put_words(const char *before, struct qp_text words);

/* Append the method's name, or "..." for no method. */
void drawing_put_method(uint32_t method);

const char *drawing_text(void);

/* Return a line "kind count" for each kind of misuse or loss that was counted, followed by its first occurrence if
 * `first` is true. Kinds that are reported only above a ratio (profile/query/problem.h) are omitted. */
const char *drawing_of_diagnostics(const struct qp_profile *profile, enum qp_product product, bool first);
