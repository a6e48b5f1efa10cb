/* members.h - targets of counters: processes, threads, hosts, and groups of them.
 *
 * A target is one of QP_TARGET_*, the id of a process or thread, or the handle of a group. If a member of a new group
 * is itself a group, the members of that group are added instead. Handles live as long as the process; a new data file
 * gets all groups.
 *
 * Any thread may call these functions. qp_members_define takes the cold lock, and qp_members_write_all is called with
 * the cold lock. The other functions take no lock. */
#pragma once

#include "base/attribute.h"
#include "format/record.h"

#include <stdint.h>

/* Check a target. Return QP_LOG_OK, QP_LOG_BAD_INDEX for a process that does not exist, or QP_LOG_BAD_ARGUMENT if the
 * value is not a target. */
QP_SHARED int qp_members_check(int32_t target);

/* Define a group. Return QP_LOG_OK, or an error with *handle = 0. Groups with equal names and members share a
 * handle. */
QP_SHARED int qp_members_define(const char *name, const int *ids, uint32_t count, int *handle);

/* Return the instance of a counter with this target to which the calling thread's values belong: that of the thread,
 * of the process or of the host (QP_INSTANCE_*). If several instances match, return the narrowest. Return
 * QP_INSTANCE_NONE if the target excludes the thread. */
enum qp_instance qp_members_instance(int32_t target);

/* Write all groups into a new data file. Requires the cold lock. */
void qp_members_write_all(void);
