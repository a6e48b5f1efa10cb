#include "events.h"
#include "row.h"

#include <stdio.h>
#include <stdlib.h>
#include <x86intrin.h>

struct qii qii;

void events_start(const char *library, const char *file, bool virtual_threads)
{
    char path[4096];
    char options[8192];
    snprintf(path, sizeof path, "%s/%s", row_data, file);
    remove(path);
    snprintf(options, sizeof options, "-quiet -max-data-size=8G -data-file=%s", path);
    snprintf(path, sizeof path, "%s/lib%s.so", row_libraries, library);
    if (qii_load(&qii, path) != QII_LOADED) {
        fprintf(stderr, "bench: %s\n", qii.error);
        exit(1);
    }
    if (qii.initialize_ex(&(qprof_InitInfo){0, options, NULL, virtual_threads}) < 0)
        exit(1);
}

static __attribute__((noinline)) uint64_t read_clock(void)
{
    return __rdtsc();
}

/* The clock is read through a pointer, because the functions of the library are called through pointers, too. */
static uint64_t (*volatile clock_pointer)(void) = read_clock;
static volatile uint64_t sink;

void events_add(struct events *events, uint32_t method, uint32_t stack, uintptr_t vthread)
{
    if ((events->count & (events->count - 1)) == 0) {
        size_t room = events->count == 0 ? 1 : events->count * 2;
        events->list = realloc(events->list, room * sizeof *events->list);
        if (!events->list) {
            fputs("bench: no memory\n", stderr);
            exit(1);
        }
    }
    events->list[events->count++] = (struct event){method, stack, vthread};
}

void events_free(struct events *events)
{
    free(events->list);
    *events = (struct events){NULL, 0};
}

void events_play(const struct events *events)
{
    for (size_t i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        if (event->method)
            qii.record_fn_entry(event->method, event->stack);
        else
            qii.record_fn_exit(event->stack);
    }
}

void events_play_vt(const struct events *events)
{
    for (size_t i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        if (event->method)
            qii.record_fn_entry_vt(event->method, event->stack, event->vthread);
        else
            qii.record_fn_exit_vt(event->stack, event->vthread);
    }
}

void events_play_clock(const struct events *events)
{
    uint64_t (*clock)(void) = clock_pointer;
    for (size_t i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        if (event->method)
            sink = clock() + event->stack;
        else
            sink = clock() - event->stack;
    }
}

void events_read_clock(uint32_t pairs)
{
    const struct events pair = {(struct event[]){{1, 1, 0}, {0, 1, 0}}, 2};
    for (uint32_t i = 0; i < pairs; i++)
        events_play_clock(&pair);
}

static __attribute__((noinline)) void do_nothing(qprof_MethodID method, qprof_StackID stack)
{
    __asm__ volatile("" : : "r"(method), "r"(stack));
}

static void (*volatile nothing)(qprof_MethodID, qprof_StackID) = do_nothing;

void events_play_empty(const struct events *events)
{
    void (*call)(qprof_MethodID, qprof_StackID) = nothing;
    for (size_t i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        if (event->method)
            call(event->method, event->stack);
        else
            call(0, event->stack);
    }
}

/* ---- sequences ------------------------------------------------------------------------------------------ */

/* Add the entry of a function. The stack id of a frame is 100 + its depth. */
static void enter(struct events *events, uint32_t method, uint32_t depth)
{
    events_add(events, method, 100 + depth, 0);
}

static void leave(struct events *events, uint32_t depth)
{
    events_add(events, 0, depth == 1 ? 0 : 99 + depth, 0);
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Add a chain of nested calls down to `depth`, and calls of the other functions on the way back up. */
static void walk_once(struct events *events, uint32_t functions, uint32_t depth)
{
    uint32_t method = 1;
    for (uint32_t now = 1; now <= depth; now++)
        enter(events, method++, now);
    for (uint32_t now = depth; now > 0; now--) {
        leave(events, now);
        for (uint32_t i = 0; i < 2 && now > 1 && method <= functions; i++) {
            enter(events, method++, now);
            leave(events, now);
        }
    }
}

void events_walk(struct events *events, uint32_t functions, uint32_t depth, size_t calls)
{
    while (events->count < 2 * calls)
        walk_once(events, functions, depth);
}

void events_wide(struct events *events, uint32_t children, size_t calls, bool random)
{
    uint32_t state = 1;
    enter(events, 1, 1);
    for (size_t i = 0; i < calls; i++) {
        enter(events, 2 + (random ? next_random(&state) : (uint32_t)i) % children, 2);
        leave(events, 2);
    }
    leave(events, 1);
}

void events_every_path(struct events *events, uint32_t fan)
{
    for (uint32_t a = 1; a <= fan; a++) {
        enter(events, a, 1);
        for (uint32_t b = 1; b <= fan; b++) {
            enter(events, b, 2);
            for (uint32_t c = 1; c <= fan; c++) {
                enter(events, c, 3);
                leave(events, 3);
            }
            leave(events, 2);
        }
        leave(events, 1);
    }
}

void events_switching(struct events *events, uint32_t threads, uint32_t pairs, size_t calls)
{
    /* A step that is coprime to the number of threads visits all of them, out of order. */
    uint32_t step = threads > 1 ? 7919 : 0;
    uint32_t thread = 0;
    for (size_t i = 0; i < calls; i++) {
        if (i % pairs == 0)
            thread = (thread + step) % threads;
        events_add(events, 1, 101, 1000 + thread);
        events_add(events, 0, 0, 1000 + thread);
    }
}
