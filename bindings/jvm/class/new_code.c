#include "bindings/jvm/class/new_code.h"

#include "bindings/jvm/class/frames.h"
#include "bindings/jvm/class/tables.h"

#define GOTO_SIZE            3
#define MOST_SIZE            65535u
#define MOST_STACK           65535u
#define MOST_LOCALS          65535u
#define MOST_EXCEPTIONS      65535u
#define FIRST_VERSION_FRAMES 50

static const char no_memory[] = "no memory";
static const char full[] = "too many constants";

struct new_code {
    struct qjvm_writer *out;
    const struct qjvm_code *code;
    struct qjvm_additions *additions;
    struct qjvm_moved moved;
    size_t begin; /* offset of the first instruction in `out` */
    size_t next;  /* index of the next addition to write */
};

/* ---- instructions ------------------------------------------------------------------------------------------------ */

/* Return the offset, in the new code, of the next byte that is written. */
static uint32_t position(const struct new_code *n)
{
    return (uint32_t)(n->out->size - n->begin);
}

/* Copy an instruction with its original jump targets. */
static void copy_instruction(struct new_code *n, unsigned offset)
{
    const unsigned char *at = n->code->bytes + offset;
    unsigned length = qjvm_code_next(n->code, offset) - offset;
    if (!qjvm_instruction_switches(*at)) {
        qjvm_write_bytes(n->out, at, length);
        return;
    }
    unsigned head = 1 + qjvm_instruction_padding(offset);
    unsigned padding = qjvm_instruction_padding(position(n));
    static const unsigned char zeros[3];
    qjvm_write_u1(n->out, *at);
    qjvm_write_bytes(n->out, zeros, padding);
    qjvm_write_bytes(n->out, at + head, length - head);
}

/* Return whether the next addition is for these paths to the instruction. */
static bool is_next(const struct new_code *n, unsigned offset, enum qjvm_paths paths)
{
    const struct qjvm_addition *item = n->additions->items + n->next;
    return n->next < n->additions->count && item->to == offset && item->paths == paths;
}

static void write_next(struct new_code *n)
{
    const struct qjvm_addition *item = &n->additions->items[n->next];
    n->moved.edges[n->next++] = position(n);
    qjvm_write_bytes(n->out, n->additions->bytes.bytes + item->first, item->size);
}

/* In front of the instruction at `offset`, write the bytes inserted on the edges of the jumps that lead to it, one
 * edge after the other. Only the jump of an edge may reach the edge's bytes. So if the code in front would fall into
 * them, first write a goto that skips the bytes of all edges. Return whether these gotos are in range. */
static bool write_edges(struct new_code *n, unsigned offset, bool from_above)
{
    bool in_range = true;
    for (; is_next(n, offset, QJVM_FALLING); from_above = true)
        write_next(n);
    size_t first_skipped = n->next + !from_above;
    while (is_next(n, offset, QJVM_JUMP)) {
        static const unsigned char jump[GOTO_SIZE] = {QJVM_GOTO};
        if (n->next >= first_skipped)
            qjvm_write_bytes(n->out, jump, GOTO_SIZE);
        write_next(n);
    }
    for (size_t i = first_skipped; i < n->next; i++) {
        unsigned jump = n->moved.edges[i] - GOTO_SIZE, distance = position(n) - jump;
        qjvm_overwrite_u2(n->out, n->begin + jump + 1, distance & 0xffff);
        in_range = in_range && distance <= INT16_MAX;
    }
    return in_range;
}

