/* hook.h - hooks that Lua calls for each event of a recorded thread. */
#pragma once

#include "bindings/lua/follow/recording.h"

/* Hooks for each call, return and line, or for each instruction instead of lines. */
extern const struct qlua_hooks qlua_hooks;
