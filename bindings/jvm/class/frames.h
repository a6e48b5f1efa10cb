/* frames.h - rewriting of the stack map frames of a method's code: the attribute StackMapTable of JVMS 4.7.4. */
#pragma once

#include "bindings/jvm/class/locals.h"
#include "bindings/jvm/class/moved.h"

/* Write the attribute's content. If `frames` is empty, there are no frames so far. If an int was added after the
 * method's locals, `locals` has the types of the locals at the method's start, and is changed; else NULL. If an
 * exception handler was added after the code, `throwable` is the index of java/lang/Throwable in the pool, else 0.
 * Return whether all offsets are valid. */
bool qjvm_frames_write(struct qjvm_writer *out, struct qjvm_cursor frames, const struct qjvm_code *code,
                       const struct qjvm_moved *moved, struct qjvm_locals *locals, unsigned throwable);
