/* words.h - names in reports for the numbers of record.h: a name for scripts, a text for people.
 *
 * The functions return NULL for an unknown number, and for kinds without records. */
#pragma once

#include "format/record.h"

const char *qp_words_product(unsigned product);
const char *qp_words_kind(unsigned kind);
const char *qp_words_instance(unsigned instance);
const char *qp_words_mark(unsigned mark);
const char *qp_words_mark_shown(unsigned mark);
const char *qp_words_clock(unsigned clock);
const char *qp_words_clock_shown(unsigned clock);
const char *qp_words_state(unsigned time); /* `time` is the number of the state minus 1 */
