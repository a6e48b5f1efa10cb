/* frames.h - the frames of a method's code, written anew: the attribute StackMapTable of JVMS 4.7.4. */
#ifndef QJVM_FRAMES_H
#define QJVM_FRAMES_H

#include "bindings/jvm/class/moved.h"

/* The frame of the handler that stands behind the code, if there is one. */
struct qjvm_handler_frame {
    bool wanted;
    unsigned throwable; /* java/lang/Throwable by its index */
};

/* The content of the attribute without its size. A cursor over nothing is taken for no frames. Returns whether the
 * frames are sound as far as offsets go. */
bool qjvm_frames_write(struct qjvm_writer *out, struct qjvm_cursor frames, const struct qjvm_code *code,
                       const struct qjvm_moved *moved, struct qjvm_handler_frame handler);

#endif
