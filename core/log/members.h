/* members.h - whose a counter is: processes, threads, hosts, and groups of them.
 *
 * A target is one of QP_TARGET_*, the id of a process or thread, or the handle of a group. Groups hold no groups: those
 * that were given are replaced by their members. Handles live as long as the process; a new data file gets all groups.
 *
 * define and write_all take the cold lock or come with it; the others: any thread, no lock. */
#ifndef QP_LOG_MEMBERS_H
#define QP_LOG_MEMBERS_H

#include "base/attribute.h"
#include "format/record.h"

#include <stdint.h>

/* Returns QP_LOG_OK; QP_LOG_BAD_INDEX for a process that does not exist, QP_LOG_BAD_ARGUMENT for what is no target. */
QP_SHARED int qp_members_check(int32_t target);

/* Returns QP_LOG_OK, or an error with *handle = 0. A group of the same name and members has the same handle. */
QP_SHARED int qp_members_define(const char *name, const int *ids, uint32_t count, int *handle);

/* Which instance of a counter with this target the calling thread's values belong to; where several fit, to the
 * narrowest. */
enum qp_instance qp_members_instance(int32_t target);

/* A new data file. With the cold lock. */
void qp_members_write_all(void);

#endif
