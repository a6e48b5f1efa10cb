/* real.h - functions of the C library that calls.c replaces. */
#pragma once

#include <pthread.h>

int real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
