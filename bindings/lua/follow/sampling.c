#include "bindings/lua/follow/sampling.h"

#include <stdio.h>
#include <stdlib.h>

#include "bindings/lua/follow/placing.h"
#include "bindings/lua/follow/resumption.h"
#include "bindings/lua/follow/running.h"

/* ---- one sample ------------------------------------------------------------------------------------------------- */

/* Fill the end of `chain` with L and, before L, the threads that wait for it. Return the index of the first thread. */
static int list_chain(const struct qlua_sampling *s, lua_State *L, lua_State **chain, int room)
{
    int first = room;
    chain[--first] = L;
    for (const struct qlua_resumption *one = s->resumption; one && first > 0; one = one->below)
        chain[--first] = one->resumer;
    return first;
}

/* Return the block of the current line of the top frame, -1 = unknown. */
static int running_block(const struct qlua_coroutine *co)
{
    lua_Debug ar;
    const struct kit_frame *top = co->frames.stack.top;
    for (int level = 0; top->function && !qlua_frame_function(top)->is_c && lua_getstack(co->frames.L, level, &ar);
         level++) {
        if ((const void *)ar.i_ci != top->call)
            continue;
        lua_getinfo(co->frames.L, "l", &ar);
        return kit_function_block(top->function, ar.currentline);
    }
    return -1;
}

/* Return the level of the frame that the sample belongs to. A call event comes before the called function runs, so
 * the sample belongs to the caller, if the caller's frame still exists. */
static int level_before(int event)
{
    if (event == LUA_HOOKTAILCALL)
        return QLUA_API_TAIL_LEVEL;
    return event == LUA_HOOKCALL;
}

static void take(struct qlua_recording *r, lua_State *L, const lua_Debug *ar)
{
    lua_State *chain[QLUA_RESUMPTIONS];
    if (r->qii->begin_sample)
        r->qii->begin_sample();
    int first = list_chain(r->sampling, L, chain, QLUA_RESUMPTIONS);
    struct qlua_coroutine *co = qlua_running_chain(r, chain + first, QLUA_RESUMPTIONS - first);
    if (!co)
        return;
    qlua_placing_update(r, &co->frames, level_before(ar->event));
    r->qii->record_sample_vt(running_block(co), co->frames.stack.thread);
}

/* ---- rate ------------------------------------------------------------------------------------------------------- */

/* Length of the pause after a sample, as a multiple of the sample's time. */
enum { PAUSE = 9 };

static unsigned long taken; /* number of samples taken in all Lua states during the run */
static unsigned long late;  /* number of samples that took so long that the next sample was delayed */

void qlua_sampling_run_begins(void)
{
    taken = late = 0;
}

/* Add a note about delayed samples if they are more than 5 %. In each run a few samples are slow because files are
 * read to find names. */
void qlua_sampling_run_ends(void)
{
    char text[200];
    if (late * 20 <= taken)
        return;
    snprintf(text, sizeof text,
             "samples were less frequent than requested: %lu of %lu took more than a tenth of the sampling interval "
             "and delayed the next one",
             late, taken);
    kit_library.qii.add_annotation(text);
}

static void take_by_time(struct qlua_recording *r, lua_State *L, const lua_Debug *ar)
{
    struct qlua_sampling *s = r->sampling;
    long before = qlua_timer_cpu_time();
    s->taking = true;
    take(r, L, ar);
    s->spent += qlua_timer_cpu_time() - before;
    bool is_late = PAUSE * s->spent > s->timer.period;
    if (is_late)
        qlua_timer_delay(&s->timer, PAUSE * s->spent);
    s->spent = 0;
    s->taking = false;
    __atomic_fetch_add(&taken, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&late, is_late, __ATOMIC_RELAXED);
}

/* ---- the hook --------------------------------------------------------------------------------------------------- */

/* Take the sample. A coroutine that was created while a sample was due has inherited this hook from its creator. In
 * such a coroutine, only restore the previous hook. */
static void hook(lua_State *L, lua_Debug *ar)
{
    struct qlua_recording *r = qlua_recording_of(L);
    struct qlua_sampling *s = r ? r->sampling : NULL;
    if (s && s->now && qlua_recording_is_late(r))
        r->closes(r, L);
    if (!s || !s->now) {
        lua_sethook(L, NULL, 0, 0);
        return;
    }
    if (s->every) {
        if (L == s->now)
            take(r, L, ar);
        return;
    }
    bool due = s->due == L;
    struct qlua_theirs theirs = s->theirs;
    s->due = NULL;
    qlua_theirs_set(&theirs, L);
    if (due)
        take_by_time(r, L, ar);
    if (qlua_theirs_wants(&theirs, ar))
        theirs.hook(L, ar);
}

/* ---- begin and end ---------------------------------------------------------------------------------------------- */

/* Registry key of the thread in which the recording began. The thread must not be freed: it was resumed before
 * coroutine.resume was replaced, so the recording is not notified when it yields or ends. */
static const char beginning;

/* Forget the frames of a coroutine. The first sample adds them again. */
static void forget_frames(struct qlua_recording *r, struct qlua_coroutine *co)
{
    (void)r;
    qlua_frames_fini(&co->frames);
}

const char *qlua_sampling_begin(struct qlua_recording *r, lua_State *L, unsigned rate, int every)
{
    if (!r->sampling)
        r->sampling = calloc(1, sizeof *r->sampling); /* never freed, like the recording */
    struct qlua_sampling *s = r->sampling;
    if (!s)
        return "not enough memory";
    s->hook = hook;
    s->due = NULL;
    s->taking = false;
    s->spent = 0;
    s->base = r->checked.base;
    s->every = every;
    s->main = (struct qlua_resumption){r->main, NULL};
    s->timer.due = qlua_due_set;
    s->timer.data = s;
    qlua_coroutine_each(r, forget_frames);
    lua_pushthread(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &beginning);
    qlua_resumption_begin(L);
    qlua_due_run(s, L, L == r->main ? NULL : &s->main, 0);
    return every ? NULL : qlua_timer_begin(&s->timer, rate);
}

void qlua_sampling_end(struct qlua_recording *r, lua_State *L)
{
    struct qlua_sampling *s = r->sampling;
    if (!s || !s->now)
        return;
    qlua_timer_end(&s->timer);
    lua_State *due = s->every ? s->now : s->due;
    s->now = NULL;
    s->due = NULL;
    if (due && lua_gethook(due) == hook)
        qlua_theirs_set(&s->theirs, due);
    qlua_resumption_end(L);
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &beginning);
}
