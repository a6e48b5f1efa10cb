/* fork.h - the child of a fork. It is recorded if the user wants all child processes recorded. */
#pragma once

#include <pthread.h>
#include <stdbool.h>

/* From now on, call `forked` in each child. Children are recorded if `follows`, or if the user has given the library's
 * option. */
void native_fork_prepare(bool follows, void (*forked)(bool recorded));

/* The recorder has begun: from now on, report the open frames of the forking thread in each child that is recorded. The
 * recorder has been loaded, since its own handler must come first. */
void native_fork_begin(void);

/* Hold this lock during each fork of a process whose children are recorded: then it is free in the child, and what it
 * protects is consistent. A lock that is taken while another one is held has a later order. For constructors. */
enum native_order { NATIVE_ORDER_INTERFACE, NATIVE_ORDER_FILTER, NATIVE_ORDER_METHOD, NATIVE_ORDER_SYMBOL };
void native_fork_protect(pthread_mutex_t *lock, enum native_order order);
