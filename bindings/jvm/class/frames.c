#include "bindings/jvm/class/frames.h"

#include <limits.h>

enum tag {
    SAME_LAST = 63,
    ONE_ITEM = 64,
    ONE_ITEM_LAST = 127,
    ONE_ITEM_EXTENDED = 247,
    CHOP = 248,
    SAME_EXTENDED = 251,
    APPEND_LAST = 254,
    FULL = 255
};

enum type { OBJECT = 7, UNINITIALIZED = 8 };

struct frames {
    struct qjvm_cursor cursor;
    struct qjvm_writer *out;
    const struct qjvm_code *code;
    const struct qjvm_moved *moved;
    struct qjvm_locals *locals; /* at the previous frame; NULL if no local was added */
    int64_t last;               /* offset of the previous frame, -1 at first */
    int64_t new_last;           /* offset of the previous frame in the new code, -1 at first */
    unsigned count;             /* number of frames written */
};

static bool copy_type(struct frames *f)
{
    unsigned type = qjvm_read_u1(&f->cursor);
    qjvm_write_u1(f->out, type);
    if (type < OBJECT)
        return true;
    unsigned operand = qjvm_read_u2(&f->cursor);
    if (type == UNINITIALIZED) {
        if (operand >= f->code->size || f->code->bytes[operand] != QJVM_NEW || !f->code->begins[operand])
            return false;
        operand = f->moved->place[operand];
    }
    qjvm_write_u2(f->out, operand);
    return type <= UNINITIALIZED;
}

static bool copy_types(struct frames *f, unsigned count)
{
    bool valid = true;
    for (unsigned i = 0; i < count && valid && !f->cursor.past_end; i++)
        valid = copy_type(f);
    return valid;
}

static bool copy_counted_types(struct frames *f)
{
    unsigned count = qjvm_read_u2(&f->cursor);
    qjvm_write_u2(f->out, count);
    return copy_types(f, count);
}

/* Count a frame at `place` of the new code. Return its distance from the previous frame minus 1, which is the number
 * that the format stores. The distance is never smaller than in the original code. */
static unsigned advance(struct frames *f, unsigned place)
{
    unsigned delta = (unsigned)(place - f->new_last - 1);
    f->new_last = place;
    f->count++;
    return delta;
}

/* Write the tag and the distance of a frame. If the frame has at most one stack item and no changed locals, and the
 * distance is small, use the short form. */
static void write_head(struct frames *f, unsigned tag, unsigned delta)
{
    if (delta <= SAME_LAST && (tag == SAME_EXTENDED || tag == ONE_ITEM_EXTENDED)) {
        qjvm_write_u1(f->out, tag == SAME_EXTENDED ? delta : ONE_ITEM + delta);
        return;
    }
    qjvm_write_u1(f->out, tag);
    qjvm_write_u2(f->out, delta);
}

/* Return the number of types that follow the tag and the distance of a frame, unless it is a full one. */
static unsigned count_types(unsigned tag)
{
    return tag == ONE_ITEM_EXTENDED ? 1 : tag > SAME_EXTENDED ? tag - SAME_EXTENDED : 0;
}

/* Copy the types that follow the tag and the distance of a frame. */
static bool copy_content(struct frames *f, unsigned tag)
{
    if (tag != FULL)
        return copy_types(f, count_types(tag));
    bool locals = copy_counted_types(f);
    return locals && copy_counted_types(f);
}

/* Read types of locals, and append them to f->locals. */
static bool read_locals(struct frames *f, unsigned count)
{
    bool valid = true;
    for (unsigned i = 0; i < count && valid && !f->cursor.past_end; i++) {
        size_t type = f->out->size;
        valid = copy_type(f);
        if (!f->out->no_memory)
            qjvm_locals_append(f->locals, f->out->bytes + type, f->out->size - type);
        qjvm_writer_cut(f->out, type);
    }
    return valid;
}

