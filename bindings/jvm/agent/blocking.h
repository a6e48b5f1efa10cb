/* blocking.h - the native methods of the JDK in which system threads wait: parked, asleep, in Object.wait, for a socket
 * or another file. They are told as thread dumps show them, jdk.internal.misc.Unsafe.park and so on. */
#ifndef QJVM_BLOCKING_H
#define QJVM_BLOCKING_H

#include <stdbool.h>

/* Once, when the library is loaded; natives_begin is due. */
void qjvm_blocking_begin(void);

/* The virtual thread on the calling thread leaves its carrier. Returns whether it does so in Object.wait: then that is
 * over for the carrier, and so it is told. */
bool qjvm_blocking_leave_wait(void);

#endif
