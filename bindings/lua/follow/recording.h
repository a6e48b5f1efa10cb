/* recording.h - shared state of the recording of one Lua state, from qii.start to qii.stop.
 *
 * Terms
 *   library    libqprof or libcprof (bindings/kit/library.h), shared by all recordings of the process
 *   function   a method in QII's terms: a Lua prototype or a C function (functions/function.h)
 *   coroutine  a Lua thread, including the main thread; a virtual thread to the library (coroutine.h)
 *   silent     a frame that was open before a program under `qii lua` began: it is not reported to the library
 *
 * A recording belongs to a Lua state, whichever system thread runs the state. A finished recording is reused for
 * another state. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bindings/kit/hashmap.h"
#include "bindings/kit/library.h"
#include "bindings/lua/functions/lookup.h"
#include "bindings/lua/inside/check.h"
#include "bindings/lua/version/api.h"

struct kit_frame;
struct qlua_allocator;
struct qlua_allocator_watcher;
struct qlua_coroutine;
struct qlua_counting;
struct qlua_recording;
struct qlua_sampling;

/* Kinds of recording. A state has one mode at a time. */
enum qlua_mode {
    QLUA_MODE_NONE, /* the recording does not run */
    QLUA_MODE_SAMPLES,
    QLUA_MODE_CALLS,
    QLUA_MODE_LINE_TIMES, /* calls, and the time of each line */
    QLUA_MODE_LINES,      /* calls, and the count of each line */
    QLUA_MODE_BRANCHES    /* branches and lines, counted in instruction events; requires that frames can be read */
};

/* Our two hooks: `event` for calls, returns and lines; `instruction` for calls, returns and single instructions. */
struct qlua_hooks {
    lua_Hook event;
    lua_Hook instruction;
};

/* The program's own hook of a thread. Our hook replaces it, and calls it (chain.h). */
struct qlua_theirs {
    lua_Hook hook;
    int mask; /* 0 = no hook */
    int count;
};

static inline struct qlua_theirs qlua_theirs_get(lua_State *L)
{
    return (struct qlua_theirs){lua_gethook(L), lua_gethookmask(L), lua_gethookcount(L)};
}

static inline void qlua_theirs_set(const struct qlua_theirs *theirs, lua_State *L)
{
    lua_sethook(L, theirs->hook, theirs->mask, theirs->count);
}

static inline bool qlua_theirs_wants(const struct qlua_theirs *theirs, const lua_Debug *ar)
{
    return theirs->mask & (ar->event == LUA_HOOKTAILCALL ? LUA_MASKCALL : 1 << ar->event);
}

/* Cached frame of the last instruction, in QLUA_MODE_BRANCHES (instruction.h). */
struct qlua_instruction_frame {
    const void *call;     /* CallInfo; NULL = nothing is cached */
    const uint32_t *code; /* first instruction of the frame's function */
    const struct qlua_branch_step *items;
    const struct qlua_branch_test *tests;
    struct kit_frame *frame; /* our frame, which stores the position while other frames run */
    int line;                /* block of the current line */
    int place;               /* offset of Lua's instruction counter in the thread (position.h), 0 if each instruction
                              * needs an event */
    VthreadID coroutine;
};

struct qlua_recording {
    lua_State *L; /* thread of `current`; NULL = the state does not run, or a switch is not reported yet */
    struct qlua_coroutine *current; /* coroutine that runs, or ran last */
    const struct qii *qii;
    struct qlua_lookup lookup;
    enum qlua_mode mode; /* QLUA_MODE_NONE: before start, or after stop */
    bool fast;           /* the next event of `current` may take the fast path of hook.c */
    bool returns;        /* return events are enabled. They are not needed if no times are recorded and frames can be
                          * read: later events show which functions have returned. */
    unsigned guest;      /* number of the run (kit_library.run) in which this recording is a guest, so the run ends
                          * without waiting for it; 0 = not a guest */
    const struct qlua_hooks *hooks;
    lua_State *main;               /* main thread of the recorded Lua state; NULL = this struct is free for another
                                    * state */
    struct kit_hashmap coroutines; /* by lua_State */
    struct qlua_coroutine *muted;  /* list of muted coroutines */
    struct qlua_instruction_frame instruction;
    struct qlua_checked checked;    /* all 0 without access to Lua's own structures */
    struct qlua_counting *counting; /* functions that count their lines themselves (count/counting.h); NULL = none */
    bool by_hooks;                  /* hooks are needed, because some functions do not count themselves */
    struct qlua_allocator *allocator;
    bool reports_allocations;                               /* the allocator reports what the program allocates */
    struct qlua_sampling *sampling;                         /* data for sampling; NULL = the Lua state was never
                                                             * sampled */
    lua_CFunction sethook;                                  /* original debug.sethook */
    lua_CFunction gethook;                                  /* original debug.gethook */
    bool has_contexts;                                      /* named contexts are used (context.h) */
    int context;                                            /* number of the named context that the state set last */
    lua_Hook debug_hook;                                    /* hook that debug.sethook sets; NULL = unknown */
    void (*closes)(struct qlua_recording *r, lua_State *L); /* called before the state is closed */
    struct qlua_recording *next;                            /* next recording in the list of all recordings */
};

/* The recording that this system thread ran last. Most events need no other recording. Another thread may have run
 * it since then, so access the recording only if qlua_recording_is_at returns true. The TLS model is initial-exec,
 * because a call of __tls_get_addr takes as long as the rest of the hook. */
extern __thread struct qlua_recording *qlua_recording_here __attribute__((tls_model("initial-exec")));

/* Return whether L is the Lua thread that a recording ran last. The recording may run on another system thread now.
 * But L runs on this system thread, so no other system thread can change the result. */
static inline bool qlua_recording_is_at(const struct qlua_recording *r, const lua_State *L)
{
    return __atomic_load_n(&r->L, __ATOMIC_RELAXED) == L;
}

static inline void qlua_recording_set_at(struct qlua_recording *r, lua_State *L)
{
    __atomic_store_n(&r->L, L, __ATOMIC_RELAXED);
}

/* Return whether r is a guest in a run that has ended. Such a guest must not report anything any more. */
static inline bool qlua_recording_is_late(const struct qlua_recording *r)
{
    unsigned guest = __atomic_load_n(&r->guest, __ATOMIC_RELAXED);
    return guest && guest != __atomic_load_n(&kit_library.run, __ATOMIC_SEQ_CST);
}

/* Store that L runs now. Return false for a guest whose run has ended. If this system thread cannot see the end of
 * the run yet, then qlua_recording_interrupt_guests, which is called after the end, sees that L runs here. */
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

/* Make the next event of each guest take the slow path, which detects that the run has ended. The caller holds the
 * library's lock. */
void qlua_recording_interrupt_guests(void);

/* Return whether a hook is one of ours. */
static inline bool qlua_recording_has_hook(const struct qlua_recording *r, lua_Hook hook)
{
    return hook == r->hooks->event || hook == r->hooks->instruction;
}

/* Return the recording of L's state, NULL if it never had one. */
struct qlua_recording *qlua_recording_of(lua_State *L);

/* Return the recording of L's state; create it if necessary. Return NULL if out of memory. `closes` is called
 * before the state is closed. This function may also raise a Lua memory error. */
struct qlua_recording *qlua_recording_get(lua_State *L, void (*closes)(struct qlua_recording *r, lua_State *L));
