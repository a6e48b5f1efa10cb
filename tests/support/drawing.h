/* drawing.h - contents of a data file as a text that a test compares with a literal. There is one text at a time; a new
 * one replaces the last. */
#pragma once

#include "profile/load/model.h"

#include <stdbool.h>

/* Begin a text about a profile. The profile must outlive the text. */
void drawing_begin(const struct qp_profile *profile);

void drawing_put(const char *format, ...) QP_PRINTF(1, 2);

/* Put words with a text before them; put nothing without words. */
void drawing_put_words(const char *before, struct qp_text words);

/* Put the method's name; "..." for no method. */
void drawing_put_method(uint32_t method);

const char *drawing_text(void);

/* Return a line "kind count" for each counted kind of misuse or loss, or "kind count first"; without the kinds that are
 * judged by ratios (profile/query/problem.h). */
const char *drawing_of_diagnostics(const struct qp_profile *profile, enum qp_product product, bool first);
