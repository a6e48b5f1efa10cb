/* calls.h - insertion of call reporting into a method: owner.enter(I)I at its start, owner.leave(II)V before each end,
 * and owner.caught(II)V at the start of each exception handler. The last argument is the method's id.
 *
 * `enter` returns whether it has reported the call. A local that is added to the method keeps the result, and is the
 * first argument of `leave` and `caught`. So while methods are throttled (bindings/jvm/throttle), each exit matches its
 * entry, even of calls in progress. Exchanging the code instead (RetransformClasses) would leave a loop that runs in
 * old code to the interpreter: 22 ns per iteration instead of 0.4 ns.
 *
 * A method ends by a return or by an exception. For exceptions, we add a handler after all of the method's code, which
 * calls `leave` and throws the exception again. The method's own handlers come first: if they catch the exception, our
 * handler does not run; if they release monitors, they do so before our handler runs. This keeps locking structured.
 *
 * Our handler covers the whole code, including the calls of `leave` before returns. If such a call fails with a stack
 * overflow, it has done nothing, and our handler calls `leave` again. Conversely, a handler of the method may cover a
 * call of `leave` and resume after it, so `leave` may be called for a frame that is gone. It must do nothing then.
 *
 * In a constructor, our handler covers only the code after the call of super() or this(). Before that call, `this` is
 * uninitialized, which the stack map frame of a handler cannot express. If super() or the computation of its arguments
 * throws, a caller of the constructor closes the constructor's frame: either by the caller's `leave` or, if the caller
 * catches the exception, by `caught` at the start of the caller's handler. Both close all frames above the newest frame
 * of the caller's method. */
#pragma once

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/class_file.h"

/* Fill empty additions with these calls. Return NULL or an error message. */
const char *qjvm_calls_add(struct qjvm_additions *additions, struct qjvm_class_file *file,
                           const struct qjvm_member *method, const struct qjvm_code *code, const char *owner,
                           uint32_t id);
