/* stacks.h - Java stacks for signal handlers.
 *
 * HotSpot's AsyncGetCallTrace, which libjvm exports, finds the stack of the thread that a signal interrupted, wherever
 * that is, and without a lock or an allocation. The alternatives: JVMTI's stack traces stop each thread at its next
 * safepoint, by elapsed time; JDK 25's cooperative samples (JFR's CPUTimeSample) exist on no older JDK, know no virtual
 * thread's name at the moment of the sample, and go to JFR's own files. On tests/java/programs/Shares.java none of the
 * three is biased: sums of squares of standard errors are 14 to 29 here, 16 and 20 with JVMTI, 16 to 25 with JFR, of 19
 * expected.
 *
 * HotSpot has debug information for each instruction if an agent listens to CompiledMethodLoad. It is not requested:
 * then inlined methods of Shares have shares that differ by up to ten standard errors (13 % instead of 3 %). */
#pragma once

#include <jvmti.h>
#include <stdbool.h>

#include "bindings/kit/slots.h"

/* Layout of HotSpot's ASGCT_CallFrame. */
struct qjvm_frame {
    jint code;        /* index of the byte code; negative for native methods */
    jmethodID method; /* NULL = a method that was replaced while it ran, without a jmethodID */
};

/* Create the jmethodIDs of all methods, also of classes that are loaded later, since AsyncGetCallTrace cannot create
 * them. Return false if this JVM has no such function. */
bool qjvm_stacks_begin(JNIEnv *env);

/* Create the jmethodIDs of methods whose classes were rewritten while they ran, in the stacks of all platform threads.
 */
void qjvm_stacks_prepare_running(jvmtiEnv *jvmti);

/* Most frames that are collected, the innermost ones. */
#define QJVM_FRAMES ((int)(KIT_SLOT_MOST * sizeof(uint64_t) / sizeof(struct qjvm_frame)))

/* Results of HotSpot for stacks that it cannot find; there are more. */
enum {
    QJVM_COLLECTS = -2,       /* the garbage collector is active */
    QJVM_UNKNOWN_CODE = -5,   /* a stub, or the first or last instructions of a compiled method */
    QJVM_UNKNOWN_FRAMES = -6, /* compiled code that is not walkable */
    QJVM_DEOPTIMIZES = -9
};

/* Collect the calling thread's stack, innermost frame first. `env` is the thread's, `context` the ucontext_t of the
 * signal handler. Return the number of frames; 0 or less if the stack is unknown (HotSpot's ticks_* codes). If the
 * thread is in a piece of machine code whose frame HotSpot does not know, *lacks_top is set to true: the first frame is
 * that code's caller. Async-signal-safe. */
int qjvm_stacks_find(JNIEnv *env, const void *context, struct qjvm_frame *frames, int most, bool *lacks_top);

/* Find the stack of a thread in a callback of the JVM or a native method. NULL stands for the calling thread; if it
 * runs a virtual thread, that thread's stack is found, without the carrier's frames. Return the number of frames. */
int qjvm_stacks_get(jvmtiEnv *jvmti, jthread thread, struct qjvm_frame *frames, int most);
