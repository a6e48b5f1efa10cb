/* log_unused.c - the functions that qii_load.h requires of a library and Lua's binding never calls. In a file of its
 * own, because only their names matter: no header declares them here. */
#include <stdio.h>

#define UNUSED(name)                                                                                                   \
    __attribute__((visibility("default"))) void qprof_##name(void);                                                    \
    void qprof_##name(void)                                                                                            \
    {                                                                                                                  \
        fprintf(stderr, "qprof_" #name " was called\n");                                                               \
    }

UNUSED(shutdown)
UNUSED(get_option)
UNUSED(thread_create)
UNUSED(thread_destroy)
UNUSED(set_thread_name)
UNUSED(register_method_id)
UNUSED(record_fn_entry)
UNUSED(record_fn_exit)
UNUSED(verify_fn_exit)
UNUSED(current_method_id)
UNUSED(current_method_id_vt)
UNUSED(record_counts)
UNUSED(record_counts_vt)
UNUSED(record_bb_counts)
UNUSED(record_bb_time)
UNUSED(execute_byte_code)
UNUSED(record_monitor_acquired)
UNUSED(record_monitor_released)
UNUSED(is_running)
UNUSED(disable_recording_data)
UNUSED(clear_data)
UNUSED(set_break_on_event)
