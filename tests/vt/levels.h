/* levels.h - three functions that call each other and then VT_sclstack, each knowing where it returns to.
 *
 * The same source is compiled twice, as levels.c says: with frame pointers, and without, optimised. */
#ifndef TESTS_VT_LEVELS_H
#define TESTS_VT_LEVELS_H

struct levels {
    void *pc;
    void *frame;
    int skip;
    int trace;
    int handle;
    void *place;                           /* where VT_sclstack returns to */
    void *returns[3];                      /* where the three return to, innermost first */
    void *frames[3];                       /* their frames; only with frame pointers */
    void (*before)(struct levels *levels); /* called in the innermost, if not NULL */
};

void levels_with_frames(struct levels *levels);
void levels_optimised(struct levels *levels);

#endif
