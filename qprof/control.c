/* control.c - QII's functions that start and end a run, define methods, and control the recording. */
#include "qprof/product.h"

#include "core/store/diagnose.h"
#include "core/store/message.h"
#include "core/event/definition.h"
#include "core/event/recorder_time.h"
#include "core/thread/run.h"
#include "core/tree/timeline.h"
#include "core/session/calibrate.h"
#include "core/session/control.h"
#include "core/session/session.h"
#include "show/summary.h"

#include <stdio.h>
#include <string.h>

/* Define a public function that returns the result of a function of the core. */
#define FUNCTION(type, name, parameters, result)                                                                       \
    type name parameters                                                                                               \
    {                                                                                                                  \
        return result;                                                                                                 \
    }

/* Define a public function without a result. */
#define ACTION(name, parameters, action)                                                                               \
    void name parameters                                                                                               \
    {                                                                                                                  \
        action;                                                                                                        \
    }

FUNCTION(const char *, qprof_version, (void), QPROF_VERSION)

unsigned long qprof_abilities(void)
{
    return qp_product_is_timed(QP_PRODUCT) ? QPROF_ABILITY_TIMES : QPROF_ABILITY_COVERS;
}

/* ---- life cycle ------------------------------------------------------------------------------------------ */

static int summarise(int data_file, const char *path, int log)
{
    return qp_summary_write(data_file, path, QP_PRODUCT, log);
}

static int start(const char *options, void (*callback)(qprof_MethodID), bool virtual_threads)
{
    const struct qp_start how = {
        .product = QP_PRODUCT,
        .options = options,
        .callback = callback,
        .virtual_threads = virtual_threads,
        .timed = qp_product_is_timed(QP_PRODUCT),
        .summary = summarise,
        .hooks = qp_product_is_timed(QP_PRODUCT) ? &qp_timeline_hooks : NULL,
    };
    return qp_session_start(&how);
}

int qprof_initialize(const char *initial_options, void (*callback_get_method_info)(qprof_MethodID))
{
    return start(initial_options, callback_get_method_info, false);
}

int qprof_initialize_ex(qprof_InitInfo *qprof_init_info)
{
    const qprof_InitInfo *info = qprof_init_info;
    if (!info) {
        qp_message(QP_PRODUCT, "qprof_initialize_ex without its struct");
        return QPROF_ERR_INFO;
    }
    if (info->version != 0) {
        qp_message(QP_PRODUCT, "qprof_initialize_ex of version %d; this library knows version 0", info->version);
        return QPROF_ERR_VERSION;
    }
    return start(info->initial_options, info->callback_get_method_info, info->usingVirtualThreads);
}

/* If a function whose name ends with _vt is called in a run without virtual threads, report a misuse. The opposite
 * is allowed for the functions in this file: in a run with virtual threads, their variants without _vt may be called,
 * too, because they concern no particular thread. Besides, the callback that registers a method does not know a virtual
 * thread. */
static void check_virtual(const char *function)
{
    if (qp_control_is_running(QP_PRODUCT) && !qp_load_relaxed(&qp_runs[QP_PRODUCT].virtual_threads))
        qp_run_wrong_flavour(QP_PRODUCT, function);
}

ACTION(qprof_shutdown, (void), qp_session_stop(QP_PRODUCT))

void qprof_shutdown_vt(VthreadID virtual_thread_id)
{
    (void)virtual_thread_id; /* the calling thread makes no difference */
    check_virtual(__func__);
    qp_session_stop(QP_PRODUCT);
}

FUNCTION(int, qprof_set_method_callback, (void (*callback)(qprof_MethodID method_id, void *user), void *user),
         qp_session_set_callback(QP_PRODUCT, callback, user))

ACTION(qprof_redirect_messages, (int descriptor), qp_message_redirect(descriptor))
FUNCTION(void *, qprof_get_option, (const char *optionName), qp_session_option(QP_PRODUCT, optionName))

/* ---- definitions ----------------------------------------------------------------------------------------- */

ACTION(qprof_register_method_id,
       (qprof_MethodID id, const char *demangled_name, const char *class_name, int flags, const char *source_file,
        const qprof_LineInfo *line_number_table, int line_number_size),
       qp_definition_method(QP_PRODUCT, id, demangled_name, class_name, flags, source_file, line_number_table,
                            line_number_size))

void qprof_register_method_id_vt(qprof_MethodID id, const char *demangled_name, const char *class_name, int flags,
                                 const char *source_file, const qprof_LineInfo *line_number_table, int line_number_size,
                                 VthreadID virtual_thread_id)
{
    (void)virtual_thread_id; /* a method belongs to the process, whichever virtual thread registers it */
    check_virtual(__func__);
    qp_definition_method(QP_PRODUCT, id, demangled_name, class_name, flags, source_file, line_number_table,
                         line_number_size);
}

