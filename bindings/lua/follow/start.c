#include "bindings/lua/follow/start.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/lua/count/counting.h"
#include "bindings/lua/count/unseen.h"
#include "bindings/lua/follow/allocations.h"
#include "bindings/lua/follow/chain.h"
#include "bindings/lua/follow/hook.h"
#include "bindings/lua/follow/limit.h"
#include "bindings/lua/follow/resumption.h"
#include "bindings/lua/follow/running.h"
#include "bindings/lua/follow/sampling.h"
#include "bindings/lua/functions/cfunction.h"
#include "bindings/lua/functions/finalizer.h"
#include "bindings/lua/functions/registration.h"
#include "bindings/lua/functions/unloaded.h"
#include "bindings/kit/strings.h"
#include "bindings/lua/inside/allocator.h"
#include "bindings/lua/luacov/luacov.h"

/* ---- callbacks of the library ----------------------------------------------------------------------------------- */

/* If the library lacks an optional function that coroutines or their lines need, return an error message, otherwise
 * NULL. */
static const char *lacks(const struct qii *qii)
{
    if (!qii->record_bb_counts_vt)
        return "the library lacks qprof_record_bb_counts_vt";
    if (!qii->vthread_suspend || !qii->vthread_resume)
        return "the library lacks qprof_vthread_suspend or qprof_vthread_resume";
    if (!qii->follow_fn_entry_vt)
        return "the library lacks qprof_follow_fn_entry_vt";
    if (!qii->set_thread_name_vt || !qii->register_source)
        return "the library lacks qprof_set_thread_name_vt or qprof_register_source";
    return NULL;
}

static enum kit_cover run_cover;

enum kit_cover qlua_start_cover(void)
{
    return run_cover;
}

static void run_begins(const struct kit_settings *settings)
{
    run_cover = settings->cover;
    if (kit_library.lines && !kit_library.times)
        qlua_luacov_begin(settings->texts[KIT_CONFIGURATION]);
    qlua_sampling_run_begins();
    qlua_registration_begin();
    qlua_unloaded_begin(settings->texts[KIT_INCLUDE] ? settings->texts[KIT_INCLUDE] : qlua_luacov_untested());
}

static void run_ends(void)
{
    qlua_recording_interrupt_guests();
    qlua_unloaded_end();
    qlua_sampling_run_ends();
    qlua_registration_end();
    qlua_finalizers_exclude();
    qlua_luacov_end();
}

static const struct kit_binding binding = {.virtual_threads = true,
                                           .other_library = "another Lua state is being recorded with another library",
                                           .lacks = lacks,
                                           .begins = run_begins,
                                           .ends = run_ends};

/* ---- allocator -------------------------------------------------------------------------------------------------- */

static void prototype_freed(struct qlua_recording *r, const void *prototype)
{
    qlua_lookup_freed(&r->lookup, prototype);
}

static const struct qlua_allocator_watcher watcher = {prototype_freed, qlua_running_freed, qlua_limit_allocates,
                                                      qlua_limit_born, qlua_allocations_report};

static void restore_allocator(struct qlua_recording *r, lua_State *L)
{
    if (r->allocator)
        qlua_allocator_end(r->allocator, L);
    r->allocator = NULL;
    r->reports_allocations = false;
}

/* Check whether Lua's own structures have the layout that we know. If they do not, or if out of memory, only Lua's
 * public interface is used. */
static void check_layout(struct qlua_recording *r, lua_State *L, const char *layout)
{
    bool public_api = kit_is(layout ? layout : getenv("QII_LAYOUT"), "public");
    restore_allocator(r, L);
    r->allocator = public_api || !QLUA_API_KNOWS_LAYOUT ? NULL : qlua_allocator_begin(L, &watcher, r);
    r->checked = (struct qlua_checked){0};
    r->lookup.layout = r->allocator && qlua_check(L, r->allocator, &r->checked);
    if (!r->lookup.layout)
        restore_allocator(r, L);
}

/* Enable hooks, since some functions could not be rewritten to count themselves. */
static void need_hooks(struct qlua_recording *r)
{
    if (r->by_hooks)
        return;
    r->by_hooks = true;
    r->lookup.last_plain = QLUA_ROLE_PLAIN; /* examine calls of coroutine.resume, too, because some coroutines are
                                             * older than the hooks */
    qlua_coroutine_each(r, qlua_chain_take);
}

/* ---- start and stop --------------------------------------------------------------------------------------------- */

static void state_closes(struct qlua_recording *r, lua_State *L)
{
    qlua_stop(r, L);
    restore_allocator(r, L); /* needed if an error interrupted the start */
}

/* Do everything that may raise errors, before the recording starts. */
static struct qlua_recording *prepare(lua_State *L, const struct qlua_start *how)
{
    struct qlua_recording *r = qlua_recording_get(L, state_closes);
    if (r && r->guest && !how->guest)
        qlua_stop(r, L);
    if (!r || r->mode)
        return r;
    qlua_coroutine_forget_all(r);
    qlua_lookup_fini(&r->lookup);
    r->has_contexts = false;
    r->context = 0;
    r->qii = &kit_library.qii;
    r->hooks = &qlua_hooks;
    check_layout(r, L, how->layout);
    bool counts = r->checked.bodies && how->settings->cover >= KIT_COVER_HITS && !kit_is(getenv("QII_COUNT"), "hooks");
    r->counting = counts ? qlua_counting_get(L, r->main, r->allocator) : NULL;
    qlua_cfunction_name_all(L);
    return r;
}

