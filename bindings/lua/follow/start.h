/* start.h - start and end of a recording. */
#pragma once

#include "bindings/lua/follow/recording.h"

/* Parameters of a recording. */
struct qlua_start {
    const struct kit_settings *settings;
    bool silent;        /* frames that are open now do not belong to the program */
    bool guest;         /* the run does not wait for the end of this recording; requires that a run exists and the
                         * caller holds the library's lock */
    const char *layout; /* "public": use only Lua's public interface; NULL = as in QII_LAYOUT */
};

/* Start to record L's state. Return NULL or an error message. Lua may raise a memory error. */
const char *qlua_start(lua_State *L, const struct qlua_start *how);

/* Return what the current run counts (lines, branches or hits). The caller holds the library's lock. */
enum kit_cover qlua_start_cover(void);

/* End the recording, if it is running. When the last recording of the process ends, the library completes its data. */
void qlua_stop(struct qlua_recording *r, lua_State *L);
