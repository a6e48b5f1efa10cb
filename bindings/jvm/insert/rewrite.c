#include "bindings/jvm/insert/rewrite.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/class/new_code.h"
#include "bindings/jvm/insert/calls.h"
#include "bindings/jvm/insert/leaf.h"
#include "bindings/jvm/insert/lines.h"
#include "bindings/jvm/insert/mounts.h"

static const char no_memory[] = "no memory";
const char qjvm_empty_finalizer[] = "an empty finalizer";

struct rewrite {
    const struct qjvm_rewriting *rewriting;
    struct qjvm_class_file file;
    struct qjvm_class class;
    char *name; /* zero-terminated copies */
    char *source_file;
    struct qjvm_writer body;
    unsigned rewritten; /* methods */
};

/* Return a zero-terminated copy, NULL if there is no text, or if out of memory. */
static char *copy(struct qjvm_text text)
{
    char *copied = text.bytes ? malloc(text.size + 1) : NULL;
    if (!copied)
        return NULL;
    memcpy(copied, text.bytes, text.size);
    copied[text.size] = '\0';
    return copied;
}

static void report_unchanged(const struct rewrite *r, const struct qjvm_method *method, const char *why)
{
    r->rewriting->unchanged(r->rewriting->data, &r->class, method, why);
}

static const char *describe(struct rewrite *r)
{
    const struct qjvm_class_file *file = &r->file;
    r->name = copy(file->name);
    r->source_file = copy(file->source_file);
    if ((file->name.bytes && !r->name) || (file->source_file.bytes && !r->source_file))
        return no_memory;
    r->class = (struct qjvm_class){.name = r->name ? r->name : "",
                                   .source_file = r->source_file,
                                   .version = file->version,
                                   .access = file->access,
                                   .method_count = file->method_count,
                                   .source_debug_extension = (const char *)file->source_debug_extension.bytes,
                                   .source_debug_extension_size = file->source_debug_extension.size};
    return NULL;
}

static const char *add_counters(struct rewrite *r, struct qjvm_additions *additions, const struct qjvm_code *code,
                                const struct qjvm_branches *branches, const struct qjvm_answer *answer)
{
    const char *counters = r->rewriting->counters;
    const char *why =
        qjvm_lines_add(additions, &r->file.pool, code, counters, answer->entry_counter, answer->line_counters);
    if (why || !branches || !answer->outcome_counters)
        return why;
    return qjvm_lines_add_outcomes(additions, &r->file.pool, code, branches, counters, answer->outcome_counters);
}

static const char *add(struct rewrite *r, struct qjvm_additions *additions, const struct qjvm_member *member,
                       const struct qjvm_code *code, const struct qjvm_branches *branches,
                       const struct qjvm_answer *answer)
{
    const char *owner = r->rewriting->owner;
    if (answer->insertion == QJVM_CALLS)
        return qjvm_calls_add(additions, &r->file, member, code, owner, answer->id);
    if (answer->insertion == QJVM_MOUNTS)
        return qjvm_mounts_add(additions, &r->file.pool, member, code, owner);
    if (answer->insertion == QJVM_COUNTED)
        return qjvm_lines_add_call(additions, &r->file.pool, r->rewriting->counters, answer->entry_counter);
    return add_counters(r, additions, code, branches, answer);
}

/* Copy a method with its code replaced. */
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

/* Write a method with the requested insertions. If that fails, undo everything and return false. */
static bool instrument(struct rewrite *r, const struct qjvm_member *member, const struct qjvm_code *code,
                       const struct qjvm_method *method, const struct qjvm_answer *answer)
{
    struct qjvm_additions additions = {0};
    struct qjvm_pool_mark mark = qjvm_pool_mark(&r->file.pool);
    size_t before = r->body.size;
    const char *why = add(r, &additions, member, code, method->branches, answer);
    if (!why)
        why = write_method(r, member, code, &additions);
    qjvm_additions_fini(&additions);
    if (!why)
        return true;
    if (r->file.pool.added.no_memory)
        why = no_memory;
    qjvm_pool_forget(&r->file.pool, mark);
    qjvm_writer_cut(&r->body, before);
    report_unchanged(r, method, why);
    return false;
}

/* A JVM registers an object for finalization unless its finalizer is empty. With a call inserted into Object's empty
 * finalizer, it would register every object of the program. */