/* Write all instructions and additions. Jumps get their new targets later. Return whether the gotos are in range. */
static bool write_instructions(struct new_code *n)
{
    struct qjvm_moved *moved = &n->moved;
    unsigned filled = 0; /* number of offsets that are mapped so far */
    bool in_range = true;
    bool falls = true;
    n->begin = n->out->size;
    for (unsigned offset = 0; offset < n->code->size; offset = qjvm_code_next(n->code, offset)) {
        uint32_t above = position(n);
        in_range = write_edges(n, offset, falls) && in_range;
        uint32_t landing = position(n);
        while (is_next(n, offset, QJVM_ALL_PATHS))
            write_next(n);
        for (; filled <= offset; filled++) {
            moved->above[filled] = above;
            moved->landing[filled] = landing;
            moved->place[filled] = position(n);
        }
        copy_instruction(n, offset);
        falls = qjvm_instruction_falls_through(qjvm_instruction_operation(n->code->bytes, offset));
    }
    moved->new_size = position(n);
    for (; filled <= n->code->size; filled++)
        moved->above[filled] = moved->landing[filled] = moved->place[filled] = moved->new_size;
    qjvm_write_bytes(n->out, n->additions->handler.bytes, n->additions->handler.size);
    return in_range;
}

/* Write the new jump targets of an instruction that was copied. Return whether all of them are in range. */
static bool adjust_targets(struct new_code *n, unsigned offset)
{
    struct qjvm_targets was = qjvm_targets_of(n->code->bytes, offset);
    if (was.count == 0 || n->out->no_memory)
        return true;
    unsigned place = n->moved.place[offset];
    struct qjvm_targets is = qjvm_targets_of(n->out->bytes + n->begin, place);
    for (unsigned i = 0; i < was.count; i++) {
        int64_t target = qjvm_targets_offset(&was, n->code->bytes, offset, i);
        int64_t distance = (int64_t)qjvm_moved_target(&n->moved, offset, (unsigned)target) - place;
        size_t operand = n->begin + place + qjvm_targets_place(&is, i);
        if (is.width == 4)
            qjvm_overwrite_u4(n->out, operand, (uint32_t)distance);
        else if (distance >= INT16_MIN && distance <= INT16_MAX)
            qjvm_overwrite_u2(n->out, operand, (unsigned)distance & 0xffff);
        else
            return false;
    }
    return true;
}

