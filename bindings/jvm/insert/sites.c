#include "bindings/jvm/insert/sites.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"

/* Methods of the JDK that allocate in the JVM, or whose code the compilers of HotSpot replace. */
static const struct {
    const char *class;
    const char *name;
    const char *descriptor; /* NULL = any */
} makers[] = {
    {"java/util/Arrays", "copyOf", "([Ljava/lang/Object;ILjava/lang/Class;)[Ljava/lang/Object;"},
    {"java/util/Arrays", "copyOfRange", "([Ljava/lang/Object;IILjava/lang/Class;)[Ljava/lang/Object;"},
    {"java/lang/StringUTF16", "toBytes", "([CII)[B"},
    {"java/lang/StringUTF16", "newBytesFor", NULL}, /* which toBytes calls */
    {"java/lang/reflect/Array", "newInstance", NULL},
    {"jdk/internal/misc/Unsafe", "allocateUninitializedArray0", NULL},
    {"jdk/internal/misc/Unsafe", "allocateInstance", NULL},
    {"jdk/internal/reflect/NativeConstructorAccessorImpl", "newInstance0", NULL},
    {"jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor", "newInstance0", NULL},
};

static bool is_maker(struct qjvm_text class, struct qjvm_text name, struct qjvm_text descriptor)
{
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
        if (qjvm_text_is(name, makers[i].name) && qjvm_text_is(class, makers[i].class) &&
            (!makers[i].descriptor || qjvm_text_is(descriptor, makers[i].descriptor)))
            return true;
    return false;
}

/* ---- sites ------------------------------------------------------------------------------------------------------- */

static bool find_array(struct qjvm_site *site, const struct qjvm_class_file *file, const unsigned char *at)
{
    static const char *const primitive[] = {
        [4] = "Z", [5] = "C", [6] = "F", [7] = "D", [8] = "B", [9] = "S", [10] = "I", [11] = "J"};
    site->kind = QJVM_SITE_ARRAY;
    if (*at == QJVM_NEWARRAY) {
        site->element = at[1];
        site->prefix = "[";
        site->type = at[1] >= 4 && at[1] <= 11 ? qjvm_text_of(primitive[at[1]]) : (struct qjvm_text){0};
    } else {
        site->type = qjvm_pool_class(&file->pool, qjvm_get_u2(at + 1));
        site->prefix = qjvm_text_begins(site->type, "[") ? "[" : "[L";
    }
    return site->type.bytes;
}

/* Return whether a call makes an object that the called method's code does not count. */
static bool find_call(struct qjvm_site *site, const struct qjvm_class_file *file, const unsigned char *at)
{
    unsigned member = qjvm_get_u2(at + 1);
    struct qjvm_text class = qjvm_pool_member_class(&file->pool, member),
                     name = qjvm_pool_member_name(&file->pool, member),
                     descriptor = qjvm_pool_member_descriptor(&file->pool, member);
    bool makes_parts = qjvm_text_is(name, "newInstance") && qjvm_text_begins(descriptor, "(Ljava/lang/Class;[I)");
    site->kind = QJVM_SITE_RESULT;
    site->dimensions = makes_parts ? QJVM_SITE_LOW : 1;
    if (qjvm_text_is(name, "clone") && qjvm_text_is(descriptor, "()Ljava/lang/Object;"))
        return qjvm_text_begins(class, "[") || qjvm_text_is(class, "java/lang/Object");
    if (qjvm_text_is(name, "toString") &&
        (qjvm_text_is(class, "java/lang/StringBuilder") || qjvm_text_is(class, "java/lang/StringBuffer"))) {
        site->kind = QJVM_SITE_BUILDER;
        return true;
    }
    return is_maker(class, name, descriptor);
}

/* Return whether a dynamic call makes an object each time: a lambda that captures values. */
static bool find_lambda(struct qjvm_site *site, const struct qjvm_class_file *file, unsigned dynamic_call)
{
    site->kind = QJVM_SITE_LAMBDA;
    site->prefix = "";
    site->type = qjvm_pool_member_descriptor(&file->pool, dynamic_call);
    return !qjvm_text_begins(site->type, "()") &&
           qjvm_text_is(qjvm_class_file_bootstrap_class(file, dynamic_call), "java/lang/invoke/LambdaMetafactory");
}

