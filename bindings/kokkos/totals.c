#include "bindings/kokkos/totals.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "bindings/kit/strings.h"
#include "bindings/native/fork.h"
#include "bindings/native/start.h"

enum { LISTED = 50 }; /* copies and labels with the most bytes; the others are only counted */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool changed; /* since the totals were written */

/* ---- counting ---------------------------------------------------------------------------------------------------- */

static void add(struct kokkos_named *named, uint64_t bytes)
{
    if (!named)
        return;
    pthread_mutex_lock(&lock);
    named->count++;
    named->bytes += bytes;
    if (named->most < named->bytes - named->freed_bytes)
        named->most = named->bytes - named->freed_bytes;
    changed = true;
    pthread_mutex_unlock(&lock);
}

static void subtract(struct kokkos_named *named, uint64_t bytes)
{
    if (!named)
        return;
    pthread_mutex_lock(&lock);
    named->freed++;
    named->freed_bytes += bytes;
    changed = true;
    pthread_mutex_unlock(&lock);
}

void kokkos_copied(struct kokkos_named *copy, uint64_t bytes)
{
    add(copy, bytes);
}

static struct kokkos_named *labelled(const char *space, const char *label)
{
    char *text = kit_format("%s %s", space, label);
    struct kokkos_named *named = text ? kokkos_named(KOKKOS_LABEL, text) : NULL;
    free(text);
    return named;
}

void kokkos_allocated(const char *space, const char *label, uint64_t bytes)
{
    add(kokkos_named(KOKKOS_SPACE, space), bytes);
    add(labelled(space, label), bytes);
}

void kokkos_deallocated(const char *space, const char *label, uint64_t bytes)
{
    subtract(kokkos_named(KOKKOS_SPACE, space), bytes);
    subtract(labelled(space, label), bytes);
}

/* ---- annotations ------------------------------------------------------------------------------------------------- */

static void write_one(const struct kokkos_named *named)
{
    char *added = kit_format("%s: %" PRIu64 " bytes in %" PRIu64, named->name, named->bytes, named->count);
    if (added && named->kind == KOKKOS_COPY)
        native_annotate(kit_format("Kokkos: deep_copy %s calls", added));
    else if (added)
        native_annotate(kit_format(
            "Kokkos: %s %s allocations, at most %" PRIu64 " at once; freed %" PRIu64 " bytes in %" PRIu64,
            named->kind == KOKKOS_SPACE ? "space" : "memory", added, named->most, named->freed_bytes, named->freed));
    free(added);
}

static int compare(const void *a, const void *b)
{
    const struct kokkos_named *x = *(struct kokkos_named *const *)a, *y = *(struct kokkos_named *const *)b;
    return x->bytes < y->bytes ? 1 : x->bytes > y->bytes ? -1 : x->count < y->count ? 1 : x->count > y->count ? -1 : 0;
}

/* A forked child that is recorded has totals of its own. */
static void forked(void)
{
    for (enum kokkos_kind kind = 0; kind < KOKKOS_KINDS; kind++)
        for (struct kokkos_named *named = kokkos_named_first(kind); named; named = named->next_of_kind)
            named->count = named->bytes = named->freed = named->freed_bytes = named->most = 0;
    changed = false;
}

__attribute__((constructor)) static void watch_forks(void)
{
    native_fork_protect(&lock, NATIVE_ORDER_INTERFACE);
    pthread_atfork(NULL, NULL, forked);
}

static void write_kind(enum kokkos_kind kind, const char *what)
{
    size_t count = 0, listed = 0;
    struct kokkos_named **all = NULL;
    for (struct kokkos_named *named = kokkos_named_first(kind); named; named = named->next_of_kind) {
        struct kokkos_named **grown = kit_array_more(all, count, sizeof *all);
        if (!grown)
            break;
        all = grown;
        all[count++] = named;
    }
    if (count)
        qsort(all, count, sizeof *all, compare);
    for (; listed < count && listed < LISTED; listed++)
        write_one(all[listed]);
    if (listed < count)
        native_annotate(kit_format("Kokkos: %zu more %s", count - listed, what));
    free(all);
}

void kokkos_totals_write(void)
{
    pthread_mutex_lock(&lock);
    if (changed) {
        write_kind(KOKKOS_SPACE, "spaces");
        write_kind(KOKKOS_LABEL, "labels of memory");
        write_kind(KOKKOS_COPY, "copies");
        changed = false;
    }
    pthread_mutex_unlock(&lock);
}
