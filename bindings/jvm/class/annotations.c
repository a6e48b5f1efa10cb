#include "bindings/jvm/class/annotations.h"

enum { MOST_DEPTH = 16 }; /* greatest depth of annotations and arrays within annotations */

void qjvm_annotations_note(struct qjvm_annotations *annotations, const struct qjvm_attribute *attribute)
{
    static const char *const names[QJVM_RETENTIONS] = {"RuntimeInvisibleAnnotations", "RuntimeVisibleAnnotations"};
    for (int i = 0; i < QJVM_RETENTIONS; i++)
        if (qjvm_text_is(attribute->name, names[i]))
            annotations->lists[i] = attribute->content;
}

static void skip_values(struct qjvm_cursor *cursor, unsigned count, bool named, int depth);

/* Read the elements of an annotation, after its type. */
static void skip_elements(struct qjvm_cursor *cursor, int depth)
{
    skip_values(cursor, qjvm_read_u2(cursor), true, depth);
}

static void skip_value(struct qjvm_cursor *cursor, int depth)
{
    switch (qjvm_read_u1(cursor)) {
    case 'e': /* constant of an enum */
        qjvm_read_u4(cursor);
        break;
    case '@':
        qjvm_read_u2(cursor);
        skip_elements(cursor, depth + 1);
        break;
    case '[':
        skip_values(cursor, qjvm_read_u2(cursor), false, depth + 1);
        break;
    default:
        qjvm_read_u2(cursor);
    }
}

/* Read values, each after its name if they are named. */
static void skip_values(struct qjvm_cursor *cursor, unsigned count, bool named, int depth)
{
    cursor->past_end |= depth > MOST_DEPTH;
    for (unsigned i = 0; i < count && !cursor->past_end; i++) {
        if (named)
            qjvm_read_u2(cursor);
        skip_value(cursor, depth);
    }
}

bool qjvm_annotations_any(const struct qjvm_annotations *annotations, const struct qjvm_pool *pool,
                          bool (*matches)(struct qjvm_text type))
{
    for (int i = 0; i < QJVM_RETENTIONS; i++) {
        struct qjvm_cursor cursor = annotations->lists[i];
        for (unsigned left = qjvm_read_u2(&cursor); left > 0 && !cursor.past_end; left--) {
            struct qjvm_text type = qjvm_pool_utf8(pool, qjvm_read_u2(&cursor));
            if (type.bytes && matches(type))
                return true;
            skip_elements(&cursor, 0);
        }
    }
    return false;
}