static bool adjust_all_targets(struct new_code *n)
{
    bool in_range = true;
    for (unsigned offset = 0; offset < n->code->size && in_range; offset = qjvm_code_next(n->code, offset))
        in_range = adjust_targets(n, offset);
    return in_range;
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* Write the exception table. Our handler is the last one, so that the method's own handlers take precedence. It does
 * not cover itself. */
static void write_exceptions(struct new_code *n)
{
    const struct qjvm_additions *additions = n->additions;
    qjvm_write_u2(n->out, n->code->exception_count + additions->guarded);
    for (unsigned i = 0; i < n->code->exception_count; i++) {
        struct qjvm_exception exception = qjvm_code_exception(n->code, i);
        qjvm_write_u2(n->out, n->moved.landing[exception.from]);
        qjvm_write_u2(n->out, n->moved.above[exception.until]);
        qjvm_write_u2(n->out, n->moved.landing[exception.handler]);
        qjvm_write_u2(n->out, exception.type);
    }
    if (!additions->guarded)
        return;
    qjvm_write_u2(n->out, n->moved.landing[additions->guarded_from]);
    qjvm_write_u2(n->out, n->moved.new_size);
    qjvm_write_u2(n->out, n->moved.new_size);
    qjvm_write_u2(n->out, 0);
}

static const char *write_frames(struct new_code *n, struct qjvm_cursor frames, struct qjvm_pool *pool)
{
    unsigned throwable = n->additions->guarded ? qjvm_pool_add_class(pool, "java/lang/Throwable") : 0;
    if (n->additions->guarded && throwable == 0)
        return full;
    struct qjvm_locals *locals = n->additions->has_local ? &n->additions->locals : NULL;
    return qjvm_frames_write(n->out, frames, n->code, &n->moved, locals, throwable) ? NULL : "damaged frames";
}

/* Write the content of an attribute, unless the attribute is to be dropped. Store in *written whether it was written.
 * Return NULL or an error message. */
static const char *write_content(struct new_code *n, const struct qjvm_attribute *attribute, struct qjvm_pool *pool,
                                 bool *written)
{
    *written = true;
    if (qjvm_text_is(attribute->name, "StackMapTable"))
        return write_frames(n, attribute->content, pool);
    if (qjvm_text_is(attribute->name, "LineNumberTable"))
        return qjvm_tables_write_lines(n->out, attribute->content, &n->moved) ? NULL : "damaged lines";
    if (qjvm_text_is(attribute->name, "LocalVariableTable") || qjvm_text_is(attribute->name, "LocalVariableTypeTable"))
        return qjvm_tables_write_variables(n->out, attribute->content, &n->moved) ? NULL : "damaged variables";
    *written = false;
    return NULL;
}

/* Write an attribute, unless it is to be dropped, and count it. Return NULL or an error message. */
static const char *write_attribute(struct new_code *n, const struct qjvm_attribute *attribute, struct qjvm_pool *pool,
                                   unsigned *count)
{
    bool written;
    size_t before = n->out->size;
    qjvm_write_u2(n->out, attribute->name_index);
    qjvm_write_u4(n->out, 0); /* placeholder for the size */
    size_t content = n->out->size;
    const char *why = write_content(n, attribute, pool, &written);
    qjvm_overwrite_u4(n->out, content - 4, (uint32_t)(n->out->size - content));
    if (!written)
        qjvm_writer_cut(n->out, before);
    *count += written;
    return why;
}

static const char *write_attributes(struct new_code *n, struct qjvm_pool *pool, bool frames_due)
{
    struct qjvm_cursor cursor = n->code->attributes;
    size_t count_at = n->out->size;
    unsigned count = 0;
    const char *why = NULL;
    qjvm_write_u2(n->out, 0);
    for (unsigned i = 0; i < n->code->attribute_count && !why; i++) {
        struct qjvm_attribute attribute = qjvm_attribute_read(&cursor, pool);
        why = write_attribute(n, &attribute, pool, &count);
        frames_due = frames_due && !qjvm_text_is(attribute.name, "StackMapTable");
    }
    if (frames_due && !why) {
        struct qjvm_attribute frames = {.name = qjvm_text_of("StackMapTable")};
        frames.name_index = qjvm_pool_add_utf8(pool, "StackMapTable");
        why = frames.name_index == 0 ? full : write_attribute(n, &frames, pool, &count);
    }
    qjvm_overwrite_u2(n->out, count_at, count);
    return count > UINT16_MAX ? "too many attributes" : why;
}

static const char *write_all(struct new_code *n, struct qjvm_pool *pool, unsigned version)
{
    const struct qjvm_code *code = n->code;
    const struct qjvm_additions *additions = n->additions;
    bool holds_exception = additions->guarded && code->max_stack == 0;
    unsigned stack = code->max_stack + holds_exception + additions->stack;
    if (stack > MOST_STACK)
        return "too deep an operand stack";
    if (code->exception_count + additions->guarded > MOST_EXCEPTIONS)
        return "too many exception handlers";
    if (code->max_locals + additions->has_local > MOST_LOCALS)
        return "too many locals";
    qjvm_write_u2(n->out, stack);
    qjvm_write_u2(n->out, code->max_locals + additions->has_local);
    qjvm_write_u4(n->out, 0); /* placeholder for the size */
    bool in_range = write_instructions(n);
    if (position(n) > MOST_SIZE)
        return "too long";
    if (!in_range || !adjust_all_targets(n))
        return "a jump is too far";
    qjvm_overwrite_u4(n->out, n->begin - 4, position(n));
    write_exceptions(n);
    return write_attributes(n, pool, additions->guarded && version >= FIRST_VERSION_FRAMES);
}

const char *qjvm_new_code_write(struct qjvm_writer *out, const struct qjvm_code *code, struct qjvm_additions *additions,
                                struct qjvm_pool *pool, unsigned version)
{
    struct new_code n = {.out = out, .code = code, .additions = additions};
    if (!qjvm_additions_sort(additions) || !qjvm_moved_init(&n.moved, code, additions))
        return no_memory;
    const char *why = write_all(&n, pool, version);
    qjvm_moved_fini(&n.moved);
    return out->no_memory || pool->added.no_memory ? no_memory : why;
}
