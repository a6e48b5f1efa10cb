/* qii_load.h - loader for libqprof or libcprof at run time, called through a struct of pointers.
 *
 * Header-only, C and C++. Ours, since 0.2. The program can be built and started without either library. It decides at
 * run time which library it loads:
 *
 *     struct qii qii;
 *     if (qii_load(&qii, "qprof") != 0)
 *         fprintf(stderr, "%s\n", qii.error);
 *     else if (qii.initialize("", NULL) > 0) {
 *         qii.record_fn_entry(1, 65);
 *         qii.record_fn_exit(0);
 *         qii.shutdown();
 *     }
 *
 * Each pointer has the name and type of its function in qprof.h, qprof_counters.h or qprof_stacks.h, without the
 * prefix. With glibc older than 2.34 link with -ldl. Threads: one thread fills a struct; afterwards any thread may call
 * through its pointers.
 *
 * The header defines these names: struct qii, qii_load, qii_unload, QII_FUNCTIONS, QII_LOADED and QII_ERR_*. All others
 * begin with qii_load_h_ or QII_LOAD_H_. */
#ifndef QII_LOAD_H
#define QII_LOAD_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include "qprof_counters.h"
#include "qprof_stacks.h"

/* Every function of the interface, once. REQUIRED functions are part of QII: a library that lacks any of them is
 * refused. OPTIONAL functions were added by this project; the pointer is NULL if the library lacks the function. */
