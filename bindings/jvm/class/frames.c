#include "bindings/jvm/class/frames.h"

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
    int64_t last;     /* offset of the frame before, -1 at first */
    int64_t new_last; /* where it came to lie */
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
        operand = qjvm_moved_place(f->moved, operand);
    }
    qjvm_write_u2(f->out, operand);
    return type <= UNINITIALIZED;
}

static bool copy_types(struct frames *f, unsigned count)
{
    bool sound = true;
    for (unsigned i = 0; i < count && sound && !f->cursor.past_end; i++)
        sound = copy_type(f);
    return sound;
}

static bool copy_counted_types(struct frames *f)
{
    unsigned count = qjvm_read_u2(&f->cursor);
    qjvm_write_u2(f->out, count);
    return copy_types(f, count);
}

/* How far behind the frame before the new one lies, less one; it is never nearer than it was. */
static unsigned move_delta(struct frames *f, unsigned delta, bool *sound)
{
    int64_t offset = f->last + delta + 1;
    *sound = offset < f->code->size && f->code->begins[offset];
    if (!*sound)
        return 0;
    int64_t landing = qjvm_moved_landing(f->moved, (unsigned)offset);
    unsigned new_delta = (unsigned)(landing - f->new_last - 1);
    f->last = offset;
    f->new_last = landing;
    return new_delta;
}

/* Frames with nothing, or with one item, on the stack have a short form and a long one. */
static void write_head(struct frames *f, unsigned tag, unsigned delta)
{
    bool same = tag <= SAME_LAST || tag == SAME_EXTENDED;
    bool one = tag == ONE_ITEM_EXTENDED || (tag >= ONE_ITEM && tag <= ONE_ITEM_LAST);
    if ((same || one) && delta <= SAME_LAST) {
        qjvm_write_u1(f->out, one ? ONE_ITEM + delta : delta);
        return;
    }
    qjvm_write_u1(f->out, same ? SAME_EXTENDED : one ? ONE_ITEM_EXTENDED : tag);
    qjvm_write_u2(f->out, delta);
}

static bool copy_frame(struct frames *f)
{
    unsigned tag = qjvm_read_u1(&f->cursor);
    unsigned delta = tag <= SAME_LAST ? tag : tag - ONE_ITEM;
    bool sound;
    if (tag > ONE_ITEM_LAST) {
        if (tag < ONE_ITEM_EXTENDED)
            return false;
        delta = qjvm_read_u2(&f->cursor);
    }
    delta = move_delta(f, delta, &sound);
    if (!sound)
        return false;
    write_head(f, tag, delta);
    if (tag == FULL) {
        bool locals = copy_counted_types(f);
        return locals && copy_counted_types(f);
    }
    if (tag > SAME_EXTENDED)
        return copy_types(f, tag - SAME_EXTENDED);
    bool one = tag == ONE_ITEM_EXTENDED || (tag >= ONE_ITEM && tag <= ONE_ITEM_LAST);
    return !one || copy_types(f, 1);
}

static void write_handler_frame(struct frames *f, unsigned throwable)
{
    qjvm_write_u1(f->out, FULL);
    qjvm_write_u2(f->out, (unsigned)(f->moved->new_size - f->new_last - 1));
    qjvm_write_u2(f->out, 0); /* locals */
    qjvm_write_u2(f->out, 1);
    qjvm_write_u1(f->out, OBJECT);
    qjvm_write_u2(f->out, throwable);
}

bool qjvm_frames_write(struct qjvm_writer *out, struct qjvm_cursor cursor, const struct qjvm_code *code,
                       const struct qjvm_moved *moved, struct qjvm_handler_frame handler)
{
    struct frames f = {cursor, out, code, moved, -1, -1};
    unsigned count = cursor.left ? qjvm_read_u2(&f.cursor) : 0;
    if (count + handler.wanted > UINT16_MAX)
        return false;
    qjvm_write_u2(out, count + handler.wanted);
    for (unsigned i = 0; i < count; i++)
        if (f.cursor.past_end || !copy_frame(&f))
            return false;
    if (handler.wanted)
        write_handler_frame(&f, handler.throwable);
    return qjvm_cursor_done(&f.cursor);
}
