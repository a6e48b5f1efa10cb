/* frame.c - frames, such as the pictures of an animation or the parallel regions of a program.
 *
 * A frame without an id is a call of a method on its thread, since a domain has one such frame at a time. Frames with
 * an id may overlap. */
#include <stdlib.h>
#include <string.h>

#include "bindings/itt/clock.h"
#include "bindings/itt/control.h"
#include "bindings/itt/functions.h"
#include "bindings/itt/overlap.h"
#include "bindings/itt/series.h"
#include "bindings/itt/unmatched.h"
#include "bindings/kit/strings.h"
#include "bindings/native/method.h"

/* Return the method of a domain's frames, which is kept in the domain's struct. */
static qprof_MethodID method_of(struct itt_domain *domain)
{
    uintptr_t kept = (uintptr_t)__atomic_load_n(&domain->extra2, __ATOMIC_RELAXED);
    if (kept >> 63)
        return kept;
    char *name = kit_format("frame %s", domain->name ? domain->name : "<unnamed>");
    qprof_MethodID id = name ? native_method_of_name(name, 0) : 0;
    free(name);
    if (!kept)
        __atomic_store_n(&domain->extra2, (void *)id, __ATOMIC_RELAXED);
    return id;
}

static bool has_id(const struct itt_id *id)
{
    return id && (id->words[0] || id->words[1] || id->words[2]);
}

static void frame_begin(struct itt_domain *domain, const struct itt_id *id)
{
    if (!itt_is_on(domain))
        return;
    if (has_id(id))
        itt_overlap_begin(domain, *id, domain->name ? domain->name : "<unnamed>");
    else
        native_open(ITT_FRAME, (uintptr_t)domain, method_of(domain), false);
}

static void frame_end(struct itt_domain *domain, const struct itt_id *id)
{
    if (!itt_is_on(domain))
        return;
    if (has_id(id))
        itt_overlap_end(domain, *id);
    else
        itt_close(ITT_FRAME, (uintptr_t)domain);
}

/* Record a frame that is over. Its call begins not before the last event of the thread, so the exact durations are in
 * an annotation as well. */
static void frame_submit(struct itt_domain *domain, const struct itt_id *id, uint64_t begin, uint64_t end)
{
    (void)id;
    if (!itt_is_on(domain))
        return;
    uint64_t now = itt_now();
    end = end < now ? end : now; /* the largest number stands for now */
    begin = begin < end ? begin : end;
    qprof_MethodID method = method_of(domain);
    if (method) {
        kit_library.qii.enter_method_since(method, now - begin);
        kit_library.qii.leave_method(method);
    }
    itt_series_add((struct itt_series_id){ITT_SERIES_FRAMES, domain, NULL}, NULL, domain->name,
                   (struct itt_sample){.value = (long double)(end - begin) / 1e6L, .weight = 1});
}

/* ---- the older interface, in which a domain has only frames ------------------------------------------------------ */

static struct itt_domain *frame_create(const char *name)
{
    struct itt_domain *domain = calloc(1, sizeof *domain);
    char *copy = strdup(name ? name : "<unnamed>");
    if (!domain || !copy) {
        free(domain);
        free(copy);
        return NULL;
    }
    domain->flags = 1;
    domain->name = copy;
    return domain;
}

static void old_begin(struct itt_domain *domain)
{
    frame_begin(domain, NULL);
}

static void old_end(struct itt_domain *domain)
{
    frame_end(domain, NULL);
}

const struct itt_named itt_frames[] = {ITT_NAMED(frame_begin_v3, frame_begin),
                                       ITT_NAMED(frame_end_v3, frame_end),
                                       ITT_NAMED(frame_submit_v3, frame_submit),
                                       ITT_NAMED(frame_create, frame_create),
                                       ITT_NAMED(frame_begin, old_begin),
                                       ITT_NAMED(frame_end, old_end),
                                       {NULL, NULL}};
