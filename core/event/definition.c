#include "core/event/definition.h"

#include "base/atomic.h"
#include "core/store/diagnose.h"
#include "core/store/process.h"
#include "core/store/store.h"
#include "core/carrier/carrier.h"
#include "core/carrier/safepoint.h"
#include "core/method/method.h"
#include "core/thread/occupy.h"
#include "core/event/recorder_time.h"
#include "core/event/retire.h"
#include "core/thread/run.h"
#include "core/method/source.h"

#include <errno.h>

/* Maximum size of a source text. A larger size is a bad argument, most likely a negative number that was converted. */
#define MAX_TEXT ((size_t)1 << 30)

#define METHOD_FLAGS                                                                                                   \
    (QPROF_METHOD_FLAGS_BLOCKS | QPROF_METHOD_FLAGS_WAITS | QPROF_METHOD_FLAGS_LOADS | QPROF_METHOD_FLAGS_TYPE)

void qp_definition_begin(void)
{
    qp_cold_lock();
    if (!qp_load_acquire(&qp_process->alive))
        qp_store_abandon();
}

void qp_definition_end(void)
{
    qp_cold_unlock();
}

static uint32_t checked_count(enum qp_product product, qprof_MethodID id, const qprof_LineInfo *lines, int count)
{
    if (count == 0)
        return 0;
    if (!lines || count < 0 || count > QP_METHOD_MOST_BLOCKS) {
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_LINE_TABLE, "method %#lx, %d entries%s", id, count,
                    lines ? "" : " at NULL");
        return 0;
    }
    for (int i = 1; i < count; i++)
        if (lines[i].code_offset < lines[i - 1].code_offset) {
            qp_diagnose(product, QP_DIAGNOSTIC_BAD_LINE_TABLE, "method %#lx, entry %d is out of order", id, i);
            break;
        }
    return (uint32_t)count;
}

/* Hold the events of all threads, since the method's id in their trees and counters is about to change. */
static void begin_held(void)
{
    qp_session_lock();
    qp_safepoint_begin();
    qp_definition_begin();
}

static void end_held(void)
{
    qp_definition_end();
    qp_safepoint_end();
    qp_session_unlock();
}

static enum qp_method_result define_new(enum qp_product product, const struct qp_method_definition *definition)
{
    enum qp_method_result result = qp_method_register(product, definition);
    if (result == QP_METHOD_NEW && definition->file && qp_run_number(product) != 0)
        qp_source_hash(definition->file, qp_runs[product].source_path);
    return result;
}

/* Define a method. Events must be held (safepoint.h) only if a retired method has the same definition. */
static enum qp_method_result define(enum qp_product product, const struct qp_method_definition *definition)
{
    qp_definition_begin();
    bool again = qp_retire_can_undo(product, definition);
    enum qp_method_result result = again ? QP_METHOD_SAME : define_new(product, definition);
    qp_definition_end();
    if (!again)
        return result;
    begin_held();
    if (!qp_retire_undo(product, definition))
        result = define_new(product, definition);
    end_held();
    return result;
}

static void register_method(enum qp_product product, const struct qp_method_definition *definition)
{
    int kept = errno; /* reading the source file may set errno */
    bool entered = qp_recorder_time_enter(product);
    enum qp_method_result result = define(product, definition);
    qp_recorder_time_leave(product, entered);
    if (result == QP_METHOD_OTHER)
        qp_diagnose(product, QP_DIAGNOSTIC_METHOD_CHANGED, "method %#llx, now as %.60s",
                    (unsigned long long)definition->id, definition->name ? definition->name : "NULL");
    if (result == QP_METHOD_NO_MEMORY)
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "method %#llx", (unsigned long long)definition->id);
    errno = kept;
}

void qp_definition_method(enum qp_product product, qprof_MethodID id, const char *name, const char *class_name,
                          int flags, const char *file, const qprof_LineInfo *lines, int count)
{
    if (qp_run_number(product) == 0)
        qp_diagnose(product, QP_DIAGNOSTIC_NOT_RUNNING, "qprof_register_method_id");
    if (id == 0 || (id <= qprof_Start && id >= qprof_JITCompiler)) {
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_METHOD_ID, "qprof_register_method_id(%#lx)", id);
        return;
    }
    if (!name)
        qp_diagnose(product, QP_DIAGNOSTIC_NULL_NAME, "qprof_register_method_id(%#lx)", id);
    if (flags & ~METHOD_FLAGS)
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_ARGUMENT, "method %#lx, flags %#x", id, (unsigned)flags);
    struct qp_method_definition definition = {
        .id = id,
        .name = name,
        .class_name = class_name,
        .file = file,
        .lines = lines,
        .line_count = checked_count(product, id, lines, count),
        .flags = (uint32_t)flags & METHOD_FLAGS,
    };
    register_method(product, &definition);
}

int qp_definition_retire(enum qp_product product, qprof_MethodID id)
{
    bool entered = qp_recorder_time_enter(product);
    begin_held();
    bool known = qp_retire(product, id);
    end_held();
    qp_recorder_time_leave(product, entered);
    if (!known)
        qp_diagnose(product, QP_DIAGNOSTIC_UNKNOWN_METHOD, "qprof_retire_method_id(%#lx)", id);
    return known ? 0 : -1;
}

