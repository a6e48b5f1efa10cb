/* table.h - the table that QiiCalls reads at each call: for each method the address of the counters of its calls while
 * it is throttled, else 0. Threads of the JVM may call these functions. */
#pragma once

#include <jvmti.h>
#include <stdbool.h>
#include <stdint.h>

#define QJVM_TABLE_METHODS (1u << 24) /* methods with this id or a higher one have no entry */

/* Make all methods be timed. QiiCalls is defined. Return false if the JVM refuses. */
bool qjvm_table_reset(JNIEnv *env);

/* From now on count the calls of a method instead of reporting them. */
void qjvm_table_set(JNIEnv *env, uint32_t method, uint64_t counters);

/* Make the JVM compile all code with QiiCalls again, with the entries of throttled methods as constants. `jvmti` can
 * retransform classes. */
void qjvm_table_compile(jvmtiEnv *jvmti);
