/* options.h - the table given to qii.start as the option text of the library. */
#ifndef QP_LUA_OPTIONS_H
#define QP_LUA_OPTIONS_H

#include <stdbool.h>

#include <lua.h>

#include "session.h"

/* Whether QII_LAYOUT=public asks for the public interface of Lua alone. */
bool qp_options_public_way(void);

/* Read the table at index 1, if there is one: {cover = true, or "branch", include = {"src"}, layout = "public",
 * data_file = "x.qii", quiet = true, "-any=option"}. Raises an error for what is no option. Leaves the texts on the
 * stack, where they live as long as `how`. */
void qp_options_read(lua_State *L, struct qp_session_start *how);

#endif
