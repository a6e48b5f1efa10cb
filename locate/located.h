/* located.h - a frame of a located stack, and its display as text.
 *
 * Native frames come from addresses. An inlined function has its own frame, with the address in the function into which
 * it is inlined. Interpreted frames are methods of libqprof. A location that the program defined with VT_scldef is a
 * frame with only a file and a line. */
#pragma once

#include "base/text.h"

/* Reasons why an address was not resolved: X(constant, text). MISSING: the module's file does not exist. CHANGED:
 * the file is of another build. UNREADABLE: the file is not an ELF file or may not be read. NAMELESS: the file has
 * neither a symbol nor a line for the address. */
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
    struct qp_text function; /* empty = unknown */
    struct qp_text file;     /* empty = unknown */
    int32_t line;            /* 0 = unknown */
    bool interpreted;
    bool inlined;          /* inlined into the next frame */
    struct qp_text module; /* path of the native code's file; empty = unknown */
    uint64_t address;      /* recorded address; 0 = not native */
    uint64_t offset;       /* offset of the address in the module's file */
    uint64_t into;         /* offset of the address in the function, if only a symbol names the function */
    enum qp_located_gap gap;
};

/* Write a frame as one printable line: "function (file.c:12)", "file.c:12", "function+0x1f (libfoo.so)",
 * "libfoo.so+0x12af, file changed" or "0x7f12...". Files are shown without directories, except those that the program
 * itself named. Write at most `size` bytes, including the NUL. Return the number of bytes without the NUL. */
size_t qp_located_show(const struct qp_located *frame, char *shown, size_t size);

/* Return the text of a gap; "" for none. */
const char *qp_located_gap_name(enum qp_located_gap gap);

/* ---- arrays of frames, innermost first ------------------------------------------------------------------- */

struct qp_located_stack {
    struct qp_located *frames;
    uint32_t count;
};

/* Append a frame to a stack. If out of memory, return false and leave the stack unchanged. */
bool qp_located_add(struct qp_located_stack *stack, const struct qp_located *frame);
