/* symbol.h - classes and states of libvt: their names and handles, and the rule of each state (what is logged of
 * it).
 *
 * A name is a path of parts separated by ':'. Handles live as long as the process. A state is stored as a method of
 * libvt whose id is the state's handle, so states are written into a new data file together with the methods. Any
 * thread may call qp_symbol_find, without a lock, even while other threads define states. The other functions take the
 * cold lock. */
#pragma once

#include "base/attribute.h"
#include "format/record.h"

#include <stdbool.h>
#include <stdint.h>

/* Rule of a state: flags, and the numbers of stack frames to skip and to record, which the option PCTRACE sets. */
#define QP_RULE_LOGGED      1u
#define QP_RULE_FOLD        2u /* states that are opened within the state are not logged */
#define QP_RULE_UNFOLD      4u /* the state is logged even within a state with QP_RULE_FOLD */
#define QP_RULE_LOCATED     8u /* the locations of the state's events are found by unwinding */
#define QP_RULE_SKIP_SHIFT  8
#define QP_RULE_TRACE_SHIFT 12
#define QP_RULE_DEGREE      15u

/* Handle for "no class given". The class is then "Application", unless the name contains a class. */
#define QP_SYMBOL_NO_CLASS 0

/* Largest handle that a program may choose; assigned handles are larger. */
#define QP_SYMBOL_MOST_PICKED 32767

/* First handle of classes; handles of states are smaller. */
#define QP_SYMBOL_CLASSES 0x10000000

struct qp_symbol {
    const char *name; /* the whole path */
    uint32_t handle;  /* the first handle if the name has several; 0 = undefined; set after the other fields */
    uint32_t rule;    /* QP_RULE_* */
};

/* Return the symbol of this handle, NULL if the handle does not exist. If the name has several handles, return the
 * symbol of the first of them. */
QP_SHARED struct qp_symbol *qp_symbol_find(int handle);

/* Define a class or a state, or assign a handle of the program's choice to a state. Each function returns QP_LOG_OK or
 * an error; on an error, *handle is set to 0. */
QP_SHARED int qp_symbol_class(const char *name, int *handle);
QP_SHARED int qp_symbol_define(const char *name, int class_handle, int *handle);
QP_SHARED int qp_symbol_assign(int handle, const char *name, const char *activity);

/* Flag a state whose calls are recorded by a wrapper of the function: they have an overhead of their own. */
QP_SHARED void qp_symbol_set_wrapped(int handle);

/* Build the whole path of a name in a class. The caller frees it. Return QP_LOG_OK, or an error with *path = NULL. */
QP_SHARED int qp_symbol_path(const char *name, int class_handle, char **path);

/* Return the path of a class. Return "Application" for QP_SYMBOL_NO_CLASS, and NULL if the class does not exist. */
QP_SHARED const char *qp_symbol_class_name(int class_handle);

/* Set the rule of each state, including states defined later, by calling `rule` with the state's name. `most` has
 * all bits that may be set in any rule. */
typedef uint32_t qp_symbol_rule(const char *name);
QP_SHARED void qp_symbol_decide(qp_symbol_rule *rule, uint32_t most);

/* Return true if the rule of some state may have one of these bits. */
bool qp_symbol_may(uint32_t bits);
