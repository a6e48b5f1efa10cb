#include "locate/name.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return a copy of the name `made` in `names`, and free `made`. Return NULL if `made` is NULL, or if out of memory. */
static const char *keep(struct qp_texts *names, char *made)
{
    const char *kept = made ? qp_texts_keep(names, (struct qp_text){made, (uint32_t)strlen(made) + 1}).bytes : NULL;
    free(made);
    return kept;
}

/* ---- C++ ----------------------------------------------------------------------------------------------------- */

typedef char *demangler(const char *mangled, char *buffer, size_t *size, int *status);

static demangler *find_demangler(void)
{
    static bool sought;
    static demangler *found;
    if (!sought) {
        sought = true;
        void *library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
        found = library ? (demangler *)dlsym(library, "__cxa_demangle") : NULL;
    }
    return found;
}

const char *qp_name_of_symbol(struct qp_texts *names, const char *symbol)
{
    int status = 0;
    demangler *demangle = strncmp(symbol, "_Z", 2) == 0 ? find_demangler() : NULL;
    const char *plain = keep(names, demangle ? demangle(symbol, NULL, NULL, &status) : NULL);
    return plain ? plain : symbol;
}

/* ---- debug information ------------------------------------------------------------------------------------------ */

/* Return the declaration of a function. An inlined instance refers to the declaration, and so does a definition
 * outside of its class. */
static Dwarf_Die *declaration_of(Dwarf_Die *function, Dwarf_Die *declaration)
{
    static const unsigned references[] = {DW_AT_abstract_origin, DW_AT_specification};
    *declaration = *function;
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        Dwarf_Attribute attribute;
        Dwarf_Die next;
        if (dwarf_attr(declaration, references[i], &attribute) && dwarf_formref_die(&attribute, &next))
            *declaration = next;
    }
    return declaration;
}

static const char *scope_name(Dwarf_Die *scope)
{
    switch (dwarf_tag(scope)) {
    case DW_TAG_namespace: {
        const char *name = dwarf_diename(scope);
        return name ? name : "(anonymous namespace)";
    }
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_module:
        return dwarf_diename(scope);
    default:
        return NULL;
    }
}

/* Return a name qualified by its enclosing scopes, such as "a::b::name" for a function declared in b, which is in a.
 * Static functions need this, because they have no linkage name. */
static const char *qualify(struct qp_texts *names, Dwarf_Die *function, const char *name)
{
    Dwarf_Die declaration;
    Dwarf_Die *scopes = NULL;
    int count = dwarf_getscopes_die(declaration_of(function, &declaration), &scopes);
    for (int i = 1; i < count && name; i++) {
        const char *scope = scope_name(&scopes[i]);
        char *qualified;
        if (scope)
            name = asprintf(&qualified, "%s::%s", scope, name) < 0 ? NULL : keep(names, qualified);
    }
    free(scopes);
    return name;
}

static const char *linkage_name(Dwarf_Die *function)
{
    Dwarf_Attribute attribute;
    const char *name = NULL;
    if (dwarf_attr_integrate(function, DW_AT_linkage_name, &attribute) ||
        dwarf_attr_integrate(function, DW_AT_MIPS_linkage_name, &attribute))
        name = dwarf_formstring(&attribute);
    return name && strncmp(name, "_Z", 2) == 0 ? name : NULL;
}

const char *qp_name_of_function(struct qp_texts *names, Dwarf_Die *function, const char *symbol)
{
    const char *linkage = linkage_name(function);
    if (linkage)
        return qp_name_of_symbol(names, linkage);
    if (symbol && strncmp(symbol, "_Z", 2) == 0 && !strchr(symbol, '.')) /* with '.' it is a part of a function */
        return qp_name_of_symbol(names, symbol);
    const char *name = dwarf_diename(function);
    return name ? qualify(names, function, name) : NULL;
}
