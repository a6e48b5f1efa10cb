#include "format/words.h"

#include <stddef.h>

/* Define a function that takes the number of an entry of LIST, and returns the entry's column COLUMN (NAME or
 * SHOWN). */
#define NAME(constant, name, ...)    name,
#define SHOWN(constant, name, shown) shown,
#define WORDS(function, LIST, COLUMN)                                                                                  \
    const char *function(unsigned number)                                                                              \
    {                                                                                                                  \
        static const char *const words[] = {LIST(COLUMN)};                                                             \
        return number < sizeof words / sizeof *words ? words[number] : NULL;                                           \
    }

WORDS(qp_words_product, QP_PRODUCT_LIST, NAME)
WORDS(qp_words_kind, QP_KIND_LIST, NAME)
WORDS(qp_words_instance, QP_INSTANCE_LIST, NAME)
WORDS(qp_words_mark, QP_MARK_LIST, NAME)
WORDS(qp_words_mark_shown, QP_MARK_LIST, SHOWN)
WORDS(qp_words_clock, QP_CLOCK_LIST, NAME)
WORDS(qp_words_clock_shown, QP_CLOCK_LIST, SHOWN)
WORDS(qp_words_state, QP_STATE_LIST, NAME)
