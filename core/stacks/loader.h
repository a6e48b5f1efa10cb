/* loader.h - whether to wait for the locks of the dynamic loader and of libunwind. A child that was forked while
 * another thread of its parent held one would wait for ever: it does without. Any thread, signal handlers too. */
#ifndef QP_STACKS_LOADER_H
#define QP_STACKS_LOADER_H

#include <stdbool.h>

/* Around each call that takes such a lock; false: it must not be made. */
bool qp_loader_enter(void);
void qp_loader_leave(void);

#endif
