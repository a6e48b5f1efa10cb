/* counters.c - counters of every kind: a boiler is heated for ten steps and stirred by two threads.
 *
 *   counter             format       shown as  valid            whose
 *   Boiler:temperature  float        value     sample of curve  this process; has bounds
 *   Boiler:heater       integer      value     from now on      this process; logged when it is switched
 *   Boiler:energy       two halves   rate      up to now        each process; beyond 32 bits
 *   Boiler:knock        integer      value     at that moment   each host
 *   Boiler:turns        integer      value     from now on      each thread
 *   Boiler:depth        float        value     sample of curve  the group of both stirring threads: one each
 *
 * Look at the results:
 *     qii counters counters.qii                        each with its number of values, mean, last value, and plot
 *     qii counters --csv counters.qii                  every value with its time
 *     qii trace --kind=count counters.qii              every value in the order of events
 *     VT_COUNTER='Boiler:knock off' ./counters         all counters except one */
#include <VT.h>

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

/* Values of different formats may be in one array, because each takes 8 bytes. */
union value {
    FLOAT64 number;
    INT64 integer;
    UINT32 halves[2]; /* the high one first */
};

static int temperature;
static int heater;
static int energy;
static int knock;
static int turns;
static int depth;

static void define_counters(void)
{
    const FLOAT64 bounds[2] = {0, 100};
    int boiler;
    int rank;
    int threads[2];
    int stirrers;

    VT_classdef("Boiler", &boiler);
    VT_countdef("temperature", boiler, VT_COUNT_FLOAT | VT_COUNT_ABSVAL | VT_COUNT_VALID_SAMPLE, VT_ME, bounds,
                "degree", &temperature);
    VT_countdef("heater", boiler, VT_COUNT_INTEGER64 | VT_COUNT_ABSVAL | VT_COUNT_VALID_AFTER, VT_ME, NULL, "",
                &heater);
    VT_countdef("energy", boiler, VT_COUNT_INTEGER | VT_COUNT_RATE | VT_COUNT_VALID_BEFORE, VT_GROUP_PROCESS, NULL, "J",
                &energy);
    VT_countdef("knock", boiler, VT_COUNT_INTEGER64 | VT_COUNT_ABSVAL | VT_COUNT_VALID_POINT, VT_GROUP_CLUSTER, NULL,
                "", &knock);
    VT_countdef("turns", boiler, VT_COUNT_INTEGER64 | VT_COUNT_ABSVAL | VT_COUNT_VALID_AFTER, VT_GROUP_THREAD, NULL, "",
                &turns);

    VT_getrank(&rank);
    VT_getthreadid(rank, 1, &threads[0]);
    VT_getthreadid(rank, 2, &threads[1]);
    VT_groupdef("stirrers", 2, threads, &stirrers);
    VT_countdef("depth", boiler, VT_COUNT_FLOAT | VT_COUNT_ABSVAL | VT_COUNT_VALID_SAMPLE, stirrers, NULL, "m", &depth);
}

static void heat(void)
{
    for (int step = 1; step <= 10; step++) {
        /* One call logs both values with the same time. */
        int handles[2] = {temperature, energy};
        INT64 joule = step * 5000000000LL;
        union value values[2];
        values[0].number = 20.5 + 2 * step;
        values[1].halves[0] = (UINT32)(joule >> 32);
        values[1].halves[1] = (UINT32)joule;
        VT_countval(2, handles, values);

        union value value;
        if (step == 1 || step == 6) {
            value.integer = step == 1;
            VT_countval(1, &heater, &value);
        }
        if (step == 3 || step == 7) {
            value.integer = step;
            VT_countval(1, &knock, &value);
        }
    }
}

static void *stir(void *argument)
{
    int thread = (int)(intptr_t)argument;
    VT_registernamed(thread == 1 ? "left stirrer" : "right stirrer", thread);
    for (int turn = 1; turn <= 5 * thread; turn++) {
        int handles[2] = {turns, depth};
        union value values[2];
        values[0].integer = turn;
        values[1].number = 0.25 * turn;
        VT_countval(2, handles, values);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t left;
    pthread_t right;

    if (VT_initialize(&argc, &argv) != VT_OK)
        return 1;
    define_counters();
    if (pthread_create(&left, NULL, stir, (void *)1) != 0 || pthread_create(&right, NULL, stir, (void *)2) != 0)
        return 1;
    heat();
    pthread_join(left, NULL);
    pthread_join(right, NULL);
    return VT_finalize() != VT_OK;
}
