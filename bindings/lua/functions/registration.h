/* registration.h - registration of a chunk's functions and source with the library. */
#pragma once

#include "bindings/lua/functions/naming.h"
#include "bindings/lua/version/api.h"

/* Register the functions that are not registered yet, on virtual thread `caller`. Frame ar runs the first of them, if
 * it has an i_ci. This and the following functions require the library's lock. */
void qlua_registration_add(struct qlua_chunk *chunk, struct qlua_family *family, lua_State *L, lua_Debug *ar,
                           VthreadID caller);

/* Begin a run. During the run, count each loaded text whose functions are those of the shared chunk. At the end of
 * the run, add a note with the number of such texts. */
void qlua_registration_begin(void);
void qlua_registration_shared(void);
void qlua_registration_end(void);

/* Register a function of an earlier run again, and its chunk if necessary. */
void qlua_registration_repeat(struct qlua_function *function, VthreadID caller);
