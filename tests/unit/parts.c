/* parts.c - the part of a log that the page's timeline keeps if the log is too long. */
#include "page/parts.h"
#include "tests/support/open_builder.h"
#include "tests/support/sample.h"
#include "tests/support/test.h"

static struct test_query made;
static struct qp_page_request request;
static struct qp_page page = {.request = &request};
static struct qp_parts whole, cut;

static void open_sample(void)
{
    struct builder builder;
    sample_build(&builder);
    test_open_phase(&made, &builder, NULL);
    request = (struct qp_page_request){.profile = &made.profile, .run = &made.query, .most_parts = UINT32_MAX};
    assert_true(qp_parts_open(&whole, &page));
}

static void close_sample(void)
{
    qp_parts_close(&whole);
    test_close_query(&made);
}

static uint32_t count_of(const struct qp_parts *parts)
{
    return parts->bar_count + parts->sample_count + parts->point_count;
}

static bool has_bar(const struct qp_parts *parts, const struct qp_bar_part *bar)
{
    for (uint32_t i = 0; i < parts->bar_count; i++) {
        const struct qp_bar_part *it = &parts->bars[i];
        if (it->position.track == bar->position.track && it->position.depth == bar->position.depth &&
            it->value == bar->value && it->position.at == bar->position.at && it->until == bar->until)
            return true;
    }
    return false;
}

/* Return the number of parts of the whole log that begin before a tick. */
static uint32_t count_before(uint64_t until)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < whole.bar_count; i++)
        count += whole.bars[i].position.at < until;
    for (uint32_t i = 0; i < whole.sample_count; i++)
        count += whole.samples[i].position.at < until;
    for (uint32_t i = 0; i < whole.point_count; i++)
        count += whole.points[i].position.at < until;
    return count;
}

TEST(log_with_room_is_kept_completely)
{
    open_sample();
    assert_int_equal(whole.left_out, 0);
    assert_true(whole.until == UINT64_MAX);
    close_sample();
}

TEST(kept_parts_are_all_until_a_tick_and_with_their_ends)
{
    open_sample();
    for (request.most_parts = 0; request.most_parts < count_of(&whole); request.most_parts++) {
        assert_true(qp_parts_open(&cut, &page));
        assert_int_equal(count_of(&cut), request.most_parts);
        assert_int_equal(cut.left_out, count_of(&whole) - request.most_parts);
        assert_true(count_before(cut.until) <= request.most_parts);
        for (uint32_t i = 0; i < whole.bar_count; i++)
            assert_true(whole.bars[i].position.at >= cut.until || has_bar(&cut, &whole.bars[i]));
        for (uint32_t i = 0; i < cut.bar_count; i++)
            assert_true(cut.bars[i].position.at <= cut.until && has_bar(&whole, &cut.bars[i]));
        qp_parts_close(&cut);
    }
    close_sample();
}

TEST(enclosing_bar_is_kept_though_it_ends_last)
{
    open_sample();
    uint32_t outer = 0, inner = 0;
    request.most_parts = count_of(&whole) / 2;
    assert_true(qp_parts_open(&cut, &page));
    for (uint32_t i = 0; i < cut.bar_count; i++) {
        inner += cut.bars[i].position.depth > 0;
        outer += cut.bars[i].position.depth == 0 && cut.bars[i].until > cut.until;
    }
    assert_true(inner > 0 && outer > 0);
    assert_true(cut.until > 0);
    qp_parts_close(&cut);
    close_sample();
}
