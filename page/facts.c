#include "page/notes.h"

#include <time.h>

#define TEXT_SIZE 4200

/* ---- runs -------------------------------------------------------------------------------------------------------- */

static void start_of(const struct qp_header *header, char *text, size_t size)
{
    time_t seconds = (time_t)(header->start_realtime_ns / 1000000000);
    struct tm when;
    if (!gmtime_r(&seconds, &when) || !strftime(text, size, "%Y-%m-%dT%H:%M:%SZ", &when))
        text[0] = '\0';
}

static json_t *text_of(const struct qp_page *page, struct qp_text text)
{
    char shown[TEXT_SIZE];
    return json_string(qp_page_show(page, text, shown, sizeof shown));
}

static json_t *number_of(uint64_t count)
{
    return count > INT64_MAX ? json_real((double)count) : json_integer((json_int_t)count);
}

static json_t *describe_side(const struct qp_page *page, enum qp_side side)
{
    const struct qp_query *query = page->joined.queries[side];
    char started[64], library[32], phase[TEXT_SIZE], name[40];
    if (!query)
        return json_null();
    const struct qp_profile *profile = query->profile;
    qp_profile_run_name(profile, name, sizeof name);
    start_of(&profile->reader.header, started, sizeof started);
    qp_page_phase(page, side, phase, sizeof phase);
    snprintf(library, sizeof library, "lib%s", qp_profile_product_name(query->selection.product));
    return json_pack("{s:o, s:o, s:s, s:s, s:o, s:s, s:s, s:b, s:b, s:b, s:b, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
                     "s:o, s:o, s:o, s:b, s:o}",                                                            //
                     "program", text_of(page, profile->program),                                            //
                     "directory", text_of(page, profile->directory),                                        //
                     "name", name,                                                                          //
                     "started", started,                                                                    //
                     "duration_ns", number_of(qp_page_duration_ns(page, side)),                             //
                     "phase", phase,                                                                        //
                     "product", library,                                                                    //
                     "has_time", qp_query_has_times(query),                                                 //
                     "sampled", qp_query_is_sampled(query),                                                 //
                     "hits", qp_query_is_of_hits(query),                                                    //
                     "callers", qp_query_knows_callers(query),                                              //
                     "lacks_callers", query->lacks_callers,                                                 //
                     "calls", number_of(query->all.calls),                                                  //
                     "running_ns", number_of(qp_page_ns(page, side, query->all.self)),                      //
                     "runnable_ns", number_of(qp_page_ns(page, side, query->all.runnable)),                 //
                     "blocked_ns", number_of(qp_page_ns(page, side, query->all.blocked)),                   //
                     "waiting_ns", number_of(qp_page_ns(page, side, query->all.waiting)),                   //
                     "self_ns", number_of(qp_page_ns(page, side, query->all.self - query->in_no_function)), //
                     "elapsed_ns", number_of(qp_page_ns(page, side, query->all.elapsed)),                   //
                     "paths", number_of(page->paths[side]),                                                 //
                     "cut", number_of(page->cut[side]),                                                     //
                     "events_left_out", number_of(side == QP_SIDE_RUN ? page->events_left_out : 0),         //
                     "has_counted", qp_query_has_counted(query),                                            //
                     "counted_calls", number_of(query->all.counted));
}

/* ---- data quality ------------------------------------------------------------------------------------------------ */

static bool take_note(void *to, enum qp_quality_level level, const char *text)
{
    json_t *note = json_pack("{s:s, s:s}", "level", qp_quality_level_name(level), "text", text);
    return json_array_append_new(to, note) == 0;
}

static json_t *take_notes(const struct qp_page *page)
{
    json_t *notes = json_array();
    if (notes && qp_notes_of_runs(page, take_note, notes) && qp_notes_of_page(page, take_note, notes))
        return notes;
    json_decref(notes);
    return NULL;
}

json_t *qp_page_facts(struct qp_page *page)
{
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "version", QP_PAYLOAD_VERSION, "run",
                     describe_side(page, QP_SIDE_RUN), "other", describe_side(page, QP_SIDE_OTHER), "cover",
                     describe_side(page, QP_SIDE_COVER), "comparison", qp_page_comparison_facts(page), "job",
                     qp_page_job_facts(page), "notes", take_notes(page));
}
