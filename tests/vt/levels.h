/* levels.h - three functions, each of which records its return address and calls the next one. The last of the three
 * functions calls VT_sclstack.
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
    void *returns[3];                      /* return addresses of the three functions, innermost first */
    void *frames[3];                       /* frames of the three functions, if compiled with frame pointers */
    void (*before)(struct levels *levels); /* called by the innermost function, if not NULL */
};

void levels_with_frames(struct levels *levels);
void levels_optimised(struct levels *levels);
