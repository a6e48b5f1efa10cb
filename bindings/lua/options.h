/* options.h - the table given to qii.start. */
#ifndef QLUA_OPTIONS_H
#define QLUA_OPTIONS_H

#include <stdbool.h>

#include "bindings/kit/settings.h"
#include "bindings/lua/version/api.h"

/* Whether QII_LAYOUT=public asks for the public interface of Lua alone. */
bool qlua_options_public_way(void);

/* Whether QII_COUNT=hooks asks for lines to be counted by hooks alone. */
bool qlua_options_hooks(void);

/* QII_SAMPLE_EVERY: how many instructions lie between two samples, so that a test is told the same each time; 0 =
 * samples are taken by time. */
int qlua_options_sample_every(void);

/* Settings with nothing in them, which Lua frees: they are pushed. Raises an error without memory. */
struct kit_settings *qlua_options_new(lua_State *L);

/* Read the table at index 1, if there is one: {cover = true, "branch" or "hit", include = {"src"}, luacov = "none",
 * layout = "public", data_file = "x.qii", quiet = true, "-any=option"}. Raises an error for what is no option. */
void qlua_options_read(lua_State *L, struct kit_settings *settings, bool *public_way);

#endif
