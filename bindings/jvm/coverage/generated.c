#include "bindings/jvm/coverage/generated.h"

#include <string.h>

#include "bindings/jvm/coverage/pattern.h"

/* ---- annotations ------------------------------------------------------------------------------------------------- */

static bool is_generated(struct qjvm_text annotation)
{
    static const char word[] = "Generated";
    const unsigned char *name = annotation.bytes + annotation.size;
    while (name > annotation.bytes && name[-1] != '/' && name[-1] != '$')
        name--;
    return memmem(name, (size_t)(annotation.bytes + annotation.size - name), word, strlen(word));
}

static bool is_of_kotlin(struct qjvm_text annotation)
{
    return qjvm_text_is(annotation, "Lkotlin/Metadata;");
}

/* ---- patterns of code -------------------------------------------------------------------------------------------- */

static bool is_code(const struct qjvm_code *code, const struct qjvm_step *steps, size_t count)
{
    struct qjvm_match match = qjvm_match_at(code, 0);
    return qjvm_match(&match, steps, count) && match.next == code->size;
}

#define IS_CODE(code, steps) is_code((code), (steps), sizeof(steps) / sizeof *(steps))

static bool is_method(const struct qjvm_member *member, const char *name, const char *descriptor)
{
    return qjvm_text_is(member->name, name) && qjvm_text_is(member->descriptor, descriptor);
}

static bool is_empty_constructor(const struct qjvm_member *member, const struct qjvm_code *code)
{
    static const struct qjvm_step steps[] = {QJVM_STEP(QJVM_ALOAD), QJVM_STEP_WITH(QJVM_INVOKESPECIAL, name, "<init>"),
                                             QJVM_STEP(QJVM_RETURN)};
    return (member->access & QJVM_ACCESS_PRIVATE) && is_method(member, "<init>", "()V") && IS_CODE(code, steps);
}

/* ---- enums and records ------------------------------------------------------------------------------------------- */

/* Return whether a descriptor consists of `head`, the name of the class, and ";". */
static bool is_of_class(struct qjvm_text descriptor, const char *head, struct qjvm_text class)
{
    size_t length = strlen(head);
    return descriptor.size == length + class.size + 1 && memcmp(descriptor.bytes, head, length) == 0 &&
           memcmp(descriptor.bytes + length, class.bytes, class.size) == 0;
}

static bool is_of_enum(const struct qjvm_class_file *file, const struct qjvm_member *member,
                       const struct qjvm_code *code)
{
    static const struct qjvm_step constructor[] = {QJVM_STEP(QJVM_ALOAD), QJVM_STEP(QJVM_ALOAD), QJVM_STEP(QJVM_ILOAD),
                                                   QJVM_STEP_WITH(QJVM_INVOKESPECIAL, name, "<init>"),
                                                   QJVM_STEP(QJVM_RETURN)};
    if (!qjvm_text_is(file->super_name, "java/lang/Enum"))
        return false;
    if (qjvm_text_is(member->name, "values"))
        return is_of_class(member->descriptor, "()[L", file->name);
    if (qjvm_text_is(member->name, "valueOf"))
        return is_of_class(member->descriptor, "(Ljava/lang/String;)L", file->name);
    return is_method(member, "<init>", "(Ljava/lang/String;I)V") && IS_CODE(code, constructor);
}

/* Return whether the method returns the component whose name it has. */
static bool returns_component(const struct qjvm_member *member, const struct qjvm_code *code)
{
    static const struct qjvm_step reads[] = {QJVM_STEP(QJVM_ALOAD), QJVM_STEP(QJVM_GETFIELD)};
    struct qjvm_match match = qjvm_match_at(code, 0);
    bool returns = member->descriptor.size > 1 && member->descriptor.bytes[1] == ')' && QJVM_MATCH(&match, reads) &&
                   match.next + 1 == code->size && qjvm_instruction_returns(code->bytes[match.next]);
    return returns &&
           qjvm_text_equal(qjvm_pool_member_name(code->pool, qjvm_get_u2(code->bytes + match.last + 1)), member->name);
}

static bool is_of_record(const struct qjvm_class_file *file, const struct qjvm_member *member,
                         const struct qjvm_code *code)
{
    static const struct qjvm_step text[] = {QJVM_STEP(QJVM_ALOAD), QJVM_STEP_WITH(QJVM_INVOKEDYNAMIC, name, "toString"),
                                            QJVM_STEP(QJVM_ARETURN)};
    static const struct qjvm_step hash[] = {QJVM_STEP(QJVM_ALOAD), QJVM_STEP_WITH(QJVM_INVOKEDYNAMIC, name, "hashCode"),
                                            QJVM_STEP(QJVM_IRETURN)};
    static const struct qjvm_step equals[] = {QJVM_STEP(QJVM_ALOAD), QJVM_STEP(QJVM_ALOAD),
                                              QJVM_STEP_WITH(QJVM_INVOKEDYNAMIC, name, "equals"),
                                              QJVM_STEP(QJVM_IRETURN)};
    if (!qjvm_text_is(file->super_name, "java/lang/Record"))
        return false;
    return (is_method(member, "toString", "()Ljava/lang/String;") && IS_CODE(code, text)) ||
           (is_method(member, "hashCode", "()I") && IS_CODE(code, hash)) ||
           (is_method(member, "equals", "(Ljava/lang/Object;)Z") && IS_CODE(code, equals)) ||
           returns_component(member, code);
}

/* ---- synthetic methods ------------------------------------------------------------------------------------------- */

/* Return whether a synthetic method contains code of the source: a lambda or, in Kotlin, the code of default arguments
 * or of a function that suspends. */
static bool has_source(struct qjvm_text name, bool kotlin)
{
    return qjvm_text_begins(name, "lambda$") || qjvm_text_begins(name, "$anonfun$") ||
           (kotlin &&
            (qjvm_text_ends(name, "$default") || qjvm_text_ends(name, "$suspendImpl") || qjvm_text_is(name, "<init>")));
}

bool qjvm_generated_is(const struct qjvm_class_file *file, const struct qjvm_member *member,
                       const struct qjvm_code *code)
{
    bool kotlin = qjvm_annotations_any(&file->annotations, &file->pool, is_of_kotlin);
    bool synthetic = (member->access & QJVM_ACCESS_SYNTHETIC) && !has_source(member->name, kotlin);
    return synthetic || (file->access & QJVM_ACCESS_SYNTHETIC) || (member->access & QJVM_ACCESS_BRIDGE) ||
           (kotlin && file->source_file.bytes && code->line_count == 0) ||
           qjvm_annotations_any(&file->annotations, &file->pool, is_generated) ||
           qjvm_annotations_any(&member->annotations, &file->pool, is_generated) || is_of_enum(file, member, code) ||
           is_of_record(file, member, code) || is_empty_constructor(member, code);
}
