/* hook.h - hooks that Lua calls for each event of a recorded thread. */
#pragma once

#include "bindings/lua/follow/recording.h"

/* The two hooks: one for calls, returns and lines, one for calls, returns and single instructions. */
extern const struct qlua_hooks qlua_hooks;
