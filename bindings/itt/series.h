/* series.h - numbers that the program reports: counters, histograms, metadata, durations of submitted frames.
 *
 * libqprof has no place for such numbers, so annotations at the end of the run have their count, sum and range. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum itt_series_kind {
    ITT_SERIES_COUNTER,
    ITT_SERIES_HISTOGRAM,
    ITT_SERIES_NUMBERS, /* numeric metadata */
    ITT_SERIES_TEXTS,   /* metadata */
    ITT_SERIES_FRAMES   /* durations in milliseconds */
};

/* An element of a series. */
struct itt_sample {
    long double value; /* holds each integer of 64 bits exactly on x86-64 */
    long double weight;
    const char *text; /* of ITT_SERIES_TEXTS; may be NULL */
    size_t length;
};

/* A series is identified by its kind, owner and key. The pointers are not dereferenced. */
struct itt_series_id {
    enum itt_series_kind kind;
    const void *owner; /* counter, histogram or domain */
    const void *key;   /* name in the domain, NULL = none */
};

/* Append a sample. `domain` and `name` are copied when the series is new; each may be NULL. */
void itt_series_add(struct itt_series_id id, const char *domain, const char *name, struct itt_sample sample);

/* Change a counter's value by `change`, which is appended as a sample. */
void itt_series_change(struct itt_series_id id, const char *domain, const char *name, long double change);

/* End a series: another one may have its id from now on. */
void itt_series_end(struct itt_series_id id);

/* Add the annotations. */
void itt_series_finish(void);

/* Return a number that the program passed by its address, whose type is an enum itt_type; 0 if the type is unknown. */
long double itt_number_at(const void *numbers, size_t index, int type);
