/* loader.h - access to functions that take the locks of the dynamic loader or of libunwind.
 *
 * These locks are taken before the cold lock, each once. So a handler waits for none of them if its thread has the cold
 * lock or one of them; and a thread that has one is occupied, so that no event of a handler waits for the cold lock
 * there. A child forked while another thread of its parent held one would wait for ever, and does without. Any thread;
 * async-signal-safe. */
#pragma once

#include <stdbool.h>

/* Enclose each call that takes such a lock. If qp_loader_enter returns false, the call must not be made. */
bool qp_loader_enter(void);
void qp_loader_leave(void);
