#include "bindings/itt/overlap.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/itt/control.h"
#include "bindings/itt/functions.h"
#include "bindings/itt/lock.h"
#include "bindings/itt/name.h"
#include "bindings/itt/unmatched.h"
#include "bindings/kit/hashmap.h"
#include "bindings/kit/strings.h"

struct piece {
    const struct itt_domain *domain;
    struct itt_id id;
    VthreadID thread;
    struct piece *next; /* older piece with this hash */
};

static struct kit_hashmap pieces; /* by the hash of domain and id */

static uint64_t hash(const struct itt_domain *domain, struct itt_id id)
{
    const uint64_t words[] = {(uintptr_t)domain, id.words[0], id.words[1], id.words[2]};
    return kit_hash(words, sizeof words);
}

static bool keep(struct piece *piece)
{
    uint64_t key = hash(piece->domain, piece->id);
    itt_lock();
    piece->next = kit_hashmap_get(&pieces, key);
    bool kept = kit_hashmap_put(&pieces, key, piece) == 0;
    itt_unlock();
    return kept;
}

static struct piece *take(const struct itt_domain *domain, struct itt_id id)
{
    uint64_t key = hash(domain, id);
    itt_lock();
    struct piece *first = kit_hashmap_get(&pieces, key), *found = first, *before = NULL;
    while (found && (found->domain != domain || memcmp(&found->id, &id, sizeof id) != 0)) {
        before = found;
        found = found->next;
    }
    if (before && found)
        before->next = found->next;
    else if (found && found->next)
        kit_hashmap_put(&pieces, key, found->next); /* replaces a value, so it needs no memory */
    else if (found)
        kit_hashmap_remove(&pieces, key);
    itt_unlock();
    return found;
}

void itt_overlap_begin(const struct itt_domain *domain, struct itt_id id, const char *name)
{
    struct piece *piece = malloc(sizeof *piece);
    if (!piece)
        return;
    *piece = (struct piece){domain, id, kit_library_new_thread(), NULL};
    VthreadID thread = piece->thread;
    if (!keep(piece)) {
        free(piece);
        return;
    }
    kit_library.qii.thread_create_vt(thread, thread);
    kit_library.qii.set_thread_name_vt(name, thread);
    kit_library.qii.vthread_suspend(thread, QPROF_REASON_WAITING);
}

bool itt_overlap_end(const struct itt_domain *domain, struct itt_id id)
{
    struct piece *piece = take(domain, id);
    if (!piece) {
        itt_count_unmatched(ITT_OVERLAP);
        return false;
    }
    kit_library.qii.thread_destroy_vt(piece->thread);
    free(piece);
    return true;
}

/* ---- tasks and regions ------------------------------------------------------------------------------------------ */

static void begin(const struct itt_domain *domain, struct itt_id id, struct itt_id parent, struct itt_string *name)
{
    (void)parent;
    if (itt_is_on(domain))
        itt_overlap_begin(domain, id, itt_text(name, domain->name ? domain->name : "<unnamed>"));
}

static void begin_ex(const struct itt_domain *domain, struct itt_clock *clock, unsigned long long time,
                     struct itt_id id, struct itt_id parent, struct itt_string *name)
{
    (void)clock, (void)time;
    begin(domain, id, parent, name);
}

static void end(const struct itt_domain *domain, struct itt_id id)
{
    if (itt_is_on(domain))
        itt_overlap_end(domain, id);
}

static void end_ex(const struct itt_domain *domain, struct itt_clock *clock, unsigned long long time, struct itt_id id)
{
    (void)clock, (void)time;
    end(domain, id);
}

const struct itt_named itt_overlaps[] = {ITT_NAMED(task_begin_overlapped, begin),
                                         ITT_NAMED(task_begin_overlapped_ex, begin_ex),
                                         ITT_NAMED(task_end_overlapped, end),
                                         ITT_NAMED(task_end_overlapped_ex, end_ex),
                                         ITT_NAMED(region_begin, begin),
                                         ITT_NAMED(region_end, end),
                                         {NULL, NULL}};