/* Return the library's sampling rate per second, 0 = record each event. */
static unsigned sample_rate(const struct qii *qii)
{
    return qii->record_sample_vt && kit_library.times ? (unsigned)(uintptr_t)qii->get_option("sample") : 0;
}

/* Start to sample. Until a sample is due, no hook is set and no open frame is reported. The allocator is not
 * replaced: in a program that allocates much, our allocator takes 4 % of the time, more than all samples. So addresses
 * of prototypes and threads may be reused without notice. */
static const char *start_sampling(struct qlua_recording *r, lua_State *L, unsigned rate)
{
    const char *every = getenv("QII_SAMPLE_EVERY"); /* number of instructions between samples, which makes tests
                                                     * reproducible */
    r->lookup.layout = false;
    restore_allocator(r, L);
    r->counting = NULL;
    r->by_hooks = false;
    r->lookup.last_plain = QLUA_ROLE_CLOSES;
    r->mode = QLUA_MODE_SAMPLES;
    if (qlua_running_begin(r, L, true) != 0)
        return "not enough memory";
    return qlua_sampling_begin(r, L, rate, every ? atoi(every) : 0);
}

static enum qlua_mode mode_of_events(bool branches)
{
    if (!kit_library.lines)
        return QLUA_MODE_CALLS;
    if (kit_library.times)
        return QLUA_MODE_LINE_TIMES;
    return branches && kit_library.branches ? QLUA_MODE_BRANCHES : QLUA_MODE_LINES;
}

static const char *start_events(struct qlua_recording *r, lua_State *L, const struct qlua_start *how, bool branches)
{
    r->mode = mode_of_events(branches);
    r->returns = !r->lookup.layout || r->mode == QLUA_MODE_CALLS || r->mode == QLUA_MODE_LINE_TIMES;
    r->fast = false;
    /* with silent frames, no coroutine is older than the recording, so calls of coroutine.resume need no examination */
    r->lookup.last_plain = how->silent ? QLUA_ROLE_IS_WRAPPED : QLUA_ROLE_PLAIN;
    if (how->settings->cover == KIT_COVER_BRANCHES && r->mode != QLUA_MODE_BRANCHES)
        fputs("qii: branches cannot be counted here; lines are counted if the library supports that\n", stderr);
    if (r->mode < QLUA_MODE_LINES || !r->qii->block_counters)
        r->counting = NULL;
    r->by_hooks = !r->counting || !how->silent;
    if (qlua_running_begin(r, L, how->silent) != 0)
        return "not enough memory";
    if (r->counting) {
        qlua_unseen_begin(L);
        qlua_counting_begin(r->counting, how->settings->cover != KIT_COVER_HITS, &r->lookup, qlua_running_id(r),
                            need_hooks, r);
    }
    qlua_chain_begin(r, L);
    qlua_recording_here = r;
    qlua_recording_set_at(r, L);
    return NULL;
}

const char *qlua_start(lua_State *L, const struct qlua_start *how)
{
    struct qlua_recording *r = prepare(L, how);
    if (!r)
        return "not enough memory";
    if (r->mode)
        return "already started";
    bool branches = how->settings->cover == KIT_COVER_BRANCHES && r->checked.positions;
    const char *wrong = how->guest ? NULL : kit_library_join(&binding, how->settings, branches);
    if (wrong) {
        restore_allocator(r, L);
        return wrong;
    }
    __atomic_store_n(&r->guest, how->guest ? kit_library.run : 0, __ATOMIC_RELAXED);
    unsigned rate = sample_rate(r->qii);
    wrong = rate ? start_sampling(r, L, rate) : start_events(r, L, how, branches);
    if (!wrong)
        wrong = rate ? qlua_allocations_need_calls(r) : qlua_allocations_begin(r, L, &watcher);
    if (wrong)
        qlua_stop(r, L);
    return wrong;
}

/* Our hook is removed from the current thread and the main thread here, and from other threads at their next event. */
void qlua_stop(struct qlua_recording *r, lua_State *L)
{
    enum qlua_mode mode = r->mode;
    if (!mode)
        return;
    r->mode = QLUA_MODE_NONE;
    if (r->counting) {
        qlua_counting_end(r->counting);
        if (r->has_contexts)
            qlua_resumption_end(L);
    }
    qlua_recording_set_at(r, NULL);
    r->instruction.call = NULL;
    if (mode == QLUA_MODE_SAMPLES)
        qlua_sampling_end(r, L);
    else if (r->current)
        qlua_chain_end(r, L);
    restore_allocator(r, L);
    bool others = r->guest ? r->guest == __atomic_load_n(&kit_library.run, __ATOMIC_RELAXED)
                           : kit_library_leave(qlua_running_id(r));
    if (others)
        qlua_coroutine_end_all(r);
}
