/* holders.h - who holds a monitor that another thread waits for: the method of the application's that the holder is in,
 * told as a method of its own below the wait.
 *
 * The JVM stops the holder to say where it is, so it is asked at most 100 times a second on average, by one thread at a
 * time. It does not know of monitors that virtual threads hold. */
#ifndef QJVM_HOLDERS_H
#define QJVM_HOLDERS_H

#include <jvmti.h>
#include <stdbool.h>

/* The calling thread waits for the monitor of an object, which is told already. The JVM's tool can_get_monitor_info. */
void qjvm_holder_begin(jvmtiEnv *jvmti, JNIEnv *env, jobject object);

/* Whether the calling thread, or the virtual thread on it, is told to wait for a holder. */
bool qjvm_holder_is_awaited(void);

#endif
