/* blocking.h - native methods of the JDK in which system threads wait: parked, asleep, in Object.wait, for a socket or
 * another file. Waits are recorded under the names that thread dumps show, jdk.internal.misc.Unsafe.park and so on. */
#pragma once

#include <stdbool.h>

/* Add these methods to those to be replaced. Call once the library is loaded, before qjvm_natives_begin. */
void qjvm_blocking_begin(void);

/* End the carrier's Object.wait, if the virtual thread on it leaves the carrier there. Return whether it did. */
bool qjvm_blocking_leave_wait(void);
