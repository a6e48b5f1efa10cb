/* loader.h - access to functions that take the locks of the dynamic loader or of libunwind.
 *
 * Lock order: these locks come before the cold lock, and a thread takes such a lock only while it holds neither another
 * of these locks nor the cold lock. So a signal handler never waits for a lock of its own thread. While a thread holds
 * one of these locks, its signal handlers record no events (occupy.h), so they do not wait for the cold lock either. A
 * child that was forked while another thread of its parent held such a lock would wait forever, so it never takes one.
 * Any thread may call these functions; they are async-signal-safe. */
#pragma once

#include <stdbool.h>

/* Call these functions before and after each call that takes such a lock. If qp_loader_enter returns false, do not
 * make the call, and do not call qp_loader_leave. */
bool qp_loader_enter(void);
void qp_loader_leave(void);
