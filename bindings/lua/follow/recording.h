/* recording.h - the recording of one Lua state, from qii.start to qii.stop: what all that follows its events share.
 *
 * Words
 *   library    libqprof or libcprof (bindings/kit/library.h), which all recordings of the process share
 *   function   what QII calls a method: a Lua prototype or a C function (functions/function.h)
 *   coroutine  a Lua thread, a virtual thread to the library; the main thread too (coroutine.h)
 *   silent     a frame that was open before a program under `qii lua` began: the library never hears of it
 *
 * A recording belongs to its state, whichever system thread runs it; one that is over serves the next state. */
#ifndef QLUA_RECORDING_H
#define QLUA_RECORDING_H

#include <stdbool.h>
#include <stdint.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/library.h"
#include "bindings/lua/functions/lookup.h"
#include "bindings/lua/version/api.h"

struct kit_frame;
struct qlua_allocator;
struct qlua_coroutine;
struct qlua_counting;
struct qlua_recording;
struct qlua_sampling;

/* What Lua is to call for events, and for instructions where branches are counted. */
struct qlua_hooks {
    lua_Hook event;
    lua_Hook instruction;
};

/* The frame of the last instruction, where branches are counted (instruction.h). */
struct qlua_instruction_frame {
    const void *call;     /* NULL: none is at hand */
    const uint32_t *code; /* its instructions, and what each means */
    const struct qlua_branch_step *items;
    const struct qlua_branch_test *tests;
    struct kit_frame *frame; /* keeps where it is while others run */
    int line;                /* block of the line that runs */
    int place;               /* of position.h, 0 where each instruction is to be looked at */
    VthreadID coroutine;
};

struct qlua_recording {
    lua_State *L;                   /* of current; NULL: not running, or the library has not heard of a switch yet */
    struct qlua_coroutine *current; /* the one that runs, or ran last */
    const struct qii *qii;
    struct qlua_lookup lookup;
    bool quick;      /* the next event of current may go the quick way of hook.c */
    bool running;    /* between start and stop */
    unsigned guest;  /* the run (kit_library.run) that does not wait for its end, 0 = each run does */
    bool lines;      /* as the library's */
    bool line_times; /* the library's times */
    bool returns;    /* Lua tells of them; where no time depends on a return, the next event elsewhere shows it */
    bool branches;   /* counted instruction by instruction, and lines with them; only where frames can be read */
    const struct qlua_hooks *hooks;
    lua_State *main;               /* main thread of the state, NULL = free for the next one */
    struct kit_hashmap coroutines; /* by lua_State */
    struct qlua_coroutine *muted;  /* the first of those that are */
    struct qlua_instruction_frame instruction;
    int count_place;                /* of position.h */
    struct qlua_counting *counting; /* functions that count their lines themselves (count/counting.h); NULL = none do */
    bool by_hooks;                  /* others are there, too; without counting, all are */
    struct qlua_allocator *allocator;
    bool marks;                     /* in samples: frames can be read (inside/layout.h) and marked (inside/mark.h) */
    size_t base;                    /* with marks: where in a thread its frame below all calls lies */
    struct qlua_sampling *sampling; /* NULL = never yet (sampling.h) */
    lua_CFunction sethook;          /* what debug.sethook and debug.gethook were before the start */
    lua_CFunction gethook;
    lua_Hook debug_hook;                                    /* what debug.sethook sets; NULL = not known yet */
    void (*closes)(struct qlua_recording *r, lua_State *L); /* its state is going to be closed */
    struct qlua_recording *next;                            /* of all there are */
};

/* The recording that this thread ran last: most events need no other. Another thread may run it since: only where
 * qlua_recording_is_at says so it may be looked into. Initial-exec: a call of __tls_get_addr costs as much as all else
 * that the hook does. */
extern __thread struct qlua_recording *qlua_recording_here __attribute__((tls_model("initial-exec")));

/* Whether a recording ran L last. It may be another thread's recording: L runs on this thread now, so no other thread
 * makes the answer wrong. */
static inline bool qlua_recording_is_at(const struct qlua_recording *r, const lua_State *L)
{
    return __atomic_load_n(&r->L, __ATOMIC_RELAXED) == L;
}

static inline void qlua_recording_set_at(struct qlua_recording *r, lua_State *L)
{
    __atomic_store_n(&r->L, L, __ATOMIC_RELAXED);
}

/* Return true if r is a guest in a run that has ended: it must report nothing more. */
static inline bool qlua_recording_is_late(const struct qlua_recording *r)
{
    unsigned guest = __atomic_load_n(&r->guest, __ATOMIC_RELAXED);
    return guest && guest != __atomic_load_n(&kit_library.run, __ATOMIC_SEQ_CST);
}

/* Note that L runs now. Return false for a guest that is late. Either this thread sees that the run has ended, or the
 * end interrupts the guest after this. */
static inline bool qlua_recording_arrive(struct qlua_recording *r, lua_State *L)
{
    qlua_recording_set_at(r, L);
    if (!r->guest)
        return true;
    __atomic_store_n(&r->L, L, __ATOMIC_SEQ_CST);
    if (!qlua_recording_is_late(r))
        return true;
    qlua_recording_set_at(r, NULL);
    return false;
}

/* Send the next event of each guest the long way, which finds that the run has ended. With the library's lock. */
void qlua_recording_interrupt_guests(void);

/* Whether a hook is one of ours. */
static inline bool qlua_recording_has_hook(const struct qlua_recording *r, lua_Hook hook)
{
    return hook == r->hooks->event || hook == r->hooks->instruction;
}

/* The recording of L's state, NULL when it never had one. */
struct qlua_recording *qlua_recording_of(lua_State *L);

/* The recording of L's state, made when it has none; NULL without memory. closes is called before the state is closed.
 * Raises errors without memory. */
struct qlua_recording *qlua_recording_get(lua_State *L, void (*closes)(struct qlua_recording *r, lua_State *L));

#endif
