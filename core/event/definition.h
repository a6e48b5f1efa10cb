/* definition.h - definitions that clients register: checked here, stored by core/method.
 *
 * Any thread may call these functions, unless it holds one of the recorder's locks. */
#pragma once

#include "base/attribute.h"
#include "format/record.h"
#include "qprof.h"

/* qp_definition_begin takes the cold lock for a definition, and qp_definition_end releases the lock. A forked child
 * cannot write to its parent's file, so its definitions are kept in memory until it starts a run of its own. */
QP_SHARED void qp_definition_begin(void);
QP_SHARED void qp_definition_end(void);

QP_SHARED void qp_definition_method(enum qp_product product, qprof_MethodID id, const char *name,
                                    const char *class_name, int flags, const char *file, const qprof_LineInfo *lines,
                                    int count);
QP_SHARED int qp_definition_retire(enum qp_product product, qprof_MethodID id);
QP_SHARED int qp_definition_source(enum qp_product product, const char *file, const char *text, size_t size);
QP_SHARED int qp_definition_branches(enum qp_product product, qprof_MethodID id, const qprof_BranchInfo *branches,
                                     int count);
QP_SHARED int qp_definition_branch_targets(enum qp_product product, qprof_MethodID id, const int *lines, int count);
QP_SHARED int qp_definition_exclusion(enum qp_product product, const char *file, int first, int last,
                                      const char *reason);
