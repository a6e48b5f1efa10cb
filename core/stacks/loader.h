/* loader.h - access to functions that take the locks of the dynamic loader or of libunwind.
 *
 * These locks are taken before the cold lock, and only by a thread that holds none of them. So a signal handler never
 * waits for one of them while its thread has the cold lock or one of them. A thread that has one is occupied, so no
 * event of its handlers waits for the cold lock either. A child that was forked while another thread of its parent held
 * such a lock would wait forever, so it makes no such call. Any thread may call these functions; they are
 * async-signal-safe. */
#pragma once

#include <stdbool.h>

/* Enclose each call that takes such a lock. If qp_loader_enter returns false, the call must not be made. */
bool qp_loader_enter(void);
void qp_loader_leave(void);
