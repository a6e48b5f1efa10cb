/* part.h - a static part of ITT for tests: the function pointers, and the search for a tool. */
#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/itt/layout.h"

/* clang-format off */

/* Functions that native.so has. */
#define BOUND(X) \
    X(pause) X(resume) X(pause_scoped) X(resume_scoped) X(detach) X(thread_set_name) X(thr_name_set) \
    X(thread_ignore) X(thr_ignore) X(get_timestamp) X(clock_domain_create) X(api_version) X(task_begin) \
    X(task_begin_ex) X(task_begin_fn) X(task_begin_fn_ex) X(task_end) X(task_end_ex) X(event_create) X(event_start) \
    X(event_end) X(task_begin_overlapped) X(task_begin_overlapped_ex) X(task_end_overlapped) \
    X(task_end_overlapped_ex) X(region_begin) X(region_end) X(frame_begin_v3) X(frame_end_v3) X(frame_submit_v3) \
    X(frame_create) X(frame_begin) X(frame_end) X(marker) X(marker_ex) X(task_group) X(mark_create) X(mark) \
    X(mark_global) X(sync_create) X(sync_set_name) X(notify_sync_name) X(sync_rename) X(sync_destroy) \
    X(sync_prepare) X(sync_cancel) X(sync_acquired) X(sync_releasing) X(notify_sync_prepare) X(notify_sync_cancel) \
    X(notify_sync_acquired) X(notify_sync_releasing) X(counter_inc) X(counter_inc_delta) X(counter_dec) \
    X(counter_dec_delta) X(counter_set_value) X(counter_set_value_ex) X(counter_set_value_v3) X(counter_destroy) \
    X(counter_inc_v3) X(counter_inc_delta_v3) X(counter_dec_v3) X(counter_dec_delta_v3) X(histogram_submit) \
    X(metadata_add) X(metadata_str_add) X(metadata_add_with_scope) X(metadata_str_add_with_scope) X(domain_create) \
    X(string_handle_create) X(counter_create) X(counter_create_typed) X(counter_create_v3) X(histogram_create)

/* Functions that keep their null functions. */
#define UNBOUND(X) \
    X(enable_attach) X(suppress_push) X(suppress_pop) X(suppress_mark_range) X(suppress_clear_range) \
    X(model_site_begin) X(model_site_end) X(model_task_begin) X(model_task_end) X(model_lock_acquire) \
    X(model_lock_release) X(heap_function_create) X(heap_allocate_begin) X(heap_allocate_end) X(heap_free_begin) \
    X(heap_free_end) X(heap_reallocate_begin) X(heap_reallocate_end) X(heap_internal_access_begin) \
    X(heap_internal_access_end) X(heap_record) X(heap_reset_detection) X(id_create) X(id_destroy) X(id_create_ex) \
    X(id_destroy_ex) X(relation_add) X(relation_add_ex) X(relation_add_to_current) X(relation_add_to_current_ex) \
    X(memory_read) X(memory_write) X(memory_update) X(state_get) X(state_set) X(obj_mode_set) X(thr_mode_set) \
    X(mark_off) X(mark_global_off) X(stack_caller_create) X(stack_caller_destroy) X(stack_callee_enter) \
    X(stack_callee_leave) X(clock_domain_reset) X(track_group_create) X(track_create) X(set_track) X(av_save) \
    X(module_load) X(module_unload) X(module_load_with_sections) X(module_unload_with_sections) \
    X(a_function_of_the_future)

/* clang-format on */

enum {
#define X(name) F_##name,
    BOUND(X) FIRST_UNBOUND,
    BEFORE_UNBOUND = FIRST_UNBOUND - 1,
    UNBOUND(X) FUNCTIONS
#undef X
};

static itt_function *places[FUNCTIONS];

static void do_nothing(void)
{
}

/* Call a function through its pointer, as the macros of ITT do. */
#define ITT(name, types, ...) (places[F_##name] ? ((void(*) types)places[F_##name])(__VA_ARGS__) : (void)0)
#define ITT_RESULT(name, result, types, ...)                                                                           \
    (places[F_##name] ? ((result(*) types)places[F_##name])(__VA_ARGS__) : (result)0)

static struct itt_entry entries[] = {
#define X(name) {"__itt_" #name, &places[F_##name], NULL, NULL, 1 << 12},
    BOUND(X)
#undef X
#define X(name) {"__itt_" #name, &places[F_##name], NULL, do_nothing, 1 << 12},
        UNBOUND(X)
#undef X
            {NULL, NULL, NULL, NULL, 0}};

static struct itt_global global = {.magic = {0xED, 0xAB, 0xAB, 0xEC, 0x0D, 0xEE, 0xDA, 0x30},
                                   .major = 3,
                                   .build = 20180723,
                                   .mutex = PTHREAD_MUTEX_INITIALIZER,
                                   .entries = entries};

/* Find the tool and call its initialization. Return whether there is one. */
static bool initialize(int groups)
{
    const char *path = getenv("INTEL_LIBITTNOTIFY64");
    void *library = path ? dlopen(path, RTLD_LAZY) : NULL;
    void *address = library ? dlsym(library, "__itt_api_init") : NULL;
    if (address)
        ((void (*)(struct itt_global *, int))address)(&global, groups);
    global.initialized = 1;
    return address;
}

static struct itt_domain *make_domain(const char *name)
{
    struct itt_domain *domain = calloc(1, sizeof *domain);
    domain->flags = 1;
    domain->name = name;
    domain->next = global.domains;
    return global.domains = domain;
}

static struct itt_string *make_string(const char *text)
{
    struct itt_string *string = calloc(1, sizeof *string);
    string->text = text;
    string->next = global.strings;
    return global.strings = string;
}