FUNCTION(int, qprof_retire_method_id, (qprof_MethodID id), qp_definition_retire(QP_PRODUCT, id))
FUNCTION(int, qprof_register_source, (const char *file, const char *text, size_t size),
         qp_definition_source(QP_PRODUCT, file, text, size))
FUNCTION(int, qprof_register_branches, (qprof_MethodID id, const qprof_BranchInfo *branches, int count),
         qp_definition_branches(QP_PRODUCT, id, branches, count))
FUNCTION(int, qprof_register_branch_targets, (qprof_MethodID id, const int *lines, int count),
         qp_definition_branch_targets(QP_PRODUCT, id, lines, count))
FUNCTION(int, qprof_exclude_lines, (const char *file, int first, int last, const char *reason),
         qp_definition_exclusion(QP_PRODUCT, file, first, last, reason))

#define MOST_NAMED 100 /* maximum number of notes about excluded methods; further methods are only counted */

/* Add a note with the name of an excluded method to the run, because the diagnostic contains only the name of the
 * first such method. */
static void name_excluded(const char *name, const char *reason)
{
    char text[1000];
    if (!qp_control_is_running(QP_PRODUCT) || qp_diagnose_count(QP_PRODUCT, QP_DIAGNOSTIC_LEFT_OUT) > MOST_NAMED)
        return;
    snprintf(text, sizeof text, "left out: %.700s: %.200s", name, reason);
    qp_control_mark(QP_PRODUCT, QP_MARK_NOTE, text);
}

int qprof_exclude_method(const char *name, const char *reason)
{
    if (!name || !reason) {
        qp_diagnose(QP_PRODUCT, QP_DIAGNOSTIC_NULL_NAME, "%s", __func__);
        return -1;
    }
    qp_diagnose(QP_PRODUCT, QP_DIAGNOSTIC_LEFT_OUT, "%.70s: %.30s", name, reason);
    name_excluded(name, reason);
    return 0;
}

/* ---- overhead of the binding ----------------------------------------------------------------------------- */

FUNCTION(int, qprof_begin_overhead, (void), qp_recorder_time_enter(QP_PRODUCT))
ACTION(qprof_end_overhead, (int begun), qp_recorder_time_leave(QP_PRODUCT, begun))

FUNCTION(int, qprof_calibrate, (qprof_Play * play, double more, void *user),
         qp_calibrate_client(QP_PRODUCT, play, more, user) ? 0 : -1)
FUNCTION(int, qprof_throttle, (qprof_MethodID * methods, int size), qp_control_throttle(QP_PRODUCT, methods, size))

/* ---- control --------------------------------------------------------------------------------------------- */

FUNCTION(int, qprof_is_running, (void), qp_control_is_running(QP_PRODUCT))
FUNCTION(int, qprof_is_recording_data, (void), qp_control_is_recording(QP_PRODUCT))
FUNCTION(int, qprof_start_recording_data, (void), qp_control_resume(QP_PRODUCT))
FUNCTION(int, qprof_stop_recording_data, (void), qp_control_pause(QP_PRODUCT, false))
FUNCTION(int, qprof_disable_recording_data, (void), qp_control_pause(QP_PRODUCT, true))
FUNCTION(int, qprof_clear_data, (void), qp_control_mark(QP_PRODUCT, QP_MARK_CLEAR, NULL))
FUNCTION(int, qprof_save_data, (void), qp_control_save(QP_PRODUCT))
FUNCTION(int, qprof_data_file, (char *path, size_t size), qp_control_data_file(QP_PRODUCT, path, size))
FUNCTION(int, qprof_new_phase, (void), qp_control_mark(QP_PRODUCT, QP_MARK_PHASE, NULL))
FUNCTION(int, qprof_new_phase_named, (const char *name), qp_control_mark(QP_PRODUCT, QP_MARK_PHASE, name))

int qprof_add_annotation(const char *text)
{
    if (!text) {
        qp_diagnose(QP_PRODUCT, QP_DIAGNOSTIC_NULL_NAME, "%s", __func__);
        return 0;
    }
    return qp_control_mark(QP_PRODUCT, QP_MARK_NOTE, text) ? (int)strlen(text) : 0;
}

ACTION(qprof_set_break_on_event, (unsigned long flags, void *event_data),
       qp_control_break(QP_PRODUCT, (uint32_t)flags, (uint64_t)(uintptr_t)event_data))
