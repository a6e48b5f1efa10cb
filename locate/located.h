/* located.h - what is known of one frame of a located stack, and how it is shown.
 *
 * Native frames come from addresses; inlined functions have frames of their own, with the address of the one that they
 * are inlined into. Interpreted frames are methods of libqprof. A line of VT_scldef is a frame with file and line only.
 */
#ifndef QP_LOCATE_LOCATED_H
#define QP_LOCATE_LOCATED_H

#include "base/text.h"

/* Why an address stayed one: X(constant, words). MISSING, CHANGED (it is another build) and UNREADABLE (no ELF file, or
 * one that may not be read) are about the module's file; NAMELESS: neither symbol nor line covers the address. */
#define QP_LOCATED_GAP_LIST(X)                                                                                         \
    X(NO_GAP, "")                                                                                                      \
    X(BARE, "no module known")                                                                                         \
    X(MISSING, "file missing")                                                                                         \
    X(CHANGED, "file changed")                                                                                         \
    X(UNREADABLE, "file unreadable")                                                                                   \
    X(NAMELESS, "no symbol")

enum qp_located_gap {
#define X(constant, words) QP_LOCATED_##constant,
    QP_LOCATED_GAP_LIST(X)
#undef X
};

struct qp_located {
    struct qp_text function; /* none: unknown */
    struct qp_text file;     /* none: unknown */
    int32_t line;            /* 0 = unknown */
    bool interpreted;
    bool inlined;          /* into the frame that follows */
    struct qp_text module; /* path of the native code's file; none: unknown */
    uint64_t address;      /* as it was recorded; 0 = not native */
    uint64_t offset;       /* of the address in the module's file */
    uint64_t into;         /* of the address in the function, where only a symbol tells that */
    enum qp_located_gap gap;
};

/* One line: "function (file.c:12)", "file.c:12", "function+0x1f (libfoo.so)", "libfoo.so+0x12af, file changed" or
 * "0x7f12...": files without their directories, but as they were given where the program itself named them. Printable,
 * at most size bytes with the NUL. The result is the number of bytes without it. */
size_t qp_located_show(const struct qp_located *frame, char *shown, size_t size);

/* What a gap is called; "" for none. */
const char *qp_located_gap_name(enum qp_located_gap gap);

/* ---- arrays of frames, innermost first ------------------------------------------------------------------- */

struct qp_located_stack {
    struct qp_located *frames;
    uint32_t count;
};

/* The result is false without memory; the stack is as before then. */
bool qp_located_add(struct qp_located_stack *stack, const struct qp_located *frame);

#endif
