/* calibration.h - preparation of an exact profile: of the code for throttled methods, and measurement of what a
 * reported call costs in this JVM. Call both functions on a thread that runs no Java code of the program. */
#pragma once

#include <jni.h>

/* Make the JVM compile the code for throttled methods into all callers (QiiCalls.java). This takes a millisecond. */
void qjvm_calibration_prepare(JNIEnv *env);

/* Measure the cost of a reported call. The library then subtracts it from all times. This takes about 50 ms. If it
 * fails, the library's own estimate remains. */
void qjvm_calibration_measure(JNIEnv *env);
