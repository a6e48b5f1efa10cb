#include "locate/scopes.h"

#include <dwarf.h>

static bool is_code(int tag)
{
    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block ||
           tag == DW_TAG_entry_point || tag == DW_TAG_try_block || tag == DW_TAG_catch_block;
}

bool qp_scopes_is_function(int tag)
{
    return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram || tag == DW_TAG_entry_point;
}

/* Return true if a DIE (debugging information entry) with this tag may contain functions. A function may contain
 * other functions only in languages with nested functions; then `nested` is true. */
static bool may_hold_code(int tag, bool nested)
{
    return tag == DW_TAG_namespace || tag == DW_TAG_module || tag == DW_TAG_class_type ||
           tag == DW_TAG_structure_type || (nested && tag == DW_TAG_subprogram);
}

static bool child_at(Dwarf_Die *parent, Dwarf_Addr address, bool nested, int depth, Dwarf_Die *child)
{
    Dwarf_Die it;
    if (depth == 0 || dwarf_child(parent, &it) != 0)
        return false;
    do {
        int tag = dwarf_tag(&it);
        if (is_code(tag) && dwarf_haspc(&it, address) > 0) {
            *child = it;
            return true;
        }
        if (may_hold_code(tag, nested) && child_at(&it, address, nested, depth - 1, child))
            return true;
    } while (dwarf_siblingof(&it, &it) == 0);
    return false;
}

/* If the unit's debug information is in a separate file (-gsplit-dwarf), return the unit of that file; otherwise the
 * unit itself. */
static Dwarf_Die *whole_unit(Dwarf_Die *unit, Dwarf_Die *split)
{
    uint8_t type = 0;
    if (dwarf_cu_info(unit->cu, NULL, &type, NULL, split, NULL, NULL, NULL) == 0 && type == DW_UT_skeleton &&
        split->addr)
        return split;
    return unit;
}

void qp_scopes_find(struct qp_scopes *scopes, Dwarf_Die *unit, Dwarf_Addr address)
{
    bool nested = false;
    Dwarf_Die child, split;
    unit = whole_unit(unit, &split);
    scopes->count = 0;
    if (!child_at(unit, address, false, QP_SCOPES, &child)) {
        nested = true;
        if (!child_at(unit, address, true, QP_SCOPES, &child))
            return;
    }
    do
        scopes->items[scopes->count++] = child;
    while (scopes->count < QP_SCOPES && child_at(&scopes->items[scopes->count - 1], address, nested, 1, &child));
}

const char *qp_scopes_file(Dwarf_Die *function)
{
    Dwarf_Attribute attribute;
    Dwarf_Word number;
    Dwarf_Die unit;
    Dwarf_Files *files;
    if (!dwarf_attr_integrate(function, DW_AT_decl_file, &attribute) || dwarf_formudata(&attribute, &number) != 0 ||
        !dwarf_diecu(function, &unit, NULL, NULL) || dwarf_getsrcfiles(&unit, &files, NULL) != 0)
        return NULL;
    return dwarf_filesrc(files, number, NULL, NULL);
}
