/* blocking.h - native methods of the JDK in which system threads wait: when they park, sleep, call Object.wait, or wait
 * for a socket or another file. A wait is recorded under the method's name as thread dumps show it, for example
 * jdk.internal.misc.Unsafe.park. */
#pragma once

#include <stdbool.h>

/* Add these methods to the native methods to be replaced. Call this when the library is loaded, before
 * qjvm_natives_begin. */
void qjvm_blocking_begin(void);

/* If the calling thread is in Object.wait, end the recorded wait, because in Object.wait the virtual thread leaves
 * this carrier. Return true if the calling thread was in Object.wait. */
bool qjvm_blocking_leave_wait(void);
