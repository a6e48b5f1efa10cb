#include "bindings/jvm/insert/rewrite.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/class/new_code.h"
#include "bindings/jvm/coverage/filter.h"
#include "bindings/jvm/coverage/generated.h"
#include "bindings/jvm/insert/calls.h"
#include "bindings/jvm/insert/created.h"
#include "bindings/jvm/insert/leaf.h"
#include "bindings/jvm/insert/lines.h"
#include "bindings/jvm/insert/loads.h"
#include "bindings/jvm/insert/mounts.h"

static const char no_memory[] = "no memory";
const char qjvm_empty_finalizer[] = "an empty finalizer";

/* Result of `request` if the client wants no insertion. This result is not reported as a failure. */
static const char not_requested[] = "";

struct rewrite {
    const struct qjvm_rewriting *rewriting;
    struct qjvm_class_file file;
    struct qjvm_writer body;
    unsigned rewritten; /* number of rewritten methods */
};

static void report_unchanged(const struct rewrite *r, const struct qjvm_method *method, const char *why)
{
    r->rewriting->unchanged(r->rewriting->data, &r->file, method, why);
}

static const char *add(struct rewrite *r, struct qjvm_additions *additions, const struct qjvm_member *member,
                       const struct qjvm_code *code, const struct qjvm_branches *branches,
                       const struct qjvm_answer *answer)
{
    const char *owner = r->rewriting->owner, *counters = r->rewriting->counters;
    struct qjvm_pool *pool = &r->file.pool;
    if (answer->insertion == QJVM_NOTHING)
        return NULL;
    if (answer->insertion == QJVM_CALLS)
        return qjvm_calls_add(additions, &r->file, member, code, owner, answer->id);
    if (answer->insertion == QJVM_MOUNTS)
        return qjvm_mounts_add(additions, pool, member, code, owner);
    if (answer->insertion == QJVM_CREATED)
        return qjvm_created_add(additions, pool, code, owner);
    const char *name = answer->insertion == QJVM_COUNTED ? "countCall" : "count";
    const char *why =
        qjvm_lines_add(additions, pool, code, counters, name, answer->entry_counter, answer->line_counters);
    if (why || !answer->edge_counters)
        return why;
    return qjvm_lines_add_edges(additions, pool, code, branches, counters, answer->edge_counters);
}

static const char *add_all(struct rewrite *r, struct qjvm_additions *additions, const struct qjvm_member *member,
                           const struct qjvm_code *code, const struct qjvm_method *method,
                           const struct qjvm_answer *answer)
{
    struct qjvm_pool *pool = &r->file.pool;
    const char *loads = r->rewriting->loads, *why = NULL;
    if (answer->load)
        why = qjvm_loads_add_exits(additions, pool, code, loads, answer->load);
    if (!why)
        why = add(r, additions, member, code, method->branches, answer);
    if (!why && answer->load)
        why = qjvm_loads_add_entry(additions, pool, loads, answer->load);
    if (!why && answer->site_arguments)
        why = qjvm_sites_add(additions, pool, code, method->sites, r->rewriting->allocations, answer->site_arguments);
    return why;
}

/* Copy a method, with new code. */
static const char *write_method(struct rewrite *r, const struct qjvm_member *member, const struct qjvm_code *code,
                                struct qjvm_additions *additions)
{
    size_t head = (size_t)(member->code.at - member->bytes);
    qjvm_write_bytes(&r->body, member->bytes, head);
    size_t content = r->body.size;
    const char *why = qjvm_new_code_write(&r->body, code, additions, &r->file.pool, r->file.version);
    qjvm_overwrite_u4(&r->body, content - 4, (uint32_t)(r->body.size - content));
    qjvm_write_bytes(&r->body, member->code.at + member->code.left, member->size - head - member->code.left);
    return why;
}

/* Write a method with the requested insertions. If that fails, undo everything, and return an error message. */
static const char *instrument(struct rewrite *r, const struct qjvm_member *member, const struct qjvm_code *code,
                              const struct qjvm_method *method, const struct qjvm_answer *answer)
{
    struct qjvm_additions additions = {0};
    size_t size_before = r->body.size, constants_before = r->file.pool.added.size;
    unsigned count_before = r->file.pool.count;
    const char *why = add_all(r, &additions, member, code, method, answer);
    if (!why)
        why = write_method(r, member, code, &additions);
    qjvm_additions_fini(&additions);
    if (!why)
        return NULL;
    if (r->file.pool.added.no_memory)
        why = no_memory;
    qjvm_pool_cut(&r->file.pool, constants_before, count_before);
    qjvm_writer_cut(&r->body, size_before);
    return why;
}

/* Return whether the method is an empty finalizer. It must stay empty: a JVM registers an object for finalization
 * unless the object's finalizer is empty. If a call were inserted into the finalizer of Object, the JVM would register
 * every object of the program. */
