#include "locate/name.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Store a new name: the first prefix_length bytes of prefix, then text. */
static char *keep(struct qp_name **names, const char *prefix, size_t prefix_length, const char *text)
{
    size_t length = strlen(text);
    struct qp_name *name = malloc(sizeof *name + prefix_length + length + 1);
    if (!name)
        return NULL;
    memcpy(name->bytes, prefix, prefix_length);
    memcpy(name->bytes + prefix_length, text, length + 1);
    name->older = *names;
    *names = name;
    return name->bytes;
}

void qp_name_free(struct qp_name **names)
{
    while (*names) {
        struct qp_name *name = *names;
        *names = name->older;
        free(name);
    }
}

const char *qp_name_keep(struct qp_name **names, const char *name)
{
    return keep(names, "", 0, name);
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

const char *qp_name_of_symbol(struct qp_name **names, const char *symbol)
{
    int status = 0;
    demangler *demangle = strncmp(symbol, "_Z", 2) == 0 ? find_demangler() : NULL;
    char *plain = demangle ? demangle(symbol, NULL, NULL, &status) : NULL;
    const char *kept = plain ? keep(names, "", 0, plain) : NULL;
    free(plain);
    return kept ? kept : symbol;
}

/* ---- debug information ------------------------------------------------------------------------------------------ */

/* Return the declaration of a function; an inlined instance refers to it, and so does a definition outside its class.
 */
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

/* Qualify a name: "a::b::name" for a function that is declared in b in a. Static functions have no linkage name. */
static const char *qualify(struct qp_name **names, Dwarf_Die *function, const char *name)
{
    Dwarf_Die declaration;
    Dwarf_Die *scopes = NULL;
    int count = dwarf_getscopes_die(declaration_of(function, &declaration), &scopes);
    for (int i = 1; i < count && name; i++) {
        const char *scope = scope_name(&scopes[i]);
        const char *after = scope ? keep(names, "::", 2, name) : NULL;
        if (scope)
            name = after ? keep(names, scope, strlen(scope), after) : NULL;
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

const char *qp_name_of_function(struct qp_name **names, Dwarf_Die *function)
{
    const char *linkage = linkage_name(function);
    if (linkage)
        return qp_name_of_symbol(names, linkage);
    const char *name = dwarf_diename(function);
    return name ? qualify(names, function, name) : NULL;
}
