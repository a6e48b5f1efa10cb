/* registration.h - telling the library of the functions of a chunk, and of the source that they are from. */
#ifndef QLUA_REGISTRATION_H
#define QLUA_REGISTRATION_H

#include "bindings/lua/functions/naming.h"
#include "bindings/lua/version/api.h"

/* Register those of the functions that the library does not know. Frame ar runs the first of them, where it has an
 * i_ci; virtual thread `caller` meets them. With the library's lock. */
void qlua_registration_tell(struct qlua_chunk *chunk, struct qlua_family *family, lua_State *L, lua_Debug *ar,
                            VthreadID caller);

/* A run begins, a text was loaded whose functions are those of the shared chunk, the run ends: a note in the data file
 * says how many such texts there were. With the library's lock. */
void qlua_registration_begin(void);
void qlua_registration_shared(void);
void qlua_registration_end(void);

/* Register one that an earlier run of the library knew, with its chunk where that is new too. With the library's lock.
 */
void qlua_registration_repeat(struct qlua_function *function, VthreadID caller);

#endif
