/* start.h - the start and the end of a recording. */
#ifndef QLUA_START_H
#define QLUA_START_H

#include "bindings/lua/follow/recording.h"

/* How a recording begins. */
struct qlua_start {
    const struct kit_settings *settings;
    bool silent;      /* the frames that are open now are none of the program's */
    bool public_way;  /* ask the public interface of Lua alone */
    bool hooks;       /* count all lines by hooks */
    bool guest;       /* the run does not wait for the end of this recording; with the library's lock, in a run */
    int sample_every; /* instructions between two samples, 0 = by time */
};

/* Record L's state. Returns NULL, or what went wrong. Raises errors without memory. */
const char *qlua_start(lua_State *L, const struct qlua_start *how);

/* The coverage that the run began with. In a run, with the library's lock. */
enum kit_cover qlua_start_cover(void);

/* End it, if it runs: when no other recording does, the library shows and completes its data. */
void qlua_stop(struct qlua_recording *r, lua_State *L);

#endif
