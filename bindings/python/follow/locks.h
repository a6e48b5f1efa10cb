/* locks.h - locks in with statements. CPython reports no event when a with statement calls the method __enter__ of a
 * lock, because the caller is no function. So a thread that waits there would be shown as running. */
#pragma once

/* From now on, and also if this is called again, record the call of __enter__ if a with statement has to wait for a
 * lock. A lock that is free is acquired without an event. */
void qpy_locks_begin(void);
