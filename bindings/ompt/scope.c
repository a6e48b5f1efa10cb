#include "bindings/ompt/scope.h"

#include <stdlib.h>

#include "bindings/kit/library.h"

const struct ompt_place *ompt_scope_place(const struct ompt_scope *innermost, enum ompt_kind kind, const void *code)
{
    const struct ompt_place *place = ompt_place(kind, code);
    return place && place->unknown && innermost ? ompt_place(kind, innermost->place->code) : place;
}

void ompt_scope_enter(struct ompt_scope **innermost, const struct ompt_place *place)
{
    struct ompt_scope *scope = place ? malloc(sizeof *scope) : NULL;
    if (!scope)
        return;
    *scope = (struct ompt_scope){*innermost, place};
    *innermost = scope;
    kit_library.qii.enter_method(place->method);
}

static void drop_first(struct ompt_scope **innermost)
{
    struct ompt_scope *scope = *innermost;
    *innermost = scope->outer;
    free(scope);
}

void ompt_scope_leave(struct ompt_scope **innermost, enum ompt_kind kind)
{
    const struct ompt_scope *left = *innermost;
    while (left && left->place->kind != kind)
        left = left->outer;
    if (!left)
        return;
    kit_library.qii.leave_method(left->place->method);
    while (*innermost != left)
        drop_first(innermost);
    drop_first(innermost);
}

void ompt_scope_drop(struct ompt_scope **innermost)
{
    while (*innermost)
        drop_first(innermost);
}
