/* diagnostics.h - kinds of misuse and loss that a correct client may cause in small numbers. */
#pragma once

#include "format/diagnostic.h"

#include <stdbool.h>

/* Return true if a correct program may cause diagnostics of this kind. Reports compare the count of such a kind with
 * other numbers of the run (profile/query/problem.h), and a test that expects no misuse ignores it. */
static inline bool diagnostic_is_compared(unsigned kind)
{
    return kind == QP_DIAGNOSTIC_LEFT_FRAME || kind == QP_DIAGNOSTIC_SHARED_STACK_ID ||
           kind == QP_DIAGNOSTIC_UNREPORTED_WAIT;
}
