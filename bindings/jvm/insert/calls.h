/* calls.h - what tells of a method's calls: owner.enter(I)V where it begins, owner.leave(I)V wherever it ends,
 * and owner.caught(I)V where one of its handlers begins.
 *
 * It ends by a return, or by an exception that a handler behind all of its code takes, leaves and throws again. The
 * method's own handlers come first; so an exception that they take leaves nothing, and what they do with monitors is
 * done before ours runs, which only leaves: locking stays structured.
 *
 * The calls of `leave` in front of returns are covered by the handler like everything else, and by the method's own
 * handlers where these cover the return. A stack overflow in such a call, which then has done nothing, is thus followed
 * by another try. In return `leave` may be called for a frame that is gone, and has to do nothing then.
 *
 * A constructor's handler covers what lies behind the call of super() or this() alone: before it `this` is no object,
 * and no frame of a handler can say so. An exception out of super(), or out of what computes its arguments, leaves the
 * constructor's frame to a caller: to its `leave`, or where one of its handlers takes the exception to `caught`, with
 * which each handler begins: it closes the frames above its method's newest one. */
#ifndef QJVM_CALLS_H
#define QJVM_CALLS_H

#include "bindings/jvm/class/additions.h"
#include "bindings/jvm/class/class_file.h"

/* Returns NULL, or why not. Additions are empty before. */
const char *qjvm_calls_add(struct qjvm_additions *additions, struct qjvm_class_file *file,
                           const struct qjvm_member *method, const struct qjvm_code *code, const char *owner,
                           uint32_t id);

#endif