static bool find(struct qjvm_site *site, const struct qjvm_class_file *file, const unsigned char *at)
{
    switch (*at) {
    case QJVM_NEW:
        site->kind = QJVM_SITE_OBJECT;
        site->prefix = "L";
        site->type = qjvm_pool_class(&file->pool, qjvm_get_u2(at + 1));
        return site->type.bytes;
    case QJVM_NEWARRAY:
    case QJVM_ANEWARRAY:
        return find_array(site, file, at);
    case QJVM_MULTIANEWARRAY:
        site->kind = QJVM_SITE_RESULT;
        site->dimensions = at[3] < QJVM_SITE_LOW ? at[3] : QJVM_SITE_LOW;
        return true;
    case QJVM_INVOKEVIRTUAL:
    case QJVM_INVOKESPECIAL:
    case QJVM_INVOKESTATIC:
        return find_call(site, file, at);
    case QJVM_INVOKEDYNAMIC:
        return find_lambda(site, file, qjvm_get_u2(at + 1));
    default:
        return false;
    }
}

bool qjvm_sites_find(struct qjvm_sites *sites, const struct qjvm_class_file *file, const struct qjvm_member *method,
                     const struct qjvm_code *code)
{
    *sites = (struct qjvm_sites){0};
    if (is_maker(file->name, method->name, method->descriptor))
        return true;
    for (unsigned offset = 0; offset < code->size; offset = qjvm_code_next(code, offset)) {
        struct qjvm_site site = {.offset = offset, .prefix = ""};
        if (!find(&site, file, code->bytes + offset))
            continue;
        struct qjvm_site *items = kit_array_more(sites->items, (size_t)sites->count, sizeof *items);
        if (!items)
            return false;
        sites->items = items;
        items[sites->count++] = site;
    }
    return true;
}

void qjvm_sites_fini(struct qjvm_sites *sites)
{
    free(sites->items);
    *sites = (struct qjvm_sites){0};
}

char *qjvm_site_signature(const struct qjvm_site *site)
{
    size_t length = strlen(site->prefix);
    bool names_class = length && site->prefix[length - 1] == 'L';
    return kit_format("%s%.*s%s", site->prefix, QJVM_SHOWN(site->type), names_class ? ";" : "");
}

/* ---- insertion --------------------------------------------------------------------------------------------------- */

/* Insert the call for a site, with this last argument unless it is 0. Return false if the pool is full. */
static bool insert(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                   const struct qjvm_site *site, const char *owner, uint64_t argument)
{
    static const struct {
        const char *name;
        const char *descriptor;
        bool precedes;              /* the call precedes the instruction, so that it can take its arguments */
        unsigned char arguments[3]; /* instructions that push the first argument */
    } called[] = {
        [QJVM_SITE_OBJECT] = {"count", "(J)V", false, {0}},
        [QJVM_SITE_LAMBDA] = {"count", "(J)V", false, {0}},
        [QJVM_SITE_ARRAY] = {"countArray", "(IJ)V", false, {QJVM_DUP, QJVM_ARRAYLENGTH}},
        [QJVM_SITE_RESULT] = {"countResult", "(Ljava/lang/Object;J)V", false, {QJVM_DUP}},
        [QJVM_SITE_BUILDER] = {"escapes", "(Ljava/lang/Object;)V", true, {QJVM_DUP}},
    };
    struct qjvm_writer call = {0};
    struct qjvm_addition addition = {.to = qjvm_code_next(code, site->offset), .paths = QJVM_FALLING};
    unsigned constant = argument ? qjvm_pool_add_long(pool, argument) : 1;
    unsigned method = qjvm_pool_add_method(pool, owner, called[site->kind].name, called[site->kind].descriptor);
    if (called[site->kind].precedes)
        addition = (struct qjvm_addition){.to = site->offset, .paths = QJVM_ALL_PATHS};
    for (const unsigned char *instruction = called[site->kind].arguments; *instruction; instruction++)
        qjvm_write_u1(&call, *instruction);
    if (argument) {
        qjvm_write_u1(&call, QJVM_LDC2_W);
        qjvm_write_u2(&call, constant);
    }
    qjvm_write_u1(&call, QJVM_INVOKESTATIC);
    qjvm_write_u2(&call, method);
    qjvm_additions_put(additions, addition, call.bytes, call.size);
    additions->bytes.no_memory |= call.no_memory;
    qjvm_writer_fini(&call);
    return constant && method;
}

const char *qjvm_sites_add(struct qjvm_additions *additions, struct qjvm_pool *pool, const struct qjvm_code *code,
                           const struct qjvm_sites *sites, const char *owner, const uint64_t *arguments)
{
    enum { MOST_STACK = 3 };
    bool added = true;
    additions->stack = additions->stack > MOST_STACK ? additions->stack : MOST_STACK;
    for (int i = 0; i < sites->count && added; i++)
        if (arguments[i] != 0 || sites->items[i].kind == QJVM_SITE_BUILDER)
            added = insert(additions, pool, code, &sites->items[i], owner, arguments[i]);
    return added ? NULL : "too many constants";
}
