/* names.h - functions and classes as constants of a recording of Flight Recorder, which has only those of Java.
 *
 * A function without a class has its file's path as class, relative to the run's directory. Return types are not
 * recorded, and of a parameter's type only the last part of its name: parse(String) has the descriptor (LString;)V.
 * A function whose name has no such parameters is shown as if it had none. */
#pragma once

#include "export/jfr/chunk.h"
#include "profile/load/model.h"

/* Return the id of a method or class. The name of a class is as in Java: app.Store, int[], java.lang.String[][]. */
uint64_t qp_jfr_method(struct qp_jfr_chunk *chunk, const struct qp_profile *profile, uint32_t method);
uint64_t qp_jfr_class(struct qp_jfr_chunk *chunk, struct qp_text name);

/* Return the id of a function that is no method. */
uint64_t qp_jfr_function(struct qp_jfr_chunk *chunk, const char *name);
