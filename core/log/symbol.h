/* symbol.h - classes and states of libvt: names to handles, and what is to be done with each state.
 *
 * A name is a path of parts with ':' between them. Handles live as long as the process; a state is a method of libvt
 * whose id is its handle, so a new data file gets them with the methods.
 *
 *             find   class, define, assign, decide
 *   find      ok     ok               any thread, no lock
 *   others           one after the other (they take the cold lock)
 */
#ifndef QP_LOG_SYMBOL_H
#define QP_LOG_SYMBOL_H

#include "base/attribute.h"
#include "format/record.h"

#include <stdbool.h>
#include <stdint.h>

/* What is to be done with a state: bits, and the degrees of PCTRACE. */
#define QP_RULE_LOGGED      1u
#define QP_RULE_FOLD        2u /* what it calls is not logged */
#define QP_RULE_UNFOLD      4u /* logged, even where what called it is folded */
#define QP_RULE_LOCATED     8u /* its events get their place by unwinding */
#define QP_RULE_SKIP_SHIFT  8
#define QP_RULE_TRACE_SHIFT 12
#define QP_RULE_DEGREE      15u

/* No class: "Application", unless the name brings its own. */
#define QP_SYMBOL_NO_CLASS 0

/* Handles that a program picks; those that are given out lie above. */
#define QP_SYMBOL_MOST_PICKED 32767

/* Handles of classes; those of states lie below. */
#define QP_SYMBOL_CLASSES 0x10000000

struct qp_symbol {
    uint32_t handle; /* 0 = undefined; published last; another one's when the name has a handle already */
    uint32_t rule;   /* QP_RULE_* */
    char *name;      /* the whole path */
};

/* The symbol that has the name of this handle: another one than the handle's own where the name had a handle before.
 * NULL when the handle was never given out. */
QP_SHARED struct qp_symbol *qp_symbol_find(int handle);

/* Each returns QP_LOG_OK, or an error with *handle = 0. */
QP_SHARED int qp_symbol_class(const char *name, int *handle);
QP_SHARED int qp_symbol_define(const char *name, int class_handle, int *handle);
QP_SHARED int qp_symbol_assign(int handle, const char *name, const char *activity);

/* The whole path of a name in a class, to be freed. Returns QP_LOG_OK or an error; *path is NULL then. */
QP_SHARED int qp_symbol_path(const char *name, int class_handle, char **path);

/* The path of a class; "Application" for none (QP_SYMBOL_NO_CLASS). NULL when there is no such class. */
QP_SHARED const char *qp_symbol_class_name(int class_handle);

/* Decide what is done with each state, those defined from now on too. */
typedef uint32_t qp_symbol_rule(const char *name);
QP_SHARED void qp_symbol_decide(qp_symbol_rule *rule, bool may_locate, bool may_fold);

/* Whether any state may have QP_RULE_LOCATED. */
bool qp_symbol_may_locate(void);

/* Whether any state may have QP_RULE_FOLD. */
bool qp_symbol_may_fold(void);

#endif
