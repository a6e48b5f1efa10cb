/* loader.h - whether to wait for the locks of the dynamic loader and of libunwind.
 *
 * They are taken before the cold lock, each once. So a handler waits for none of them where its thread has the cold
 * lock or one of them; and the thread that has one is occupied, so that no event of a handler waits for the cold lock
 * there. A child that was forked while another thread of its parent held one would wait for ever, and does without. Any
 * thread, signal handlers too. */
#ifndef QP_STACKS_LOADER_H
#define QP_STACKS_LOADER_H

#include <stdbool.h>

/* Around each call that takes such a lock; false: it must not be made. */
bool qp_loader_enter(void);
void qp_loader_leave(void);

#endif
