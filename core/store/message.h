/* message.h - the recorder's messages to the user: one line each, on stderr, in one write. */
#pragma once

#include "base/attribute.h"
#include "format/record.h"

/* Send the calling thread's messages to a descriptor; 0 = stderr. */
QP_SHARED void qp_message_redirect(int descriptor);
int qp_message_descriptor(void);

/* Print "libqprof: " and the formatted text as a line. Any thread; errno is kept. */
QP_SHARED QP_PRINTF(2, 3) void qp_message(enum qp_product product, const char *format, ...);
