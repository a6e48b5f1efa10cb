/* Classes and states by name. */
#include "vt/event.h"

#include "core/log/symbol.h"

int VT_classdef(const char *classname, int *classhandle)
{
    int handle = 0;
    int result = classname == NULL ? VT_ERR_BADARG : qp_symbol_class(classname, &handle);
    if (classhandle != NULL)
        *classhandle = handle;
    return result;
}

int VT_funcdef(const char *symname, int classhandle, int *statehandle)
{
    int handle = 0;
    int result = symname == NULL ? VT_ERR_BADARG : qp_symbol_define(symname, classhandle, &handle);
    if (statehandle != NULL)
        *statehandle = handle;
    return result;
}

int VT_symdef(int statehandle, const char *symname, const char *activity)
{
    return symname == NULL ? VT_ERR_BADARG : qp_symbol_assign(statehandle, symname, activity);
}

int VT_symstate(int statehandle, int *on)
{
    const struct qp_symbol *symbol = qp_symbol_find(statehandle);
    if (on != NULL)
        *on = symbol != NULL && qp_load_relaxed(&symbol->rule) & QP_RULE_LOGGED;
    return symbol == NULL ? VT_ERR_BADSYMBOLID : VT_OK;
}