/* Write the content of a full frame that lists the added local, from the content of a frame of any kind. */
static bool write_full_content(struct frames *f, unsigned tag)
{
    bool valid = true;
    if (tag == FULL)
        qjvm_locals_chop(f->locals, UINT_MAX);
    if (tag >= CHOP && tag < SAME_EXTENDED)
        qjvm_locals_chop(f->locals, SAME_EXTENDED - tag);
    if (tag > SAME_EXTENDED)
        valid = read_locals(f, tag == FULL ? qjvm_read_u2(&f->cursor) : count_types(tag));
    if (!valid || !qjvm_locals_write_with_int(f->locals, f->code->max_locals, f->out))
        return false;
    if (tag == FULL)
        return copy_counted_types(f);
    unsigned items = tag == ONE_ITEM_EXTENDED;
    qjvm_write_u2(f->out, items);
    return copy_types(f, items);
}

/* Write the last frame again, at `place`. If the last frame adds or removes locals, it must not do so twice, so
 * write a frame that keeps the locals instead. */
static void repeat(struct frames *f, unsigned tag, unsigned place, size_t content, size_t size)
{
    bool changes_locals = tag >= CHOP && tag <= APPEND_LAST;
    write_head(f, changes_locals ? SAME_EXTENDED : tag, advance(f, place));
    for (size_t i = 0; i < size && !changes_locals && !f->out->no_memory; i++)
        qjvm_write_u1(f->out, f->out->bytes[content + i]);
}

/* Read the tag and the distance of a frame. Return a short form as the equivalent long form. Return false if the tag is
 * not defined. */
static bool read_head(struct frames *f, unsigned *tag, unsigned *delta)
{
    unsigned first = qjvm_read_u1(&f->cursor);
    bool is_short = first <= ONE_ITEM_LAST;
    *tag = first <= SAME_LAST ? SAME_EXTENDED : is_short ? ONE_ITEM_EXTENDED : first;
    *delta = is_short ? first % ONE_ITEM : qjvm_read_u2(&f->cursor);
    return *tag >= ONE_ITEM_EXTENDED;
}

/* Copy the frame of an instruction. If bytes are inserted on a jump to the instruction, write the frame also at
 * these bytes, because they are then the target of the jump. */
static bool copy_frame(struct frames *f)
{
    unsigned tag, delta;
    if (!read_head(f, &tag, &delta))
        return false;
    f->last += delta + 1;
    if (f->last >= f->code->size || !f->code->begins[f->last])
        return false;
    size_t jumps;
    size_t jump = qjvm_moved_jumps(f->moved, (unsigned)f->last, &jumps);
    const uint32_t *edges = f->moved->edges;
    unsigned landing = f->moved->landing[f->last];
    unsigned written = f->locals ? FULL : tag;
    write_head(f, written, advance(f, jumps ? edges[jump] : landing));
    size_t content = f->out->size;
    bool valid = f->locals ? write_full_content(f, tag) : copy_content(f, tag);
    size_t size = f->out->size - content;
    for (size_t i = 1; i <= jumps; i++)
        repeat(f, written, i < jumps ? edges[jump + i] : landing, content, size);
    return valid;
}

static void write_handler_frame(struct frames *f, unsigned throwable)
{
    write_head(f, FULL, advance(f, f->moved->new_size));
    if (f->locals) {
        qjvm_locals_chop(f->locals, UINT_MAX);
        qjvm_locals_write_with_int(f->locals, f->code->max_locals, f->out);
    } else {
        qjvm_write_u2(f->out, 0); /* number of locals */
    }
    qjvm_write_u2(f->out, 1);
    qjvm_write_u1(f->out, OBJECT);
    qjvm_write_u2(f->out, throwable);
}

bool qjvm_frames_write(struct qjvm_writer *out, struct qjvm_cursor cursor, const struct qjvm_code *code,
                       const struct qjvm_moved *moved, struct qjvm_locals *locals, unsigned throwable)
{
    struct frames f = {cursor, out, code, moved, locals, -1, -1, 0};
    unsigned count = cursor.left ? qjvm_read_u2(&f.cursor) : 0;
    size_t count_at = out->size;
    qjvm_write_u2(out, 0);
    for (unsigned i = 0; i < count; i++)
        if (f.cursor.past_end || !copy_frame(&f))
            return false;
    if (throwable)
        write_handler_frame(&f, throwable);
    qjvm_overwrite_u2(out, count_at, f.count);
    return f.count <= UINT16_MAX && qjvm_cursor_done(&f.cursor);
}
