/* native.h - functions of the language that the machine has built in. Each is a method for a profiler, too, flagged as
 * one that blocks or waits where it does.
 *
 *     channel(capacity)       a new channel
 *     send(channel, value)    waits while it is full
 *     receive(channel)        waits while it is empty
 *     join(thread)            waits until it ends
 *     sleep(microseconds)     waits
 *     read(microseconds)      reads from a device that takes so long; the carrier runs others meanwhile
 *     block(microseconds)     the same, but the carrier blocks with the thread on it
 *     spin(microseconds)      uses the processor */
#ifndef NATIVE_H
#define NATIVE_H

#include "life.h"

#include <stdbool.h>

/* Make the natives known to a program before it is compiled. They are its first functions. */
void native_declare(struct program *program);

bool native_is(const struct function *function);

/* QPROF_METHOD_FLAGS_* of a native. */
int native_flags(const struct function *function);

/* Run the native whose frame is on top. */
enum outcome native_run(struct thread *thread);

/* Start and end the device that read() reads from. */
void native_open_device(void);
void native_close_device(void);

#endif
