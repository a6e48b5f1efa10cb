/* holders.h - who holds a monitor that another thread waits for: the method of the application's that the holder is in,
 * told as a method of its own below the wait.
 *
 * The JVM stops the holder to say where it is, so it is asked at most 100 times a second. It does not know of monitors
 * that virtual threads hold. */
#ifndef QJVM_HOLDERS_H
#define QJVM_HOLDERS_H

#include <jvmti.h>
#include <stdbool.h>

/* The JVM's part of it: can_get_monitor_info. */

/* The calling thread waits for the monitor of an object, which is told already. */
void qjvm_holder_begin(jvmtiEnv *jvmti, JNIEnv *env, jobject object);

/* Whether the calling thread, or the virtual thread on it, is told to wait for a holder. */
bool qjvm_holder_is_awaited(void);

#endif
