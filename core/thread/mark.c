#include "core/thread/mark.h"

#include "base/atomic.h"
#include "base/clock.h"
#include "base/pieces.h"
#include "core/store/arena.h"
#include "core/store/diagnose.h"
#include "core/store/string.h"

/* Carriers read marks without a lock. There is room for a million marks, enough for one pause and one resume per second
 * during six days. */
static struct {
    struct qp_pieces pieces;
    uint32_t count;
    uint32_t paused; /* 1 = the newest pause or resume is a pause */
    uint32_t epoch;
    uint32_t clear; /* epoch begun by the last clear */
} marks[QP_PRODUCTS] = {
    [QP_QPROF] = {.pieces = {.size = sizeof(struct qp_mark), .each = 1024}},
    [QP_CPROF] = {.pieces = {.size = sizeof(struct qp_mark), .each = 1024}},
    [QP_VT] = {.pieces = {.size = sizeof(struct qp_mark), .each = 1024}},
};

uint32_t qp_mark_count(enum qp_product product)
{
    return qp_load_acquire(&marks[product].count); /* pairs with append */
}

struct qp_mark qp_mark_get(enum qp_product product, uint32_t number)
{
    return *(struct qp_mark *)qp_pieces_at(&marks[product].pieces, number);
}

uint32_t qp_mark_epoch(enum qp_product product)
{
    return qp_load_relaxed(&marks[product].epoch);
}

bool qp_mark_is_cleared(enum qp_product product, uint32_t epoch)
{
    return epoch < qp_load_relaxed(&marks[product].clear);
}

bool qp_mark_is_paused(enum qp_product product)
{
    return qp_load_relaxed(&marks[product].paused);
}

/* Walk backwards from the newest mark. The interval after a pause was not recorded, the interval after a resume was. */
uint64_t qp_mark_recorded(enum qp_product product, uint64_t from, uint64_t to)
{
    uint64_t recorded = 0;
    for (uint32_t i = qp_mark_count(product); i-- > 0 && to > from;) {
        struct qp_mark mark = qp_mark_get(product, i);
        uint64_t start = mark.tick > from ? mark.tick : from;
        if (mark.kind == QP_MARK_CLEAR)
            from = start;
        if (mark.kind == QP_MARK_RESUME && to > start)
            recorded += to - start;
        if ((mark.kind == QP_MARK_PAUSE || mark.kind == QP_MARK_RESUME) && mark.tick < to)
            to = mark.tick;
    }
    return recorded + (to > from ? to - from : 0);
}

static int append(enum qp_product product, struct qp_mark mark)
{
    uint32_t count = marks[product].count;
    struct qp_mark *place = qp_pieces_make(&marks[product].pieces, count);
    if (!place)
        return -1;
    *place = mark;
    if (mark.kind == QP_MARK_PAUSE || mark.kind == QP_MARK_RESUME)
        qp_store_relaxed(&marks[product].paused, mark.kind == QP_MARK_PAUSE);
    qp_store_release(&marks[product].count, count + 1);
    return 0;
}

static void write_record(enum qp_product product, struct qp_mark mark, uint32_t text, struct qp_mark_record *record)
{
    record->product = product;
    record->tick = mark.tick;
    record->text = text;
    record->epoch = mark.epoch;
    qp_store_release(&record->kind, mark.kind); /* pairs with the reader's walk over marks */
}

/* A full disk must not prevent a pause, a resume, a clear or a phase. Only notes and saves fail if there is no room
 * in the file, because they consist of nothing but their record. */
int qp_mark_add(enum qp_product product, enum qp_mark_kind kind, uint64_t tick, const char *text)
{
    uint32_t epoch = marks[product].epoch + (kind == QP_MARK_CLEAR || kind == QP_MARK_PHASE);
    struct qp_mark mark = {tick, kind, epoch};
    uint32_t words = qp_string_put(text);
    struct qp_mark_record *record = qp_arena_take_shared(QP_KIND_MARK, sizeof *record);
    if (kind == QP_MARK_NOTE || kind == QP_MARK_SAVE) {
        if (!record || (text && words == 0))
            return -1;
    } else if (append(product, mark) != 0) {
        return -1;
    }
    qp_store_relaxed(&marks[product].epoch, epoch);
    if (kind == QP_MARK_CLEAR)
        qp_store_relaxed(&marks[product].clear, epoch);
    if (record)
        write_record(product, mark, words, record);
    else
        qp_diagnose(product, QP_DIAGNOSTIC_NO_ROOM, "a pause, a clear or a phase");
    return 0;
}

/* End a pause that the previous run left in the file. If there is no room for the record, readers assume that the
 * pause continues. */
static void end_pause(enum qp_product product)
{
    struct qp_mark_record *record = qp_arena_take_shared(QP_KIND_MARK, sizeof *record);
    if (record)
        write_record(product, (struct qp_mark){qp_clock_read(), QP_MARK_RESUME, marks[product].epoch}, 0, record);
}

void qp_mark_reset(enum qp_product product)
{
    if (qp_mark_is_paused(product))
        end_pause(product);
    qp_store_relaxed(&marks[product].paused, 0);
    qp_store_relaxed(&marks[product].count, 0);
}

void qp_mark_reset_records(void)
{
    for (int product = 0; product < QP_PRODUCTS; product++) {
        qp_store_relaxed(&marks[product].paused, 0);
        qp_store_relaxed(&marks[product].count, 0);
        qp_store_relaxed(&marks[product].epoch, 0);
        qp_store_relaxed(&marks[product].clear, 0);
    }
}
