/* region.h - callbacks of the runtime for threads, parallel regions, worksharing and waits. */
#pragma once

#include "bindings/ompt/interface.h"

void ompt_thread_begin(int kind, union ompt_data *thread);
void ompt_thread_end(union ompt_data *thread);

void ompt_parallel_begin(union ompt_data *task, const void *frame, union ompt_data *parallel, unsigned requested,
                         int flags, const void *code);
void ompt_parallel_end(union ompt_data *parallel, union ompt_data *task, int flags, const void *code);
void ompt_implicit_task(int endpoint, union ompt_data *parallel, union ompt_data *task, unsigned team_size,
                        unsigned index, int flags);

void ompt_work(int kind, int endpoint, union ompt_data *parallel, union ompt_data *task, uint64_t count,
               const void *code);
void ompt_masked(int endpoint, union ompt_data *parallel, union ompt_data *task, const void *code);

void ompt_sync_region(int kind, int endpoint, union ompt_data *parallel, union ompt_data *task, const void *code);
void ompt_sync_region_wait(int kind, int endpoint, union ompt_data *parallel, union ompt_data *task, const void *code);

void ompt_mutex_acquire(int kind, unsigned hint, unsigned implementation, uint64_t mutex, const void *code);
void ompt_mutex_acquired(int kind, uint64_t mutex, const void *code);
void ompt_mutex_released(int kind, uint64_t mutex, const void *code);
void ompt_nest_lock(int endpoint, uint64_t mutex, const void *code);
