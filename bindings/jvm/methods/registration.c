#include "bindings/jvm/methods/registration.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "bindings/jvm/methods/functions.h"
#include "bindings/jvm/methods/names.h"
#include "bindings/kit/hashmap.h"

/* Function of a method, with what its registration needs. */
struct registered {
    struct kit_function function;
    bool loaded; /* a class with this method was loaded */
    int calls;   /* block of the calls, after all others */
    int branch_count;
    qprof_BranchInfo branches[];
};

static struct kit_hashmap functions; /* by all that makes methods one function (identity_of) */
static struct kit_hashmap unloaded;  /* by class, name and descriptor: functions that were registered before their
                                      * classes were loaded */
static struct kit_hashmap classes;   /* by the hash of their name; the values have no meaning */

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

/* Make room for `count` items in an array of the registration. Return false if out of memory. */
static bool resize(void **items, int count, size_t size)
{
    void *moved = realloc(*items, ((size_t)count + 1) * size);
    if (moved)
        *items = moved;
    return moved;
}

static bool is_registered(const struct qjvm_branch *branch, const struct qjvm_source_lines *source)
{
    return source->lines[branch->line] != 0;
}

/* Collect the branches on registered lines. The blocks of their outcomes are numbered from 0. Return false if out of
 * memory. */
static bool find_branches(struct qjvm_registration *r, const struct qjvm_method *method,
                          const struct qjvm_source_lines *source)
{
    const struct qjvm_branches *branches = method->branches;
    int outcomes = r->branch_count = 0;
    if (!resize((void **)&r->branches, branches->count, sizeof *r->branches))
        return false;
    for (const struct qjvm_branch *branch = branches->items; branch < branches->items + branches->count; branch++) {
        if (!is_registered(branch, source))
            continue;
        r->branches[r->branch_count++] = (qprof_BranchInfo){source->lines[branch->line], outcomes, branch->count};
        outcomes += branch->count;
    }
    return true;
}

/* Return the number of branches on the line of this one; if `before` is set, only of those before it. */
static int count_on_line(const qprof_BranchInfo *branches, int count, const qprof_BranchInfo *branch, bool before)
{
    int found = 0;
    for (int i = 0; i < count && !(before && &branches[i] == branch); i++)
        found += branches[i].line_number == branch->line_number;
    return found;
}

/* Return the registered branch that corresponds to a branch of code that another agent has changed, NULL if there is
 * none. If the compiler copied code, changed copies may not have been recognized: there are a multiple of the branches
 * on this line. */
static const qprof_BranchInfo *find_branch(const struct registered *registered, const struct qjvm_registration *r,
                                           const qprof_BranchInfo *branch)
{
    const qprof_BranchInfo *all = registered->branches;
    int known = count_on_line(all, registered->branch_count, branch, false);
    if (known == 0 || count_on_line(r->branches, r->branch_count, branch, false) % known != 0)
        return NULL;
    int wanted = count_on_line(r->branches, r->branch_count, branch, true) % known;
    while (all->line_number != branch->line_number || wanted-- > 0)
        all++;
    return all->outcomes == branch->outcomes ? all : NULL;
}

/* Return whether the method's branches are those of its function. */
static bool has_same_branches(const struct qjvm_registration *r, const struct registered *registered)
{
    bool same = r->branch_count == registered->branch_count;
    for (int i = 0; i < r->branch_count && same; i++)
        same = r->branches[i].line_number == registered->branches[i].line_number &&
               r->branches[i].outcomes == registered->branches[i].outcomes;
    return same;
}

/* Number the blocks of the method: first lines, then outcomes. */
static bool number_blocks(struct qjvm_registration *r, const struct registered *registered,
                          const struct qjvm_method *method, const struct qjvm_source_lines *source)
{
    bool same = has_same_branches(r, registered);
    const struct qjvm_branches *branches = method->branches;
    const struct kit_function *function = &registered->function;
    if (!resize((void **)&r->blocks, method->line_count + branches->outcome_count, sizeof *r->blocks))
        return false;
    for (int i = 0; i < method->line_count; i++)
        r->blocks[i] = kit_function_block(function, source->lines[i]);
    int *outcomes = r->blocks + method->line_count, number = 0;
    for (const struct qjvm_branch *branch = branches->items; branch < branches->items + branches->count; branch++) {
        const qprof_BranchInfo *info = NULL;
        if (is_registered(branch, source)) {
            info = same ? &registered->branches[number] : find_branch(registered, r, &r->branches[number]);
            number++;
        }
        for (int i = 0; i < branch->count; i++)
            outcomes[branch->first + i] = info ? info->first_block + i : -1;
    }
    return true;
}

/* ---- functions --------------------------------------------------------------------------------------------------- */

static uint64_t hash_of(struct qjvm_text text)
{
    return qp_hash_bytes(text.bytes, text.size);
}

static uint64_t hash_of_name(const struct qjvm_class_file *class, const struct qjvm_method *method)
{
    const uint64_t parts[] = {hash_of(class->name), hash_of(method->name), hash_of(method->descriptor)};
    return qp_hash_bytes(parts, sizeof parts);
}

/* Return a hash of all that makes methods one function. */
static uint64_t identity_of(const struct qjvm_registration *r, const struct qjvm_class_file *class,
                            const struct qjvm_method *method, const struct qjvm_source_lines *source)
{
    const uint64_t parts[] = {hash_of_name(class, method), hash_of(source->file.folder), hash_of(source->file.name),
                              qp_hash_bytes(source->lines, (size_t)method->line_count * sizeof *source->lines),
                              qp_hash_bytes(r->branches, (size_t)r->branch_count * sizeof *r->branches)};
    return qp_hash_bytes(parts, sizeof parts);
}

