#include "bindings/lua/contexts/prepare.h"

#include "bindings/lua/contexts/loads.h"
#include "bindings/lua/follow/context.h"
#include "bindings/lua/follow/resumption.h"

void qlua_contexts_prepare(lua_State *L)
{
    if (qlua_context_begin(L))
        qlua_resumption_begin(L);
    qlua_loads_watch(L);
}
