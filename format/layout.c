#include "format/layout.h"

#include <stdlib.h>
#include <string.h>

static const char *const layouts[QP_KINDS] = {
    [QP_KIND_METHOD] =
        "published:u4 product:u4 recorded_id:x8 flags:x4 name:s4 class_name:s4 file:s4 lines:r4 line_count:u4 "
        "branches:r4 branch_count:u4 block_count:u4 client_id:r4",
    [QP_KIND_SOURCE] = "published:u4 file:s4 text:s4 hashed:u4 hash:x8 size:u8",
    [QP_KIND_EXCLUSION] = "published:u4 file:s4 first:i4 last:i4 reason:s4 unused:u4",
    [QP_KIND_THREAD] = "published:u4 number:u4 client_id:x8 system_id:u8 name:s4 flags:x4 start:u8 end:u8 count:u8 "
                       "qprof_lane:x8 cprof_lane:x8 vt_lane:x8 qprof_until:u8 qprof_taken:r4 unused:u4 cprof_until:u8 "
                       "cprof_taken:r4 unused:u4 vt_until:u8 vt_taken:r4 unused:u4 lost:u8 overwritten:u8",
    [QP_KIND_GROUP] = "published:u4 product:u4 name:s4 flags:x4 creator:r4 resumer:r4 parent_method:x8",
    [QP_KIND_CONTEXT] =
        "published:u1 product:u1 state:u1 flags:x1 top:r4 virtual_id:x8 owner:x8 frames:x8 since:u8 woken:u8 waker:r4 "
        "waker_context:r4 epoch:u4 carrier:u4 running:u8 runnable:u8 blocked:u8 waiting:u8 group:r4 depth:u4 "
        "migrations:u4 longest:d4 start:u8 overflow:u2 named:u2 rare:r4 client_id:x8 name:s4 creator:r4 spawner:r4 "
        "resumer:r4",
    [QP_KIND_RARE] = "context:r4 name:s4 room:u4 unused:u4 created:u8 uncounted:u8 recorder:u8",
    [QP_KIND_LIVES] =
        "root:r4 kept:r4 least:b32 created:u8 ended:u8 life:u8 running:u8 runnable:u8 blocked:u8 waiting:u8 "
        "uncounted:u8 recorder:u8 paused:u8 migrations:u8 longest:u8 longest_life:u8 longest_delay:u8 "
        "lives:b384 delays:b384",
    [QP_KIND_KEPT] = "published:u4 context:r4 virtual_id:x8 client_id:x8 name:s4 flags:x4 start:u8 begin:u8 end:u8 "
                     "running:u8 runnable:u8 blocked:u8 waiting:u8 uncounted:u8 recorder:u8 paused:u8 longest:u8 "
                     "migrations:u4 creator:r4 spawner:r4 unused:u4 own_name:b32",
    [QP_KIND_ROOT] = "published:u4 product:u4 thread:r4 group:r4 epoch:u4 flags:x4 node:r4 lives:r4 arriving:u8 "
                     "last:u8 since:u8 wall:u8 paused:u8 recorder:u8 scheduler:u8 idle:u8",
    [QP_KIND_NODE] = "self:u8 calls:u8 method:x8 parent:r4 sibling:r4 last:r4 blocks:r4 extra:r4 children:u2 flags:x2",
    [QP_KIND_EXTRA] = "node:r4 edge:r4 blocked:u8 waiting:u8 runnable:u8 cycles:u8 acquired:u8 released:u8 resumed:u8 "
                      "tail_calls:u8 measured:u8 minimum:u8 maximum:u8 switched:u8 announced:u8 "
                      "allocated_bytes:u8 allocated_objects:u8 allocations:u8",
    [QP_KIND_EDGE] = "waiter:r4 waker:r4 next:r4 unused:u4 count:u8 suspended:u8 delayed:u8",
    [QP_KIND_BLOCK] = "root:r4 count:u4 method:x8 values_of:u4 next:r4 events:u8",
    [QP_KIND_MARK] = "kind:u4 product:u4 tick:u8 text:s4 epoch:u4",
    [QP_KIND_TRACE] = "published:u4 thread:r4 product:u4 unused:u4 tick:u8 number:u8 next:x8 events:u8",
    [QP_KIND_LOCATION] = "published:u4 handle:x4 file:s4 line:i4 addresses:r4 count:u4 node:r4 flags:x4",
    [QP_KIND_MODULE] = "published:u4 name:s4 start:x8 end:x8 bias:x8 tick:u8 build_id_size:u4 build_id:b20",
    [QP_KIND_COUNTER] =
        "published:u4 handle:x4 name:s4 class_name:s4 unit:s4 genre:x4 target:x4 bounded:u4 lower:x8 upper:x8",
    [QP_KIND_SERIES] = "published:u4 counter:x4 thread:r4 data:u4 instance:u4 next:r4 samples:u8 sum:d8 minimum:x8 "
                       "maximum:x8 first:x8 last:x8 first_tick:u8 last_tick:u8",
    [QP_KIND_MEMBERS] = "published:u4 handle:x4 name:s4 count:u4 members:r4 unused:u4",
    [QP_KIND_SCOPE] = "published:u4 handle:x4 name:s4 class_name:s4 begin:u4 end:u4",
    [QP_KIND_CHANNEL] = "published:u4 handle:x4 peer:i4 tag:i4 communicator:i4 kind:u2 tag_range:u2",
    [QP_KIND_RUN] =
        "published:u4 pid:u4 process_start:u8 start_realtime_ns:u8 start_tick:u8 rank:u4 ranks:u4 duration_ns:u8 "
        "program:s4 directory:s4 qprof_options:s4 cprof_options:s4 vt_options:s4 flags:x4 products:x4 clock_kind:u4 "
        "qprof_calls:u8 cprof_calls:u8 vt_calls:u8 own_cost:b96",
    [QP_KIND_OWN] = "node:r4 unused:u4 ticks:u8",
    [QP_KIND_LIVING] = "root:r4 unused:u4 count:u8",
    [QP_KIND_BLOCK_COUNTERS] = "published:u4 product:u4 method:x8 owner:x8 thread:r4 count:u4 stride:u4 snapshot:r4 "
                               "values:u8 over:u4 blocks:u4 terms:r4 term_count:u4",
    [QP_KIND_COMMUNICATOR] = "published:u4 number:u4 name:s4 rank:i4 members:r4 count:u4 flags:x4 unused:u4 key:x8",
    [QP_KIND_TRAFFIC] = "published:u4 thread:r4 node:r4 location:x4 channel:x4 direction:u2 size:u2 count:u8 bytes:u8 "
                        "received:u8 ticks:u8",
    [QP_KIND_NAMED] = "published:u4 product:u2 number:u2 name:s4 flags:x4",
    [QP_KIND_WITHIN] = "published:u4 product:u2 inner:u2 outer:u2 unused:u2 unused:u4",
    [QP_KIND_INTERVAL] = "size:u4 product:u2 flags:x2 sequence:u4 epoch:u4",
};

const char *qp_layout(enum qp_kind kind)
{
    return kind < QP_KINDS ? layouts[kind] : NULL;
}

bool qp_layout_next(struct qp_layout_field *field, const char **rest)
{
    const char *colon = strchr(*rest, ':');
    if (!colon)
        return false;
    field->name = *rest;
    field->name_length = (int)(colon - *rest);
    field->type = colon[1];
    field->offset += field->size;
    char *end;
    field->size = strtoul(colon + 2, &end, 10);
    *rest = *end ? end + 1 : end;
    return true;
}

size_t qp_layout_size(const char *layout)
{
    struct qp_layout_field field = {0};
    while (qp_layout_next(&field, &layout))
        continue;
    return field.offset + field.size;
}
