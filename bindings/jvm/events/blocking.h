/* blocking.h - native methods of the JDK in which system threads wait: when they park, sleep, call Object.wait, or wait
 * for a socket or another file. A wait is recorded under the method's name as thread dumps show it, for example
 * jdk.internal.misc.Unsafe.park. */
#pragma once

#include <stdbool.h>

/* Add these methods to the native methods to be replaced. Call this when the library is loaded, before
 * qjvm_natives_begin. */
void qjvm_blocking_begin(void);

/* If the calling thread has a recorded wait in Object.wait, end the recorded wait and return true. Call this when a
 * virtual thread leaves its carrier: the virtual thread may still wait, but the carrier does not. */
bool qjvm_blocking_leave_wait(void);