#define QII_FUNCTIONS(REQUIRED, OPTIONAL)                                                                              \
    REQUIRED(initialize)                                                                                               \
    REQUIRED(initialize_ex)                                                                                            \
    REQUIRED(shutdown)                                                                                                 \
    REQUIRED(shutdown_vt)                                                                                              \
    REQUIRED(get_option)                                                                                               \
    REQUIRED(thread_create)                                                                                            \
    REQUIRED(thread_create_vt)                                                                                         \
    REQUIRED(thread_destroy)                                                                                           \
    REQUIRED(thread_destroy_vt)                                                                                        \
    REQUIRED(set_thread_name)                                                                                          \
    REQUIRED(register_method_id)                                                                                       \
    REQUIRED(register_method_id_vt)                                                                                    \
    REQUIRED(record_fn_entry)                                                                                          \
    REQUIRED(record_fn_entry_vt)                                                                                       \
    REQUIRED(record_fn_exit)                                                                                           \
    REQUIRED(record_fn_exit_vt)                                                                                        \
    REQUIRED(verify_fn_exit)                                                                                           \
    REQUIRED(current_method_id)                                                                                        \
    REQUIRED(current_method_id_vt)                                                                                     \
    REQUIRED(record_counts)                                                                                            \
    REQUIRED(record_counts_vt)                                                                                         \
    REQUIRED(record_bb_counts)                                                                                         \
    REQUIRED(record_bb_time)                                                                                           \
    REQUIRED(record_bb_time_vt)                                                                                        \
    REQUIRED(execute_byte_code)                                                                                        \
    REQUIRED(record_monitor_acquired)                                                                                  \
    REQUIRED(record_monitor_released)                                                                                  \
    REQUIRED(is_running)                                                                                               \
    REQUIRED(is_recording_data)                                                                                        \
    REQUIRED(start_recording_data)                                                                                     \
    REQUIRED(stop_recording_data)                                                                                      \
    REQUIRED(disable_recording_data)                                                                                   \
    REQUIRED(clear_data)                                                                                               \
    REQUIRED(save_data)                                                                                                \
    REQUIRED(new_phase)                                                                                                \
    REQUIRED(add_annotation)                                                                                           \
    REQUIRED(set_break_on_event)                                                                                       \
    OPTIONAL(version)                                                                                                  \
    OPTIONAL(abilities)                                                                                                \
    OPTIONAL(set_thread_name_vt)                                                                                       \
    OPTIONAL(vthread_suspend)                                                                                          \
    OPTIONAL(vthread_resume)                                                                                           \
    OPTIONAL(vthread_switch)                                                                                           \
    OPTIONAL(vthread_wake)                                                                                             \
    OPTIONAL(vthread_wake_since)                                                                                       \
    OPTIONAL(register_source)                                                                                          \
    OPTIONAL(register_branches)                                                                                        \
    OPTIONAL(register_branch_targets)                                                                                  \
    OPTIONAL(exclude_lines)                                                                                            \
    OPTIONAL(enter_method)                                                                                             \
    OPTIONAL(leave_method)                                                                                             \
    OPTIONAL(enter_function)                                                                                           \
    OPTIONAL(leave_function)                                                                                           \
    OPTIONAL(unwind)                                                                                                   \
    OPTIONAL(enter_method_since)                                                                                       \
    OPTIONAL(follow_method)                                                                                            \
    OPTIONAL(open_methods)                                                                                             \
    OPTIONAL(return_to_method)                                                                                         \
    OPTIONAL(follow_fn_entry)                                                                                          \
    OPTIONAL(follow_fn_entry_vt)                                                                                       \
    OPTIONAL(verify_fn_exit_vt)                                                                                        \
    OPTIONAL(record_bb_counts_vt)                                                                                      \
    OPTIONAL(record_bb)                                                                                                \
    OPTIONAL(record_bb_vt)                                                                                             \
    OPTIONAL(record_sample)                                                                                            \
    OPTIONAL(record_sample_vt)                                                                                         \
    OPTIONAL(hand_over_thread)                                                                                         \
    OPTIONAL(find_stack)                                                                                               \
    OPTIONAL(record_stack)                                                                                             \
    OPTIONAL(record_stack_vt)                                                                                          \
    OPTIONAL(record_stack_allocation)                                                                                  \
    OPTIONAL(record_stack_wait)                                                                                        \
    OPTIONAL(end_stacks)                                                                                               \
    OPTIONAL(hand_over_other)                                                                                          \
    OPTIONAL(name_stacks)                                                                                              \
    OPTIONAL(begin_sample)                                                                                             \
    OPTIONAL(record_allocation)                                                                                        \
    OPTIONAL(record_allocation_vt)                                                                                     \
    OPTIONAL(execute_byte_code_vt)                                                                                     \
    OPTIONAL(record_monitor_acquired_vt)                                                                               \
    OPTIONAL(record_monitor_released_vt)                                                                               \
    OPTIONAL(set_method_callback)                                                                                      \
    OPTIONAL(block_counters)                                                                                           \
    OPTIONAL(retire_method_id)                                                                                         \
    OPTIONAL(new_phase_named)                                                                                          \
    OPTIONAL(calibrate)                                                                                                \
    OPTIONAL(throttle)                                                                                                 \
    OPTIONAL(begin_overhead)                                                                                           \
    OPTIONAL(end_overhead)                                                                                             \
    OPTIONAL(redirect_messages)                                                                                        \
    OPTIONAL(exclude_method)                                                                                           \
    OPTIONAL(data_file)                                                                                                \
    OPTIONAL(context)                                                                                                  \
    OPTIONAL(context_vt)                                                                                               \
    OPTIONAL(context_load)                                                                                             \
    OPTIONAL(return_to_context)                                                                                        \
    OPTIONAL(context_within)                                                                                           \
    OPTIONAL(context_of_counters)                                                                                      \
    OPTIONAL(context_hits)

/* The pointer has the type that qprof.h declares, including the calling convention. */
#ifdef __cplusplus
#define QII_LOAD_H_POINTER(name)     decltype(qprof_##name) *name;
#define QII_LOAD_H_CAST(type, value) static_cast<type>(value)
#else
#define QII_LOAD_H_POINTER(name)     __typeof__(qprof_##name) *name;
#define QII_LOAD_H_CAST(type, value) ((type)(value))
#endif

struct qii {
    void *library;       /* handle of the system's loader; NULL if nothing is loaded */
    const char *missing; /* after a failure: the first required function that the library lacks, else NULL */
    char error[256];     /* after a failure: one line for the user, else empty */
    QII_FUNCTIONS(QII_LOAD_H_POINTER, QII_LOAD_H_POINTER)
};

