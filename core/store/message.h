/* message.h - the recorder's messages to the user: one line each, on stderr, in one write. */
#pragma once

#include "base/attribute.h"
#include "format/record.h"

/* Send the calling thread's messages to a descriptor; 0 means stderr. */
QP_SHARED void qp_message_redirect(int descriptor);
int qp_message_descriptor(void);

/* Print the name of the product's library (such as "libqprof: ") and the formatted text as a line, and preserve errno.
 * Any thread may call this. */
QP_SHARED QP_PRINTF(2, 3) void qp_message(enum qp_product product, const char *format, ...);