int qp_definition_source(enum qp_product product, const char *file, const char *text, size_t size)
{
    if (!file) {
        qp_diagnose(product, QP_DIAGNOSTIC_NULL_NAME, "qprof_register_source");
        return -1;
    }
    if (text && size > MAX_TEXT) {
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_ARGUMENT, "qprof_register_source(%.60s), %zu bytes", file, size);
        return -1;
    }
    int result = 0;
    bool entered = qp_recorder_time_enter(product);
    qp_definition_begin();
    if (text)
        result = qp_source_keep(file, text, size);
    else
        qp_source_hash(file, qp_runs[product].source_path);
    qp_definition_end();
    qp_recorder_time_leave(product, entered);
    return result;
}

static bool ranges_are_valid(const struct qp_method *method, const qprof_BranchInfo *branches, int count)
{
    for (int i = 0; i < count; i++)
        if (branches[i].outcomes < 1 || branches[i].outcomes > QP_METHOD_MOST_BLOCKS ||
            branches[i].first_block > QP_METHOD_MOST_BLOCKS || branches[i].first_block < (int)method->line_count)
            return false;
    return true;
}

_Static_assert(sizeof(struct qp_branch_record) == sizeof(qprof_BranchInfo),
               "branches are stored with the layout that clients register");

/* Register the branches of a method. Return 0 on success and -1 on an error. Return 1 if the method was retired and
 * defined again, but its branches differ from the retired ones. */
static int add_branches(enum qp_product product, qprof_MethodID id, const qprof_BranchInfo *branches, int count)
{
    struct qp_method *method = qp_method_find(product, id);
    if (!method || !method->registered) {
        qp_diagnose(product, QP_DIAGNOSTIC_UNKNOWN_METHOD, "qprof_register_branches(%#lx)", id);
        return -1;
    }
    if (!branches || count < 1 || count > QP_METHOD_MOST_BLOCKS || !ranges_are_valid(method, branches, count)) {
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_ARGUMENT, "qprof_register_branches(%#lx), %d branches", id, count);
        return -1;
    }
    int result = qp_method_add_branches(method, (const struct qp_branch_record *)branches, (uint32_t)count);
    return result != 0 && method->again ? 1 : result;
}

static uint64_t count_outcomes(const struct qp_method *method)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < method->branch_count; i++)
        count += (uint32_t)method->branches[i].outcomes;
    return count;
}

static int add_targets(enum qp_product product, qprof_MethodID id, const int *lines, int count)
{
    struct qp_method *method = qp_method_find(product, id);
    if (!method || !method->registered) {
        qp_diagnose(product, QP_DIAGNOSTIC_UNKNOWN_METHOD, "qprof_register_branch_targets(%#lx)", id);
        return -1;
    }
    if (!lines || count < 1 || (uint64_t)count != count_outcomes(method)) {
        qp_diagnose(product, QP_DIAGNOSTIC_BAD_ARGUMENT, "qprof_register_branch_targets(%#lx), %d lines", id, count);
        return -1;
    }
    return qp_method_add_targets(method, lines, (uint32_t)count);
}

int qp_definition_branch_targets(enum qp_product product, qprof_MethodID id, const int *lines, int count)
{
    bool entered = qp_recorder_time_enter(product);
    qp_definition_begin();
    int result = add_targets(product, id, lines, count);
    qp_definition_end();
    qp_recorder_time_leave(product, entered);
    return result;
}

static int change_branches(enum qp_product product, qprof_MethodID id, const qprof_BranchInfo *branches, int count)
{
    /* Try again with events held, since another thread may have retired the method meanwhile. */
    int result = add_branches(product, id, branches, count);
    if (result <= 0)
        return result;
    qp_retire_change(product, qp_method_find(product, id), (const struct qp_branch_record *)branches, (uint32_t)count);
    return add_branches(product, id, branches, count);
}

int qp_definition_branches(enum qp_product product, qprof_MethodID id, const qprof_BranchInfo *branches, int count)
{
    bool entered = qp_recorder_time_enter(product);
    qp_definition_begin(); /* lock before the look-up of the method, which another thread may retire */
    int result = add_branches(product, id, branches, count);
    qp_definition_end();
    if (result > 0) {
        begin_held();
        result = change_branches(product, id, branches, count);
        end_held();
    }
    qp_recorder_time_leave(product, entered);
    return result > 0 ? -1 : result;
}

int qp_definition_exclusion(enum qp_product product, const char *file, int first, int last, const char *reason)
{
    if (!file || first < 1 || last < first) {
        qp_diagnose(product, file ? QP_DIAGNOSTIC_BAD_ARGUMENT : QP_DIAGNOSTIC_NULL_NAME, "qprof_exclude_lines(%d, %d)",
                    first, last);
        return -1;
    }
    bool entered = qp_recorder_time_enter(product);
    qp_definition_begin();
    int result = qp_source_exclude(file, first, last, reason);
    qp_definition_end();
    qp_recorder_time_leave(product, entered);
    return result;
}