/* Create a function with the lines, the branches and the name of a method. Return NULL if out of memory. */
static struct registered *create(const struct qjvm_registration *r, const struct qjvm_method *method,
                                 const struct qjvm_source_lines *source)
{
    size_t size = (size_t)r->branch_count * sizeof *r->branches;
    struct registered *created = kit_function_new(sizeof *created + size);
    if (!created)
        return NULL;
    created->branch_count = r->branch_count;
    memcpy(created->branches, r->branches, size);
    kit_function_set_lines(&created->function, source->lines, method->line_count);
    created->function.name = qjvm_names_method(method->name, method->descriptor);
    created->calls = created->function.line_count;
    for (int i = 0; i < r->branch_count; i++) {
        created->branches[i].first_block = created->calls;
        created->calls += created->branches[i].outcomes;
    }
    return created;
}

/* Return whether a method has all lines of a function. */
static bool has_lines(const struct kit_function *function, const struct qjvm_method *method,
                      const struct qjvm_source_lines *source)
{
    const int *lines = function->blocks + function->span;
    for (int i = 0, k; i < function->line_count; i++) {
        for (k = 0; k < method->line_count && source->lines[k] != lines[i];)
            k++;
        if (k == method->line_count)
            return false;
    }
    return true;
}

/* Return the function that was registered for the method before its class was loaded, NULL if there is none. Another
 * agent may have changed the code, in which generated code is then not recognized: the method may have more lines. */
static struct registered *find_unloaded(const struct qjvm_class_file *class, const struct qjvm_method *method,
                                        const struct qjvm_source_lines *source)
{
    struct registered *found = kit_hashmap_get(&unloaded, hash_of_name(class, method));
    return found && !found->loaded && has_lines(&found->function, method, source) ? found : NULL;
}

/* Return the function of a method, which is created if no method was like it before. Return NULL if out of memory. */
static struct registered *function_of(const struct qjvm_registration *r, const struct qjvm_class_file *class,
                                      const struct qjvm_method *method, const struct qjvm_source_lines *source)
{
    uint64_t identity = identity_of(r, class, method, source);
    struct registered *known = kit_hashmap_get(&functions, identity);
    if (!known && r->is_loaded && (known = find_unloaded(class, method, source)))
        kit_hashmap_put(&functions, identity, known);
    if (known)
        return known;
    struct registered *created = create(r, method, source);
    if (!created)
        return NULL;
    if (kit_hashmap_put(&functions, identity, created) != 0) {
        kit_function_free(&created->function);
        return NULL;
    }
    if (!r->is_loaded)
        kit_hashmap_put(&unloaded, hash_of_name(class, method), created);
    return created;
}

/* ---- registration ------------------------------------------------------------------------------------------------ */

/* Return true if a class has annotations of JUnit or TestNG. */
static bool has_tests(const struct qjvm_class_file *class)
{
    static const char *const annotations[] = {"Lorg/junit/", "Lorg/testng/annotations/"};
    for (unsigned i = 1; i < class->pool.read; i++) {
        struct qjvm_text text = qjvm_pool_utf8(&class->pool, i);
        for (size_t k = 0; k < sizeof annotations / sizeof *annotations; k++)
            if (qjvm_text_begins(text, annotations[k]))
                return true;
    }
    return false;
}

/* Return the flags of a method. A static initializer runs once, in any test; a constructor of a test class may run
 * before the test begins. Both count for each context that runs code of their file. */
static int flags_of(const struct qjvm_registration *r, const struct qjvm_method *method)
{
    bool loads = qjvm_text_is(method->name, "<clinit>") || (r->has_tests && qjvm_text_is(method->name, "<init>"));
    return loads ? QPROF_METHOD_FLAGS_LOADS : QPROF_METHOD_FLAGS_NONE;
}

static void register_function(const struct qjvm_registration *r, struct registered *registered,
                              const struct qjvm_class_file *class, const struct qjvm_method *method,
                              const struct qjvm_source_lines *source)
{
    char *class_name = qjvm_names_class(class->name);
    char *file = qjvm_names_file(&source->file);
    kit_function_register(&registered->function, &(struct kit_definition){.class_name = class_name,
                                                                          .file = file,
                                                                          .flags = flags_of(r, method),
                                                                          .branches = registered->branches,
                                                                          .branch_count = registered->branch_count});
    free(class_name);
    free(file);
}

static void begin(struct qjvm_registration *r, const struct qjvm_class_file *class)
{
    if (r->begun)
        return;
    r->begun = true;
    r->has_tests = has_tests(class);
    kit_hashmap_put(&classes, hash_of(class->name), &classes);
}

struct kit_function *qjvm_registration_add(struct qjvm_registration *registration, const struct qjvm_class_file *class,
                                           const struct qjvm_method *method, const struct qjvm_source_lines *source)
{
    begin(registration, class);
    if (!find_branches(registration, method, source))
        return NULL;
    struct registered *found = function_of(registration, class, method, source);
    if (!found || !number_blocks(registration, found, method, source))
        return NULL;
    if (!kit_function_is_registered(&found->function))
        register_function(registration, found, class, method, source);
    found->loaded |= registration->is_loaded;
    registration->calls = found->calls;
    qjvm_functions_note(class->name, method->name, method->descriptor, &found->function);
    return kit_function_is_registered(&found->function) ? &found->function : NULL;
}

void qjvm_registration_fini(struct qjvm_registration *registration)
{
    free(registration->blocks);
    free(registration->branches);
    *registration = (struct qjvm_registration){0};
}

bool qjvm_registration_has_class(struct qjvm_text class)
{
    return kit_hashmap_get(&classes, hash_of(class));
}
