#include "tests/stress/random_calls.h"

#include "VT.h"

#include <stdlib.h>

enum { QPROF, CPROF, VT, PRODUCTS };

static unsigned shares[PRODUCTS];
static bool any_qii;

void calls_load(const char *qprof, const char *cprof)
{
    if (!qii_calls_load(qprof, cprof))
        exit(2);
}

/* Some functions more, some less, some never: runs that are all alike find less. */
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
    plan_some(&qii_calls, draw, any_qii);
    plan_some(&vt_calls, draw, shares[VT]);
}

void calls_begin(struct draw *draw)
{
    if (any_qii)
        qii_calls_begin(draw);
    if (shares[VT] > 0)
        VT_initialize(NULL, NULL);
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

const char *calls_make(struct draw *draw, bool in_handler)
{
    unsigned qii = sum_of(&qii_calls, in_handler);
    unsigned drawn = draw_below(draw, qii + sum_of(&vt_calls, in_handler) + 1);
    const struct calls *of = drawn < qii ? &qii_calls : &vt_calls;
    drawn -= drawn < qii ? 0 : qii;
    for (size_t i = 0; i < of->count; i++) {
        if (drawn < weight(&of->calls[i], in_handler)) {
            of->calls[i].make(draw);
            return of->calls[i].name;
        }
        drawn -= weight(&of->calls[i], in_handler);
    }
    return "nothing";
}
