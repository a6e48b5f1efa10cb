/* options.h - options of a recording: the table passed to qii.start, and environment variables. */
#pragma once

#include "bindings/kit/settings.h"
#include "bindings/lua/version/api.h"

/* Push new empty settings, which Lua frees. Lua may raise a memory error. */
struct kit_settings *qlua_options_new(lua_State *L);

/* Read the options from the table at index 1, if there is one: {cover = true, "branch" or "hit", include = {"src"},
 * luacov = "none", contexts = "none", layout = "public", data_file = "x.qii", quiet = true, "-any=option"}. Raise an
 * error for an invalid option. */
void qlua_options_read(lua_State *L, struct kit_settings *settings, const char **layout);