/* Results of qii_load. */
#define QII_LOADED       0
#define QII_ERR_LIBRARY  (-1) /* no such library, or it cannot be loaded; error has the reason */
#define QII_ERR_FUNCTION (-2) /* not a QII library: `missing` names the function that it lacks */

#ifdef _WIN32
#define QII_LOAD_H_FILE "%.100s.dll"
static inline void *qii_load_h_open(const char *file)
{
    return LoadLibraryA(file);
}
static inline void *qii_load_h_find(void *library, const char *name)
{
    FARPROC found = GetProcAddress(QII_LOAD_H_CAST(HMODULE, library), name);
    void *address;
    memcpy(&address, &found, sizeof address);
    return address;
}
static inline void qii_load_h_close(void *library)
{
    FreeLibrary(QII_LOAD_H_CAST(HMODULE, library));
}
static inline void qii_load_h_explain(struct qii *qii, const char *name)
{
    snprintf(qii->error, sizeof qii->error, "cannot load %.160s: error %lu", name, GetLastError());
}
#else
#define QII_LOAD_H_FILE "lib%.100s.so.0"
static inline void *qii_load_h_open(const char *file)
{
    return dlopen(file, RTLD_NOW | RTLD_LOCAL);
}
static inline void *qii_load_h_find(void *library, const char *name)
{
    return dlsym(library, name);
}
static inline void qii_load_h_close(void *library)
{
    dlclose(library);
}
static inline void qii_load_h_explain(struct qii *qii, const char *name)
{
    const char *reason = dlerror();
    snprintf(qii->error, sizeof qii->error, "cannot load %.80s: %.150s", name, reason ? reason : "no reason given");
}
#endif

/* Unload the library and clear the struct. The library itself stays mapped for threads that still run in it. */
static inline void qii_unload(struct qii *qii)
{
    if (qii->library)
        qii_load_h_close(qii->library);
    memset(qii, 0, sizeof *qii);
}

/* Load a library by its short name ("qprof", "libqprof", "cprof": the file name is derived from it and searched where
 * the system searches libraries) or by a path or file name. Return QII_LOADED, or a QII_ERR code: then error and
 * missing are set, and every pointer is NULL. */
static inline int qii_load(struct qii *qii, const char *name_or_path)
{
#define QII_LOAD_H_REQUIRED(name) {"qprof_" #name, offsetof(struct qii, name), 1},
#define QII_LOAD_H_OPTIONAL(name) {"qprof_" #name, offsetof(struct qii, name), 0},
    static const struct {
        const char *name;
        size_t offset;
        int required;
    } symbols[] = {QII_FUNCTIONS(QII_LOAD_H_REQUIRED, QII_LOAD_H_OPTIONAL)};
#undef QII_LOAD_H_REQUIRED
#undef QII_LOAD_H_OPTIONAL

    memset(qii, 0, sizeof *qii);
    if (!name_or_path || !*name_or_path) {
        snprintf(qii->error, sizeof qii->error, "cannot load a library without a name");
        return QII_ERR_LIBRARY;
    }
    if (!strpbrk(name_or_path, "/\\.")) {
        char file[128];
        snprintf(file, sizeof file, QII_LOAD_H_FILE, strncmp(name_or_path, "lib", 3) ? name_or_path : name_or_path + 3);
        qii->library = qii_load_h_open(file);
    } else {
        qii->library = qii_load_h_open(name_or_path);
    }
    if (!qii->library) {
        qii_load_h_explain(qii, name_or_path);
        return QII_ERR_LIBRARY;
    }
    void *whole = qii;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *address = qii_load_h_find(qii->library, symbols[i].name);
        memcpy(QII_LOAD_H_CAST(char *, whole) + symbols[i].offset, &address, sizeof address);
        if (!address && symbols[i].required) {
            qii_unload(qii);
            qii->missing = symbols[i].name;
            snprintf(qii->error, sizeof qii->error, "%.160s lacks %s", name_or_path, symbols[i].name);
            return QII_ERR_FUNCTION;
        }
    }
    return QII_LOADED;
}

#undef QII_LOAD_H_POINTER
#undef QII_LOAD_H_CAST
#undef QII_LOAD_H_FILE

#endif
