#include "bindings/lua/follow/start.h"

#include <stdio.h>

#include "bindings/lua/count/counting.h"
#include "bindings/lua/count/unseen.h"
#include "bindings/lua/follow/chain.h"
#include "bindings/lua/follow/hook.h"
#include "bindings/lua/follow/limit.h"
#include "bindings/lua/follow/running.h"
#include "bindings/lua/follow/sampling.h"
#include "bindings/lua/functions/cfunction.h"
#include "bindings/lua/functions/finalizer.h"
#include "bindings/lua/functions/registration.h"
#include "bindings/lua/functions/unloaded.h"
#include "bindings/lua/inside/allocator.h"
#include "bindings/lua/inside/layout.h"
#include "bindings/lua/inside/mark.h"
#include "bindings/lua/inside/position.h"
#include "bindings/lua/luacov/luacov.h"

/* ---- what the library hears of us ------------------------------------------------------------------------------- */

/* The functions beyond QII that coroutines and their lines need. */
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
                                           .other_library = "another Lua state records with another library",
                                           .lacks = lacks,
                                           .begins = run_begins,
                                           .ends = run_ends};

/* ---- what the allocator tells ----------------------------------------------------------------------------------- */

static void prototype_freed(struct qlua_recording *r, const void *prototype)
{
    qlua_lookup_freed(&r->lookup, prototype);
}

static void give_allocator_back(struct qlua_recording *r, lua_State *L)
{
    if (r->allocator)
        qlua_allocator_end(r->allocator, L);
    r->allocator = NULL;
}

/* Without memory, or where Lua is laid out in another way, the public interface answers. */
static void look_at_layout(struct qlua_recording *r, lua_State *L, bool public_way)
{
    static const struct qlua_allocator_watcher watcher = {prototype_freed, qlua_running_freed, qlua_limit_allocates,
                                                          qlua_limit_born};
    give_allocator_back(r, L);
    r->allocator = public_way || !QLUA_API_KNOWS_LAYOUT ? NULL : qlua_allocator_begin(L, &watcher, r);
    r->lookup.layout = r->allocator && qlua_layout_check(L, r->allocator);
    if (!r->lookup.layout)
        give_allocator_back(r, L);
}

/* Functions are there that do not count themselves: Lua is to tell of lines, too. */
static void need_hooks(struct qlua_recording *r)
{
    if (r->by_hooks)
        return;
    r->by_hooks = true;
    r->lookup.last_plain = QLUA_ROLE_PLAIN; /* coroutines are older */
    qlua_coroutine_each(r, qlua_chain_take);
}

/* ---- start and stop --------------------------------------------------------------------------------------------- */

static void state_closes(struct qlua_recording *r, lua_State *L)
{
    qlua_stop(r, L);
    give_allocator_back(r, L); /* of a start that an error ended */
}

/* What may raise errors comes first. */
static struct qlua_recording *prepare(lua_State *L, const struct qlua_start *how, bool branches)
{
    struct qlua_recording *r = qlua_recording_get(L, state_closes);
    if (r && r->guest && !how->guest)
        qlua_stop(r, L);
    if (!r || r->running)
        return r;
    qlua_coroutine_forget_all(r);
    qlua_lookup_fini(&r->lookup);
    r->qii = &kit_library.qii;
    r->hooks = &qlua_hooks;
    look_at_layout(r, L, how->public_way);
    r->count_place = 0;
    bool covers = how->settings->cover >= KIT_COVER_HITS && !how->hooks;
    r->counting = r->allocator && covers ? qlua_counting_get(L, r->main, r->allocator) : NULL;
    r->branches = branches && r->lookup.layout && qlua_position_check(L, &r->count_place);
    r->marks = r->lookup.layout && qlua_mark_check(L, &r->base);
    qlua_cfunction_name_all(L);
    return r;
}

/* How many samples a second the library wants, 0 = each event. */
static unsigned sample_rate(const struct qii *qii)
{
    return qii->record_sample_vt && kit_library.times ? (unsigned)(uintptr_t)qii->get_option("sample") : 0;
}

/* No hook is set but when a sample is due, and no open frame is told of before. Nor is the allocator ours: that costs
 * 4 % of a program that allocates much, more than all samples. So addresses of prototypes and threads say nothing for
 * long. */
static const char *start_sampling(struct qlua_recording *r, lua_State *L, unsigned rate, int every)
{
    r->lookup.layout = false;
    give_allocator_back(r, L);
    r->counting = NULL;
    r->by_hooks = r->branches = r->lines = r->line_times = false;
    r->lookup.last_plain = QLUA_ROLE_CLOSES;
    r->running = true;
    const char *wrong =
        qlua_running_begin(r, L, true) == 0 ? qlua_sampling_begin(r, L, rate, every) : "not enough memory";
    if (wrong)
        qlua_stop(r, L);
    return wrong;
}

const char *qlua_start(lua_State *L, const struct qlua_start *how)
{
    bool branches = how->settings->cover == KIT_COVER_BRANCHES;
    struct qlua_recording *r = prepare(L, how, branches);
    if (!r)
        return "not enough memory";
    if (r->running)
        return "started already";
    const char *wrong = how->guest ? NULL : kit_library_join(&binding, how->settings, r->branches);
    if (wrong) {
        give_allocator_back(r, L);
        return wrong;
    }
    __atomic_store_n(&r->guest, how->guest ? kit_library.run : 0, __ATOMIC_RELAXED);
    unsigned rate = sample_rate(r->qii);
    if (rate)
        return start_sampling(r, L, rate, how->sample_every);
    r->lines = kit_library.lines;
    r->line_times = kit_library.lines && kit_library.times;
    r->returns = !r->lookup.layout || !r->lines || r->line_times;
    r->quick = false;
    r->lookup.last_plain = how->silent ? QLUA_ROLE_IS_WRAPPED : QLUA_ROLE_PLAIN; /* silent: no coroutine is older */
    r->branches = r->branches && kit_library.branches;
    if (branches && !r->branches)
        fputs("qii: branches cannot be counted here; lines are, if the library counts them\n", stderr);
    if (!r->lines || kit_library.times || !r->qii->block_counters)
        r->counting = NULL;
    r->by_hooks = !r->counting || !how->silent;
    r->running = true;
    if (qlua_running_begin(r, L, how->silent) != 0) {
        qlua_stop(r, L);
        return "not enough memory";
    }
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

/* Threads other than these lose the hook at their next event. */
void qlua_stop(struct qlua_recording *r, lua_State *L)
{
    if (!r->running)
        return;
    r->running = false;
    if (r->counting)
        qlua_counting_end(r->counting);
    qlua_recording_set_at(r, NULL);
    r->instruction.call = NULL;
    if (qlua_sampling_runs(r))
        qlua_sampling_end(r, L);
    else if (r->current)
        qlua_chain_end(r, L);
    give_allocator_back(r, L);
    bool others = r->guest ? r->guest == __atomic_load_n(&kit_library.run, __ATOMIC_RELAXED)
                           : kit_library_leave(qlua_running_id(r));
    if (others)
        qlua_coroutine_end_all(r);
}