static bool is_empty_finalizer(const struct qjvm_member *member, const struct qjvm_code *code)
{
    return code->size == 1 && qjvm_text_is(member->name, "finalize") && qjvm_text_is(member->descriptor, "()V");
}

static bool request(struct rewrite *r, const struct qjvm_member *member, const struct qjvm_code *code,
                    const struct qjvm_method *method)
{
    struct qjvm_answer answer = r->rewriting->method(r->rewriting->data, &r->class, method);
    if (answer.insertion == QJVM_NOTHING)
        return false;
    if (!is_empty_finalizer(member, code))
        return instrument(r, member, code, method, &answer);
    report_unchanged(r, method, qjvm_empty_finalizer);
    return false;
}

/* Control flow of a method, as far as the client needs it. */
struct control {
    struct qjvm_flow flow;
    struct qjvm_branches branches;
};

/* Return false if out of memory; call control_fini in either case. */
static bool control_init(const struct rewrite *r, const struct qjvm_member *member, const struct qjvm_code *code,
                         struct control *control)
{
    bool is_virtual = (member->access & QJVM_ACCESS_STATIC) == 0;
    *control = (struct control){0};
    return (!r->rewriting->flow || qjvm_flow_init(&control->flow, code, is_virtual)) &&
           (!r->rewriting->branches || qjvm_branches_init(&control->branches, code));
}

static void control_fini(struct control *control)
{
    qjvm_branches_fini(&control->branches);
    qjvm_flow_fini(&control->flow);
}

/* Read a method's code and rewrite it. `method` has only names so far. */
static bool rewrite_code(struct rewrite *r, const struct qjvm_member *member, struct qjvm_method *method)
{
    struct qjvm_code code;
    struct control control;
    const char *why = qjvm_code_init(&code, &r->file.pool, member->code);
    if (why) {
        report_unchanged(r, method, why);
        return false;
    }
    method->access = member->access;
    method->code_size = code.size;
    method->calls_nothing = qjvm_leaf_is(&r->file, member, &code);
    method->lines = code.lines;
    method->line_count = code.line_count;
    method->flow = r->rewriting->flow ? &control.flow : NULL;
    method->branches = r->rewriting->branches ? &control.branches : NULL;
    bool done = false;
    if (control_init(r, member, &code, &control))
        done = request(r, member, &code, method);
    else
        report_unchanged(r, method, no_memory);
    control_fini(&control);
    qjvm_code_fini(&code);
    return done;
}

static bool rewrite_method(struct rewrite *r, const struct qjvm_member *member, unsigned number)
{
    char *name = copy(member->name);
    char *descriptor = copy(member->descriptor);
    struct qjvm_method method = {
        .number = number, .name = name ? name : "", .descriptor = descriptor ? descriptor : ""};
    bool done = false;
    if (name && descriptor)
        done = rewrite_code(r, member, &method);
    else
        report_unchanged(r, &method, no_memory);
    free(name);
    free(descriptor);
    return done;
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

static unsigned char *assemble(struct rewrite *r, size_t *new_size)
{
    struct qjvm_writer out = {0};
    bool complete = !r->body.no_memory && !r->file.pool.added.no_memory;
    if (complete)
        qjvm_class_file_write(&r->file, &r->body, &out);
    if (complete && !out.no_memory) {
        *new_size = out.size;
        return out.bytes;
    }
    qjvm_writer_fini(&out);
    report_unchanged(r, NULL, no_memory);
    return NULL;
}

unsigned char *qjvm_rewrite(const struct qjvm_rewriting *rewriting, const unsigned char *bytes, size_t size,
                            size_t *new_size)
{
    struct rewrite r = {.rewriting = rewriting, .class = {.name = ""}};
    unsigned char *result = NULL;
    const char *why = qjvm_class_file_init(&r.file, bytes, size);
    const char *undescribed = describe(&r);
    why = why ? why : undescribed;
    if (why)
        report_unchanged(&r, NULL, why);
    else
        rewrite_methods(&r);
    if (r.rewritten)
        result = assemble(&r, new_size);
    qjvm_writer_fini(&r.body);
    qjvm_class_file_fini(&r.file);
    free(r.name);
    free(r.source_file);
    return result;
}
