/* native.h - functions that are built into the machine. A profiler sees each of them as a method, which is flagged
 * if the function blocks or waits.
 *
 *     channel(capacity)       a new channel
 *     send(channel, value)    waits while the channel is full
 *     receive(channel)        waits while the channel is empty
 *     join(thread)            waits until the thread ends
 *     sleep(microseconds)     waits
 *     read(microseconds)      reads from a device, which takes this time; the carrier runs other threads meanwhile
 *     block(microseconds)     reads from a device, which takes this time and blocks the carrier
 *     spin(microseconds)      uses the processor   */
#ifndef NATIVE_H
#define NATIVE_H

#include "life.h"

#include <stdbool.h>

/* Declare the natives in a program, as its first functions, before it is compiled. */
void native_declare(struct program *program);

bool native_is(const struct function *function);

/* Return the QPROF_METHOD_FLAGS_* of a function. */
int native_flags(const struct function *function);

/* Run the native whose frame is on top. */
enum outcome native_run(struct thread *thread);

/* Start and stop the device that read() uses. */
void native_open_device(void);
void native_close_device(void);

#endif
