/* hook.h - what Lua calls for each event of a recorded thread. */
#ifndef QLUA_HOOK_H
#define QLUA_HOOK_H

#include "bindings/lua/follow/recording.h"

/* For each call, return and line, or in place of lines for each instruction. */
extern const struct qlua_hooks qlua_hooks;

#endif
