#include "bindings/itt/numbered.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/itt/lock.h"
#include "bindings/kit/strings.h"
#include "bindings/native/method.h"
#include "bindings/native/start.h"

/* Make room for one more name. Return whether there is. */
static bool grow(struct itt_numbered *all)
{
    char **names = kit_array_more(all->names, (size_t)all->count, sizeof *names);
    all->names = names ? names : all->names;
    qprof_MethodID *methods = kit_array_more(all->methods, (size_t)all->count, sizeof *methods);
    all->methods = methods ? methods : all->methods;
    return names && methods;
}

int itt_number(struct itt_numbered *all, const char *name, size_t length)
{
    char *copy = !name || !native_records() ? NULL : length ? strndup(name, length) : strdup(name);
    if (!copy)
        return 0;
    itt_lock();
    int at = 0;
    while (at < all->count && strcmp(all->names[at], copy) != 0)
        at++;
    bool is_known = at < all->count;
    bool fits = is_known || (at < INT_MAX && grow(all));
    if (fits && !is_known) {
        all->names[at] = copy;
        all->methods[at] = 0;
        all->count++;
    }
    itt_unlock();
    if (is_known || !fits)
        free(copy);
    return fits ? at + 1 : 0;
}

qprof_MethodID itt_numbered_method(struct itt_numbered *all, int number)
{
    qprof_MethodID method = 0;
    itt_lock();
    if (number > 0 && number <= all->count) {
        qprof_MethodID *kept = &all->methods[number - 1];
        method = *kept ? *kept : (*kept = native_method_of_name(all->names[number - 1], 0));
    }
    itt_unlock();
    return method;
}
