/* table.h - which methods are throttled: for each the address of the counters of its calls, else 0 (QiiCalls.java).
 * Threads of the JVM may call these functions. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>
#include <stdint.h>

#define QJVM_TABLE_METHODS (1u << 24) /* methods with this id or a higher one have no entry; also in QiiCalls.java */

/* Clear the table, so that all methods are timed. QiiCalls is defined. `jvmti` can retransform classes. Return false if
 * the JVM refuses. */
bool qjvm_table_reset(jvmtiEnv *jvmti, JNIEnv *env);

/* From now on count the calls of a method instead of reporting them. */
void qjvm_table_set(JNIEnv *env, uint32_t method, uint64_t counters);
