#include "core/session/config.h"

#include "base/nearest.h"
#include "base/word.h"
#include "core/store/diagnose.h"
#include "core/store/message.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum kind { TEXT, BOOL, SIZE, CHOICE, RING, SIGNAL, TIME, RATE, FACTOR };

static const struct option {
    const char *name;
    enum kind kind;
    const char *value;
    bool restricted;
} options[] = {
#define X(constant, name, kind, value, restricted, help) {name, kind, value, restricted},
    QP_OPTIONS(X)
#undef X
};

/* Compare an option's name with the first length bytes of a word. */
static bool same_name(const char *name, const char *word, size_t length)
{
    const char *end = word + length;
    for (;;) {
        while (*name == '-')
            name++;
        while (word < end && (*word == '-' || *word == '_'))
            word++;
        if (*name == '\0' || word == end)
            return *name == '\0' && word == end;
        if (tolower((unsigned char)*name) != tolower((unsigned char)*word))
            return false;
        name++;
        word++;
    }
}

static int find(const char *word, size_t length)
{
    for (int i = 0; i < QP_OPTION_COUNT; i++)
        if (same_name(options[i].name, word, length))
            return i;
    return -1;
}

static int parse_bool(const char *value, uint64_t *number)
{
    static const char *const words[] = {"no", "yes", "off", "on", "false", "true", "0", "1"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(value, words[i]) == 0) {
            *number = i & 1;
            return 0;
        }
    return -1;
}

static int parse_size(const char *value, uint64_t *number)
{
    static const char units[] = "kmgt";
    char *end;
    if (!isdigit((unsigned char)*value))
        return -1;
    uint64_t size = strtoull(value, &end, 10);
    const char *unit = *end != '\0' ? strchr(units, tolower((unsigned char)*end)) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    end += unit != NULL;
    if (tolower((unsigned char)*end) == 'b')
        end++;
    if (*end != '\0' || size > (UINT64_MAX >> shift))
        return -1;
    *number = size << shift;
    return 0;
}

/* Parse a bool, or ring:SIZE with a size of at least 2. */
static int parse_ring(const char *value, uint64_t *number)
{
    static const char ring[] = "ring:";
    if (strncasecmp(value, ring, sizeof ring - 1) != 0)
        return parse_bool(value, number);
    return parse_size(value + sizeof ring - 1, number) == 0 && *number >= 2 ? 0 : -1;
}

static bool is_none(const char *value)
{
    return strcasecmp(value, "none") == 0;
}

/* Parse a signal's name, with or without the prefix SIG. */
static int parse_signal(const char *value, uint64_t *number)
{
    const char *name = strncasecmp(value, "sig", 3) == 0 ? value + 3 : value;
    *number = 0;
    for (int signal = 1; signal < NSIG && *number == 0; signal++) {
        const char *known = sigabbrev_np(signal);
        if (known && strcasecmp(known, name) == 0)
            *number = (uint64_t)signal;
    }
    return *number != 0 || is_none(value) ? 0 : -1;
}

/* Parse a time: the word "none", which means 0, or a number above 0 with the unit us, ms or s. Set *number to
 * nanoseconds. */
static int parse_time(const char *value, uint64_t *number)
{
    static const struct {
        const char *name;
        double ns;
    } units[] = {{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}};
    char *end;
    double time = isdigit((unsigned char)*value) ? strtod(value, &end) : 0;
    *number = 0;
    for (size_t i = 0; time > 0 && time < 1e9 && i < sizeof units / sizeof *units; i++)
        if (strcasecmp(end, units[i].name) == 0)
            *number = (uint64_t)(time * units[i].ns);
    return *number != 0 || is_none(value) ? 0 : -1;
}

/* Parse a rate per second: a number, or a bool (yes = 100). */
static int parse_rate(const char *value, uint64_t *number)
{
    char *end;
    if (!isdigit((unsigned char)*value)) {
        int result = parse_bool(value, number);
        *number *= 100;
        return result;
    }
    *number = strtoull(value, &end, 10);
    return *end == '\0' && *number <= 10000 ? 0 : -1;
}

/* Parse a factor: 0, or a number from 1.1 to 1000. */
static int parse_factor(const char *value, uint64_t *number)
{
    char *end;
    double factor = isdigit((unsigned char)*value) ? strtod(value, &end) : -1;
    if (factor < 0 || *end != '\0' || (factor > 0 && (factor < 1.1 || factor > 1000)))
        return -1;
    *number = (uint64_t)(factor * QP_CONFIG_FACTOR + 0.5);
    return 0;
}

/* Find the index of a value in a list of words separated by '|'. */
static int parse_choice(const char *list, const char *value, uint64_t *number)
{
    for (uint64_t index = 0;; index++) {
        size_t size = strcspn(list, "|");
        if (value[0] != '\0' && same_name(value, list, size)) {
            *number = index;
            return 0;
        }
        if (list[size] == '\0')
            return -1;
        list += size + 1;
    }
}

/* For each kind of value: its parser, its description in messages, and whether the option may be written without a
 * value, which means yes. */
static const struct {
    int (*parse)(const char *value, uint64_t *number);
    const char *values;
    bool stands_alone;
} kinds[] = {
    [TEXT] = {NULL, "a text", false},
    [BOOL] = {parse_bool, "yes or no", true},
    [SIZE] = {parse_size, "a size such as 64M", false},
    [RING] = {parse_ring, "yes, no or ring:SIZE such as ring:16M", true},
    [SIGNAL] = {parse_signal, "none or a signal such as USR2", false},
    [TIME] = {parse_time, "none or a time such as 50ms", false},
    [RATE] = {parse_rate, "yes, no or a number up to 10000", true},
    [FACTOR] = {parse_factor, "a factor from 1.1 on such as 2.0, or 0", false},
};

