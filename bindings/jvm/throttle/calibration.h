/* calibration.h - measurement of what a reported call costs in this JVM (QiiCalibration.java). */
#pragma once

#include <jni.h>

/* Measure the cost. The library then subtracts it from all times. This takes about 50 ms. If it fails, the library's
 * own estimate remains. Call this on a thread that runs no Java code of the program. */
void qjvm_calibrate(JNIEnv *env);
