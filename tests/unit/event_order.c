/* Events of many logs are taken in order of time. */
#include "show/log/event_order.h"
#include "tests/support/test.h"

#include <stdlib.h>

enum { LOGS = 37, EVENTS = 200 };

TEST(events_of_many_logs_are_taken_by_time_and_equally_early_ones_by_log)
{
    struct qp_event_next items[LOGS];
    struct qp_event_order order = {items, 0};
    uint64_t times[LOGS], last = 0, random = 1;
    uint32_t left[LOGS], last_log = 0, taken = 0;
    for (uint32_t i = 0; i < LOGS; i++) {
        times[i] = 100 - i % 5;
        left[i] = EVENTS;
        qp_event_order_add(&order, (struct qp_event_next){times[i], i});
    }
    for (; order.count; taken++) {
        uint32_t log = qp_event_order_take(&order);
        assert_true(times[log] > last || (times[log] == last && log >= last_log));
        last = times[log];
        last_log = log;
        random = random * 6364136223846793005u + 1442695040888963407u;
        times[log] += 1 + (random >> 60);
        if (--left[log])
            qp_event_order_add(&order, (struct qp_event_next){times[log], log});
    }
    assert_int_equal(taken, LOGS * EVENTS);
}
