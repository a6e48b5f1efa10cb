/* slots.h - samples on their way from signal handlers to the recorder thread.
 *
 * A handler takes a free slot, fills it and sends it. The recorder thread receives the slots in the order in which they
 * were taken and frees them. Any thread may take and send; only one may receive. All functions except slots_begin are
 * async-signal-safe. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define SLOTS     512
#define SLOT_MOST 8000 /* addresses */

enum slot_kind { SLOT_SAMPLE, SLOT_THREAD_ENDS, SLOT_STOP };

struct slot {
    enum slot_kind kind;
    int count; /* number of addresses */
    uint64_t order;
    struct sampled *thread;
    uint64_t clock;                /* reading of the thread's clock in nanoseconds */
    uint64_t addresses[SLOT_MOST]; /* innermost first; only the pages in use take memory */
};

/* Map the slots. Return false if there is no memory. */
bool slots_begin(void);

/* Return a free slot, NULL if there is none. */
struct slot *slots_take(void);

/* Return a free slot; wait for one if there is none. Not for signal handlers. */
struct slot *slots_wait(void);

void slots_send(struct slot *slot);

/* Wait for a slot, and return the one that was taken first. */
struct slot *slots_receive(void);
void slots_free(struct slot *slot);
