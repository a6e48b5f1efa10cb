/* locals.h - types of a method's locals at one point of its code, as stack map frames describe them. They are needed to
 * add a local after the method's own: each frame must then list all of them. */
#pragma once

#include "bindings/jvm/class/class_file.h"

struct qjvm_locals {
    struct qjvm_writer types; /* verification_type_info of each local, in the order of the locals */
    unsigned slots;           /* number of slots that these locals take; a long or double takes two */
};

/* Set the types at the start of a method: its receiver and parameters. Names of parameters' classes are added to the
 * pool. Return false if the descriptor is invalid, the pool is full, or out of memory. Call fini in either case. */
bool qjvm_locals_init(struct qjvm_locals *locals, struct qjvm_class_file *file, const struct qjvm_member *method);
void qjvm_locals_fini(struct qjvm_locals *locals);

/* Append a type, given in its encoded form. */
void qjvm_locals_append(struct qjvm_locals *locals, const unsigned char *type, size_t size);

/* Remove the last `count` locals, or all if `count` is larger. */
void qjvm_locals_chop(struct qjvm_locals *locals, unsigned count);

/* Write the list of locals of a frame: these locals, unused slots up to `max_locals`, and an int after them. Return
 * false if the locals take more than `max_locals` slots. */
bool qjvm_locals_write_with_int(const struct qjvm_locals *locals, unsigned max_locals, struct qjvm_writer *out);
