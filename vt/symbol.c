/* symbol.c - classes and states by name. */
#include "vt/event.h"

#include "core/log/symbol.h"

int VT_classdef(const char *classname, int *classhandle)
{
    int handle = 0;
    int result = classname ? qp_symbol_class(classname, &handle) : VT_ERR_BADARG;
    vt_store(classhandle, handle);
    return result;
}

int VT_funcdef(const char *symname, int classhandle, int *statehandle)
{
    int handle = 0;
    int result = symname ? qp_symbol_define(symname, classhandle, &handle) : VT_ERR_BADARG;
    vt_store(statehandle, handle);
    return result;
}

int VT_symdef(int statehandle, const char *symname, const char *activity)
{
    return symname ? qp_symbol_assign(statehandle, symname, activity) : VT_ERR_BADARG;
}

int VT_symstate(int statehandle, int *on)
{
    const struct qp_symbol *symbol = qp_symbol_find(statehandle);
    vt_store(on, symbol && qp_load_relaxed(&symbol->rule) & QP_RULE_LOGGED);
    return symbol ? VT_OK : VT_ERR_BADSYMBOLID;
}
