/* places.h - functions and blocks of the frames of Java stacks. */
#pragma once

#include <stdbool.h>

#include "bindings/jvm/sample/stacks.h"

/* The function of a frame. */
struct qjvm_place {
    unsigned long method; /* 0 = none: the frame has no row, and its time is the caller's */
    bool mounts; /* the method runs a virtual thread on its carrier: the frames inside it are the virtual thread's */
    bool begins; /* the method is the outermost one of a virtual thread */
};

/* Prepare to read source maps (JSR-45), while the agent is loaded: a running JVM grants access to none. */
void qjvm_places_load(void);

/* Begin to find functions. If `all` is false, methods have one only if their calls are reported. Return false if this
 * JVM does not provide names and lines. */
bool qjvm_places_begin(bool all);

struct qjvm_place qjvm_places_find(JNIEnv *env, struct qjvm_frame frame);

/* Return the block of a frame's function, -1 if it is unknown. */
int qjvm_places_block(JNIEnv *env, struct qjvm_frame frame);

/* Return the method for samples without a Java stack, from the result of qjvm_stacks_find. */
unsigned long qjvm_places_without_stack(int result);

/* Return the method that stands for the outer frames of a stack that are unknown. */
unsigned long qjvm_places_outer(void);