static bool is_empty_finalizer(const struct qjvm_member *member, const struct qjvm_code *code)
{
    return code->size == 1 && qjvm_text_is(member->name, "finalize") && qjvm_text_is(member->descriptor, "()V");
}

static const char *request(struct rewrite *r, const struct qjvm_member *member, const struct qjvm_code *code,
                           const struct qjvm_method *method)
{
    struct qjvm_answer answer = r->rewriting->method(r->rewriting->data, &r->file, method);
    if (answer.insertion == QJVM_NOTHING && !answer.site_arguments)
        return not_requested;
    return is_empty_finalizer(member, code) ? qjvm_empty_finalizer : instrument(r, member, code, method, &answer);
}

/* Rewrite a method whose code was read. Return NULL, or the reason why the method is unchanged. */
static const char *rewrite_code(struct rewrite *r, const struct qjvm_member *member, struct qjvm_code *code,
                                struct qjvm_method *method)
{
    struct qjvm_ignored ignored = {0};
    struct qjvm_flow flow = {0};
    struct qjvm_branches branches = {0};
    struct qjvm_sites sites = {0};
    bool memory = !r->rewriting->filter || qjvm_filter_find(&ignored, code);
    if (memory && r->rewriting->filter)
        qjvm_filter_lines(&ignored, code);
    bool is_virtual = (member->access & QJVM_ACCESS_STATIC) == 0;
    method->code_size = code->size;
    method->calls_nothing = qjvm_leaf_is(&r->file, member, code);
    method->lines = code->lines;
    method->line_count = code->line_count;
    method->flow = r->rewriting->flow ? &flow : NULL;
    method->branches = &branches;
    method->sites = &sites;
    memory = memory && (!method->flow || qjvm_flow_init(&flow, code, is_virtual)) &&
             (!r->rewriting->branches || qjvm_branches_init(&branches, code, r->rewriting->filter ? &ignored : NULL)) &&
             (!r->rewriting->allocations || qjvm_sites_find(&sites, &r->file, member, code));
    const char *why = memory ? request(r, member, code, method) : no_memory;
    if (why && why != not_requested)
        report_unchanged(r, method, why);
    qjvm_sites_fini(&sites);
    qjvm_branches_fini(&branches);
    qjvm_flow_fini(&flow);
    qjvm_ignored_fini(&ignored);
    return why;
}

/* Rewrite a method. Return whether it was rewritten. */
static bool rewrite_method(struct rewrite *r, const struct qjvm_member *member, unsigned number)
{
    struct qjvm_method method = {.number = number, .name = member->name, .descriptor = member->descriptor};
    struct qjvm_code code;
    const char *why = qjvm_code_init(&code, &r->file.pool, member->code);
    if (why) {
        report_unchanged(r, &method, why);
        return false;
    }
    method.is_generated = r->rewriting->filter && qjvm_generated_is(&r->file, member, &code);
    bool ignored = method.is_generated && !r->rewriting->allocations;
    why = ignored ? not_requested : rewrite_code(r, member, &code, &method);
    qjvm_code_fini(&code);
    return !why;
}

static void rewrite_methods(struct rewrite *r)
{
    struct qjvm_cursor cursor = r->file.methods;
    qjvm_write_bytes(&r->body, r->file.body, (size_t)(cursor.at - r->file.body));
    for (unsigned i = 0; i < r->file.method_count; i++) {
        struct qjvm_member member = qjvm_member_read(&cursor, &r->file.pool);
        if (member.has_code && rewrite_method(r, &member, i))
            r->rewritten++;
        else
            qjvm_write_bytes(&r->body, member.bytes, member.size);
    }
    qjvm_write_bytes(&r->body, cursor.at, cursor.left);
}

/* Return the class file with its new body and the added constants. */
static unsigned char *assemble(struct rewrite *r, size_t *new_size)
{
    enum { HEAD_SIZE = 8 }; /* magic number and version */
    struct qjvm_writer out = {.no_memory = r->body.no_memory || r->file.pool.added.no_memory};
    qjvm_write_bytes(&out, r->file.bytes, HEAD_SIZE);
    qjvm_pool_write(&r->file.pool, &out);
    qjvm_write_bytes(&out, r->body.bytes, r->body.size);
    *new_size = out.size;
    if (!out.no_memory)
        return out.bytes;
    qjvm_writer_fini(&out);
    report_unchanged(r, NULL, no_memory);
    return NULL;
}

unsigned char *qjvm_rewrite(const struct qjvm_rewriting *rewriting, const unsigned char *bytes, size_t size,
                            size_t *new_size)
{
    struct rewrite r = {.rewriting = rewriting};
    unsigned char *result = NULL;
    const char *why = qjvm_class_file_init(&r.file, bytes, size);
    if (why)
        report_unchanged(&r, NULL, why);
    else
        rewrite_methods(&r);
    if (r.rewritten)
        result = assemble(&r, new_size);
    qjvm_writer_fini(&r.body);
    qjvm_class_file_fini(&r.file);
    return result;
}
