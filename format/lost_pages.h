/* lost_pages.h - what a mapped file loses while it is read reads as zeros, which is "not published". Without this a
 * file that somebody cuts off ends its reader with SIGBUS. */
#ifndef QP_FORMAT_LOST_PAGES_H
#define QP_FORMAT_LOST_PAGES_H

#include <stdint.h>

/* Begin, for the whole process: the tool's, since a library must not take a signal of its host. */
void qp_lost_pages_guard(void);

/* How many there were so far. */
uint64_t qp_lost_pages(void);

#endif
