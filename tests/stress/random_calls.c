#include "tests/stress/random_calls.h"

#include "tests/stress/random_turns.h"

#include "VT.h"

#include <stdlib.h>

enum { QPROF, CPROF, VT, PRODUCTS };

static const struct calls *const tables[] = {&event_calls, &run_calls, &vt_calls};
#define TABLES (sizeof tables / sizeof *tables)

static unsigned shares[PRODUCTS];
static bool any_qii;
static _Thread_local unsigned handlers; /* number of calls that signal handlers are making on this thread */

void calls_load(const char *qprof, const char *cprof)
{
    if (!qii_calls_load(qprof, cprof))
        exit(2);
}

/* Draw the frequency of each function: some become more frequent, some rarer, and some are never called. Different
 * frequencies find more bugs than always the same ones. */
static void plan_some(const struct calls *of, struct draw *draw, unsigned share)
{
    static const unsigned times[] = {0, 1, 1, 1, 1, 2, 10};
    for (size_t i = 0; i < of->count; i++)
        of->calls[i].now = of->calls[i].usual * times[draw_below(draw, sizeof times / sizeof *times)] * share;
}

void calls_plan(struct draw *draw)
{
    static const unsigned parts[][PRODUCTS] = {{1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    unsigned part = draw_below(draw, sizeof parts / sizeof *parts);
    for (int i = 0; i < PRODUCTS; i++)
        shares[i] = parts[part][i];
    any_qii = shares[QPROF] + shares[CPROF] > 0;
    qii_calls_share(shares[QPROF], shares[CPROF]);
    plan_some(&event_calls, draw, any_qii);
    plan_some(&run_calls, draw, any_qii);
    plan_some(&vt_calls, draw, shares[VT]);
}

void calls_begin(struct draw *draw)
{
    if (any_qii)
        qii_calls_begin(draw);
    if (shares[VT] > 0) {
        int place;
        VT_initialize(NULL, NULL);
        /* Make libvt load libunwind while there is only one thread. If a thread forks while another one is in
         * dlopen, the child's exit() may abort in the loader, which happened in 1 of 4,500 runs. */
        VT_sclstack(NULL, NULL, 0, 1, &place);
    }
}

void calls_end(void)
{
    qii_calls_end();
    VT_finalize();
}

static unsigned weight(const struct call *call, bool in_handler)
{
    return call->event || !in_handler ? call->now : 0;
}

static unsigned sum_of(const struct calls *of, bool in_handler)
{
    unsigned sum = 0;
    for (size_t i = 0; i < of->count; i++)
        sum += weight(&of->calls[i], in_handler);
    return sum;
}

static const char *make(struct draw *draw, bool in_handler)
{
    unsigned all = 1; /* starts at 1, which is the weight of making no call */
    for (size_t i = 0; i < TABLES; i++)
        all += sum_of(tables[i], in_handler);
    unsigned drawn = draw_below(draw, all);
    for (size_t i = 0; i < TABLES; i++)
        for (size_t k = 0; k < tables[i]->count; k++) {
            struct call *call = &tables[i]->calls[k];
            if (drawn < weight(call, in_handler)) {
                call->make(draw);
                return call->name;
            }
            drawn -= weight(call, in_handler);
        }
    return "nothing";
}

const char *calls_make(struct draw *draw, bool in_handler)
{
    if (in_handler && !turns_may_interrupt())
        return "nothing";
    struct turns_call call = turns_begin();
    handlers += in_handler;
    const char *name = make(draw, in_handler);
    handlers -= in_handler;
    turns_end(call);
    return name;
}

bool calls_are_in_handler(void)
{
    return handlers > 0;
}
