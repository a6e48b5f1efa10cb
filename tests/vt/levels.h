/* levels.h - three functions that call each other and then VT_sclstack; each records its return address.
 *
 * The source is compiled twice (see levels.c): with frame pointers, and optimised without them. */
#pragma once

struct levels {
    void *pc;
    void *frame;
    int skip;
    int trace;
    int handle;
    void *place;                           /* return address of VT_sclstack */
    void *returns[3];                      /* return addresses of the three, innermost first */
    void *frames[3];                       /* their frames; only with frame pointers */
    void (*before)(struct levels *levels); /* called in the innermost, if not NULL */
};

void levels_with_frames(struct levels *levels);
void levels_optimised(struct levels *levels);
