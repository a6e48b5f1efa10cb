/* calls.h - insertion of call reporting into a method: owner.enter(I)V at its start, owner.leave(I)V before each end,
 * and owner.caught(I)V at the start of each exception handler.
 *
 * A method ends by a return or by an exception. For exceptions, a handler after all of its code calls `leave` and
 * throws again. The method's own handlers come first: if they catch the exception, ours does not run; if they release
 * monitors, they do so before ours runs. So locking stays structured.
 *
 * The calls of `leave` before returns are covered by our handler like everything else, and by the method's own handlers
 * if these cover the return. If such a call fails with a stack overflow, it has done nothing, and the handler calls
 * `leave` again. Conversely, `leave` may be called for a frame that is gone, and must do nothing then.
 *
 * A constructor's handler covers only the code after the call of super() or this(): before it, `this` is uninitialized,
 * which the frame of a handler cannot express. If super() or the computation of its arguments throws, a caller closes
 * the constructor's frame: either by its `leave`, or, if it catches the exception, by `caught` at the start of its
 * handler, which closes all frames above the newest one of its method. */
#pragma once

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/class_file.h"

/* Fill in empty additions. Return NULL or an error message. */
const char *qjvm_calls_add(struct qjvm_additions *additions, struct qjvm_class_file *file,
                           const struct qjvm_member *method, const struct qjvm_code *code, const char *owner,
                           uint32_t id);
