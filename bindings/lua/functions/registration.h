/* registration.h - registration of a chunk's functions and source with the library. */
#pragma once

#include "bindings/lua/functions/naming.h"
#include "bindings/lua/version/api.h"

/* Register the functions that are not registered yet, on virtual thread `caller`. If ar->i_ci is set, the frame of
 * `ar` runs the first function of the family. This and the following functions require the library's lock. */
void qlua_registration_add(struct qlua_chunk *chunk, struct qlua_family *family, lua_State *L, lua_Debug *ar,
                           VthreadID caller);

/* Environment variable with the context (qprof_context) in which a process begins. If it is set, the main chunks of the
 * process belong to this context alone. */
#define QLUA_CONTEXT_VARIABLE "QII_CONTEXT"

/* Count the loaded texts that belong to the shared chunk: qlua_registration_begin sets the count to 0 when a run
 * begins, qlua_registration_shared adds 1 for a text, and qlua_registration_end adds a note with the count to the data
 * file when the run ends. */
void qlua_registration_begin(void);
void qlua_registration_shared(void);
void qlua_registration_end(void);

/* Register a function of an earlier run again, and its chunk if necessary. */
void qlua_registration_repeat(struct qlua_function *function, VthreadID caller);
