/* message.h - the recorder's words to the user: one line each, on stderr, in one write. */
#ifndef QP_STORE_MESSAGE_H
#define QP_STORE_MESSAGE_H

#include "base/attribute.h"
#include "format/record.h"

/* The library's name: "libqprof", "libcprof", "libvt". */
const char *qp_message_product(enum qp_product product);

/* Where the calling thread's words go: stderr, or the descriptor that it named last; 0 names stderr. */
QP_SHARED void qp_message_redirect(int descriptor);
int qp_message_descriptor(void);

/* Print "libqprof: " and the formatted text as a line. Any thread. Keeps errno. */
QP_SHARED QP_PRINTF(2, 3) void qp_message(enum qp_product product, const char *format, ...);

#endif