static int parse(const struct option *option, const char *value, uint64_t *number)
{
    if (option->kind == CHOICE)
        return parse_choice(option->value, value, number);
    return kinds[option->kind].parse ? kinds[option->kind].parse(value, number) : 0;
}

static int set(struct qp_config *config, int index, const char *value)
{
    char *copy = strdup(value);
    if (!copy)
        return -1;
    free(config->text[index]);
    config->text[index] = copy;
    return 0;
}

struct reading {
    struct qp_config *config;
    enum qp_product product;
    bool trusted;
};

/* Report a word that names no option, with the option whose name is similar. */
static void refuse(const struct reading *reading, const char *word, const char *name, size_t length)
{
    struct qp_nearest nearest = qp_nearest_begin(name, length);
    for (int i = 0; i < QP_OPTION_COUNT; i++)
        qp_nearest_offer(&nearest, options[i].name);
    if (nearest.word)
        qp_message(reading->product, "unknown option %s; did you mean -%s?", word, nearest.word);
    else
        qp_message(reading->product, "unknown option %s", word);
    qp_diagnose(reading->product, QP_DIAGNOSTIC_BAD_OPTION, "%s", word);
}

/* Read one word of the form -name or -name=value. */
static int read_word(struct reading *reading, char *word)
{
    char *name = word + strspn(word, "-");
    char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    int index = word[0] == '-' ? find(name, length) : -1;
    if (index < 0) {
        refuse(reading, word, name, length);
        return 0;
    }
    const struct option *option = &options[index];
    if (option->restricted && !reading->trusted) {
        qp_message(reading->product, "-%s is ignored in a setuid program", option->name);
        return 0;
    }
    bool stands_alone = kinds[option->kind].stands_alone;
    const char *value = equals ? equals + 1 : stands_alone ? "yes" : "";
    uint64_t number = 0;
    if ((!equals && !stands_alone) || parse(option, value, &number) != 0) {
        qp_message(reading->product, "bad value in option %s; expected %s", word,
                   option->kind == CHOICE ? option->value : kinds[option->kind].values);
        qp_diagnose(reading->product, QP_DIAGNOSTIC_BAD_OPTION, "%s", word);
        return 0;
    }
    reading->config->number[index] = number;
    reading->config->given[index] = true;
    return set(reading->config, index, value);
}

static int read_text(struct reading *reading, const char *text)
{
    if (!text)
        return 0;
    char *copy = strdup(text);
    if (!copy)
        return -1;
    int result = 0;
    char *rest = copy;
    for (char *word; result == 0 && (word = qp_word_next(&rest, " \t\n\v\f\r", "\"'"));)
        result = read_word(reading, word);
    free(copy);
    return result;
}

static int set_defaults(struct qp_config *config, enum qp_product product)
{
    for (int i = 0; i < QP_OPTION_COUNT; i++) {
        const char *value = options[i].value;
        char word[32] = "";
        if (options[i].kind == CHOICE) {
            memcpy(word, value, strcspn(value, "|"));
            value = word;
        }
        if (i == QP_OPTION_GRANULARITY && product == QP_CPROF)
            value = "line";
        if (i == QP_OPTION_DATA_FILE && product == QP_VT)
            value = "%v.qii";
        parse(&options[i], value, &config->number[i]);
        if (set(config, i, value) != 0)
            return -1;
    }
    return 0;
}

/* libcprof only counts what runs: report a request for more, and drop it. */
static void refuse_profile(struct qp_config *config)
{
    static const struct {
        enum qp_option option;
        const char *more;
    } refused[] = {{QP_OPTION_SAMPLE, "takes no samples"}, {QP_OPTION_ALLOC, "records no allocations"}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const char *name = options[refused[i].option].name;
        if (!config->number[refused[i].option])
            continue;
        qp_message(QP_CPROF, "-%s is ignored: libcprof counts lines and %s; libqprof does", name, refused[i].more);
        qp_diagnose(QP_CPROF, QP_DIAGNOSTIC_BAD_OPTION, "-%s", name);
        config->number[refused[i].option] = 0;
    }
}

int qp_config_init(struct qp_config *config, enum qp_product product, const char *initial, bool trusted)
{
    static const char *const variables[] = {"QPROF_OPTIONS", "CPROF_OPTIONS", "VT_OPTIONS"};
    struct reading reading = {config, product, trusted};
    memset(config, 0, sizeof *config);
    if (set_defaults(config, product) != 0 || read_text(&reading, initial) != 0 ||
        (trusted && read_text(&reading, getenv(variables[product])) != 0)) {
        qp_config_fini(config);
        return -1;
    }
    if (product == QP_CPROF)
        refuse_profile(config);
    return 0;
}

void qp_config_fini(struct qp_config *config)
{
    for (int i = 0; i < QP_OPTION_COUNT; i++)
        free(config->text[i]);
    memset(config, 0, sizeof *config);
}

void *qp_config_get(const struct qp_config *config, const char *name)
{
    name = name ? name + strspn(name, "-") : "";
    int index = find(name, strlen(name));
    if (index < 0)
        return NULL;
    enum kind kind = options[index].kind;
    if (kind != BOOL && kind != SIZE && kind != RATE)
        return config->text[index];
    return (void *)(uintptr_t)config->number[index];
}
