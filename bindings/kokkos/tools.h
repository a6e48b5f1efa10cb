/* tools.h - the functions of Kokkos Tools, which Kokkos looks up in this library and calls.
 *
 * The wiki of kokkos-tools documents them. Kokkos calls `begin` and `end` with a number that this library chooses. A
 * device is a number, too; this library does not use it. Kokkos 3.2 and later define all of these functions; earlier
 * ones use some of them, and ignore the others. */
#pragma once

#include <stdint.h>

/* A memory space, passed by value. */
struct kokkosp_space {
    char name[64]; /* may fill the array without a null byte */
};

#pragma GCC visibility push(default)

void kokkosp_init_library(int sequence, uint64_t version, uint32_t device_count, const void *devices);
void kokkosp_finalize_library(void);
void kokkosp_parse_args(int count, char **words);
void kokkosp_print_help(char *program);
void kokkosp_declare_metadata(const char *key, const char *value);

void kokkosp_begin_parallel_for(const char *name, uint32_t device, uint64_t *number);
void kokkosp_end_parallel_for(uint64_t number);
void kokkosp_begin_parallel_reduce(const char *name, uint32_t device, uint64_t *number);
void kokkosp_end_parallel_reduce(uint64_t number);
void kokkosp_begin_parallel_scan(const char *name, uint32_t device, uint64_t *number);
void kokkosp_end_parallel_scan(uint64_t number);
void kokkosp_begin_fence(const char *name, uint32_t device, uint64_t *number);
void kokkosp_end_fence(uint64_t number);

void kokkosp_push_profile_region(const char *name);
void kokkosp_pop_profile_region(void);
void kokkosp_create_profile_section(const char *name, uint32_t *number);
void kokkosp_start_profile_section(uint32_t number);
void kokkosp_stop_profile_section(uint32_t number);
void kokkosp_destroy_profile_section(uint32_t number);
void kokkosp_profile_event(const char *name);

void kokkosp_begin_deep_copy(struct kokkosp_space to, const char *to_label, const void *to_address,
                             struct kokkosp_space from, const char *from_label, const void *from_address,
                             uint64_t size);
void kokkosp_end_deep_copy(void);
void kokkosp_allocate_data(struct kokkosp_space space, const char *label, const void *address, uint64_t size);
void kokkosp_deallocate_data(struct kokkosp_space space, const char *label, const void *address, uint64_t size);

#pragma GCC visibility pop
