/* frames.h - rewriting of the stack map frames of a method's code: the attribute StackMapTable of JVMS 4.7.4. */
#ifndef QJVM_FRAMES_H
#define QJVM_FRAMES_H

#include "bindings/jvm/class/moved.h"

/* Frame of the exception handler added after the code. */
struct qjvm_handler_frame {
    bool wanted;
    unsigned throwable; /* index of java/lang/Throwable in the pool */
};

/* Write the attribute's content. An empty cursor means no frames. Return whether all offsets are valid. */
bool qjvm_frames_write(struct qjvm_writer *out, struct qjvm_cursor frames, const struct qjvm_code *code,
                       const struct qjvm_moved *moved, struct qjvm_handler_frame handler);

#endif
