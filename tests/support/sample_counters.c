#include "tests/support/sample.h"
#include "tests/support/words.h"

static uint32_t define(struct builder *builder, uint32_t index, const char *name, uint32_t genre, uint32_t target,
                       const char *unit)
{
    uint32_t reference = builder_record(builder, QP_KIND_COUNTER, sizeof(struct qp_counter_record));
    struct qp_counter_record *record = builder_at(builder, reference);
    *record = (struct qp_counter_record){.published = 1,
                                         .handle = SAMPLE_COUNTERS + index,
                                         .name = builder_string(builder, name),
                                         .class_name = builder_string(builder, "Solver"),
                                         .unit = unit ? builder_string(builder, unit) : 0,
                                         .genre = genre,
                                         .target = target};
    return reference;
}

static void add(struct builder *builder, struct qp_series_record series)
{
    uint32_t reference = builder_record(builder, QP_KIND_SERIES, sizeof series);
    series.published = 1;
    *(struct qp_series_record *)builder_at(builder, reference) = series;
}

static void define_group(struct builder *builder)
{
    uint32_t members = builder_record(builder, QP_KIND_ADDRESSES, 2 * sizeof(uint64_t));
    uint64_t *ids = builder_at(builder, members);
    ids[0] = 0x50000000;
    ids[1] = 0x60000001;
    uint32_t group = builder_record(builder, QP_KIND_MEMBERS, sizeof(struct qp_members_record));
    *(struct qp_members_record *)builder_at(builder, group) = (struct qp_members_record){
        .published = 1, .handle = 0x40000001, .name = builder_string(builder, "some"), .count = 2, .members = members};
}

/* Add the counters whose values sample_trace logs. The first counter belongs to the process: it has the values 0.5,
 * 2.5 and 1.5 on the first thread, and 4 on the second thread. The second counter has the value 10 on each thread. The
 * third counter has the value 100, then 300. */
void sample_counters(struct builder *builder, uint32_t first, uint32_t second)
{
    uint32_t error = define(builder, 1, "error", 0x812, (uint32_t)-3, "m");
    struct qp_counter_record *record = builder_at(builder, error);
    record->bounded = 1;
    record->lower = words_bits(0);
    record->upper = words_bits(10);
    define(builder, 2, "odd \"name\", \xff", 0x414, (uint32_t)-2, NULL);
    define(builder, 3, "bytes", 0x121, 0x40000001, "B");
    define(builder, 4, "never", 0x212, (uint32_t)-4, NULL);
    define_group(builder);
    add(builder, (struct qp_series_record){.counter = SAMPLE_COUNTERS + 1,
                                           .thread = first,
                                           .data = 2,
                                           .instance = 2,
                                           .samples = 3,
                                           .sum = 4.5,
                                           .minimum = words_bits(0.5),
                                           .maximum = words_bits(2.5),
                                           .first = words_bits(0.5),
                                           .last = words_bits(1.5),
                                           .first_tick = 101000,
                                           .last_tick = 900030});
    add(builder, (struct qp_series_record){.counter = SAMPLE_COUNTERS + 1,
                                           .thread = second,
                                           .data = 2,
                                           .instance = 2,
                                           .samples = 1,
                                           .sum = 4,
                                           .minimum = words_bits(4),
                                           .maximum = words_bits(4),
                                           .first = words_bits(4),
                                           .last = words_bits(4),
                                           .first_tick = 106600,
                                           .last_tick = 106600});
    add(builder, (struct qp_series_record){.counter = SAMPLE_COUNTERS + 2,
                                           .thread = first,
                                           .data = 4,
                                           .instance = 1,
                                           .samples = 1,
                                           .sum = 10,
                                           .minimum = 10,
                                           .maximum = 10,
                                           .first = 10,
                                           .last = 10,
                                           .first_tick = 101000,
                                           .last_tick = 101000});
    add(builder, (struct qp_series_record){.counter = SAMPLE_COUNTERS + 2,
                                           .thread = second,
                                           .data = 4,
                                           .instance = 1,
                                           .samples = 1,
                                           .sum = 10,
                                           .minimum = 10,
                                           .maximum = 10,
                                           .first = 10,
                                           .last = 10,
                                           .first_tick = 106600,
                                           .last_tick = 106600});
    add(builder, (struct qp_series_record){.counter = SAMPLE_COUNTERS + 3,
                                           .thread = first,
                                           .data = 1,
                                           .instance = 2,
                                           .samples = 2,
                                           .sum = 400,
                                           .minimum = 100,
                                           .maximum = 300,
                                           .first = 100,
                                           .last = 300,
                                           .first_tick = 101000,
                                           .last_tick = 900030});
}
