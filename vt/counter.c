/* counter.c - the counters of VT.h. */
#include "vt/event.h"

#include "core/log/counter.h"
#include "core/log/members.h"
#include "core/log/result.h"
#include "core/log/series.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

/* ---- definition ------------------------------------------------------------------------------------------ */

/* Return the value of a genre in the field that `mask` selects. If the field is empty, return its default, which is
 * its lowest bit. If the field has two values, return 0, because the genre is invalid. */
static int field_of(int genre, int mask)
{
    int field = genre & mask;
    int first = mask & -mask;
    return field == 0 ? first : (field & (field - 1)) == 0 ? field : 0;
}

/* Return the genre with the defaults filled in. Return 0 if it is invalid: if it has two values in one field, or
 * unknown bits. */
static int whole_genre(int genre)
{
    static const int known = VT_COUNT_INTEGER | VT_COUNT_FLOAT | VT_COUNT_INTEGER64 | VT_COUNT_ABSVAL | VT_COUNT_RATE |
                             VT_COUNT_VALID_BEFORE | VT_COUNT_VALID_POINT | VT_COUNT_VALID_AFTER |
                             VT_COUNT_VALID_SAMPLE;
    int data = field_of(genre, VT_COUNT_DATA);
    int display = field_of(genre, VT_COUNT_DISPLAY);
    int scope = field_of(genre, VT_COUNT_SCOPE);
    return genre & ~known || !data || !display || !scope ? 0 : data | display | scope;
}

/* Return true if the lower bound is not above the upper bound. Return false if one of them is NaN. */
static bool are_in_order(int data, const uint64_t *bounds)
{
    if (data == VT_COUNT_FLOAT)
        return qp_series_float(bounds[0]) <= qp_series_float(bounds[1]);
    return (int64_t)bounds[0] <= (int64_t)bounds[1];
}

/* Some callers pass an uninitialized pointer, or a pointer to fewer than 16 bytes. So read the bounds with a system
 * call, which fails if the pointer is bad. Return true if there are bounds. */
static bool read_bounds(int data, const void *from, uint64_t *bounds)
{
    unsigned char bytes[16];
    const struct iovec local = {bytes, sizeof bytes};
    const struct iovec remote = {(void *)from, sizeof bytes};
    if (!from || process_vm_readv(getpid(), &local, 1, &remote, 1, 0) != sizeof bytes)
        return false;
    bounds[0] = qp_series_bits((uint32_t)data, bytes);
    bounds[1] = qp_series_bits((uint32_t)data, bytes + 8);
    return are_in_order(data, bounds);
}

static int define(const struct qp_counter *counter, int class_handle, int *handle)
{
    if (!counter->name || counter->genre == 0 || qp_members_check(counter->target) != VT_OK)
        return VT_ERR_BADARG;
    return counter->name[0] == '\0' ? VT_ERR_BADFORMAT : qp_counter_define(counter, class_handle, handle);
}

int VT_countdef(const char *name, int classhandle, int genre, int target, const void *bounds, const char *unit,
                int *counterhandle)
{
    uint64_t range[2];
    int handle = 0;
    int kept = errno;
    int whole = whole_genre(genre);
    bool bounded = read_bounds(whole & VT_COUNT_DATA, bounds, range);
    const struct qp_counter counter = {
        .name = name,
        .genre = (uint32_t)whole,
        .target = target,
        .unit = unit,
        .bounded = bounded,
        .lower = bounded ? range[0] : 0,
        .upper = bounded ? range[1] : 0,
    };
    int result = define(&counter, classhandle, &handle);
    vt_store(counterhandle, handle);
    errno = kept;
    return result;
}

/* ---- values ---------------------------------------------------------------------------------------------- */

static bool is_whole(int count, const int *handles, const unsigned char *values)
{
    return count > 0 && handles && values;
}

static QP_COLD int slow_log(struct qp_tstate *tstate, const struct qp_series_event *event)
{
    if (is_whole(event->count, event->handles, event->values))
        return qp_series_log(tstate, event);
    if (!tstate)
        tstate = qp_slow_arrive(&event->call);
    if (!tstate)
        return qp_log_refusal();
    qp_tstate_end(tstate);
    return event->count == 0 ? VT_OK : VT_ERR_BADARG;
}

static __attribute__((noinline)) int log_middle(struct qp_tstate *tstate, int count, const int *handles,
                                                const unsigned char *values, int done)
{
    const struct qp_series_event event = {VT_CALL("VT_countval"), count, handles, values, done};
    if (tstate && done == 0 && is_whole(count, handles, values) && qp_series_unlogged(tstate, count, handles, values)) {
        qp_tstate_end(tstate);
        return VT_OK;
    }
    return slow_log(tstate, &event);
}

/* Log the values after the first one. */
static __attribute__((noinline)) int log_others(struct qp_tstate *tstate, int count, const int *handles,
                                                const unsigned char *values)
{
    int done = 1;
    while (done < count && qp_series_hot_follow(tstate, handles[done], values + (size_t)done * sizeof(uint64_t)))
        done++;
    if (done < count)
        return log_middle(tstate, count, handles, values, done);
    qp_tstate_end(tstate);
    return VT_OK;
}

int VT_countval(int ncounters, int *handles, void *values)
{
    struct qp_tstate *tstate = qp_tstate_current[QP_VT];
    bool begun = qp_tstate_begin(tstate) == QP_TSTATE_FREE;
    if (QP_UNLIKELY(!begun || ncounters <= 0 || !handles || !values || !qp_series_hot_log(tstate, *handles, values)))
        return log_middle(begun ? tstate : NULL, ncounters, handles, values, 0);
    if (QP_UNLIKELY(ncounters > 1))
        return log_others(tstate, ncounters, handles, values);
    qp_tstate_end(tstate);
    return VT_OK;
}
