/* holders.h - holders of contended monitors and locks. If a thread waits for a monitor or a lock, the application
 * method that its holder runs is recorded as a callee of the wait.
 *
 * The JVM stops the holder to read its stack. Therefore only one thread at a time queries a holder, on average at most
 * 100 times a second. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

#include "bindings/jvm/events/wait_rows.h"

/* Begin to query a holder. Return false if this must not be done now: another thread queries, or many queries were made
 * recently. */
bool qjvm_holder_begin_query(void);

/* End the query. Record the method in which the holder is, in a row of this kind; NULL = the holder is unknown. The
 * calling thread waits for this holder, and its wait is recorded already. */
void qjvm_holder_end_query(jvmtiEnv *jvmti, JNIEnv *env, enum qjvm_row_kind row, jthread holder);
