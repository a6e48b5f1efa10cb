/* counter_pages.h - memory that clients count in without a call: a part of the data file while there is one.
 *
 * Code that counts goes on when a run ends, and in a forked child. So these pages stay where they are for as long as
 * the process lives: they lie outside of the window, and what was in the file becomes memory of the process alone when
 * the file ends. With the cold lock. */
#ifndef QP_STORE_COUNTER_PAGES_H
#define QP_STORE_COUNTER_PAGES_H

#include "format/record.h"

#include <stddef.h>
#include <stdint.h>

/* Zeroed bytes, aligned to 16; NULL when there is no room. */
unsigned char *qp_counter_pages_take(enum qp_product product, size_t size);

/* Where in the file what lies at an address of theirs is; 0 = nowhere. */
uint64_t qp_counter_pages_offset(enum qp_product product, const unsigned char *address);

/* Let all pages of a product be a part of the file, with what they have. Those that find no room stay outside. */
void qp_counter_pages_enter(enum qp_product product);

/* The file ends, or is the parent's of a forked child: all pages are memory of the process alone. In a child of fork
 * this has been done. */
void qp_counter_pages_leave(void);

#endif
