#include "tools/qii/questions.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

/* With an empty query, qii help shows only the questions with place LISTED. */
enum place { ELSEWHERE, LISTED };

/* All questions: the text, the command that answers it, further words that find it, and whether it is listed. The
 * text of a listed question has at most 40 bytes, not counting a part in parentheses at its end; the command has at
 * most 37. tests/cli/examples runs all commands. */
static const struct question {
    const char *text;
    const char *command;
    const char *words;
    enum place place;
} questions[] = {
    {"where does a Lua program spend its time", "qii lua app.lua", "record profile start trace", LISTED},
    {"which lines of a Lua program run", "qii lua --cover app.lua", "record coverage test count", ELSEWHERE},
    {"where is the time, with little overhead", "qii lua --sample app.lua", "record sampling cheap slow production",
     ELSEWHERE},
    {"which line takes the time", "qii lua --granularity=line app.lua", "record source hot", ELSEWHERE},

    {"what do functions of a Lua program allocate", "qii lua --alloc app.lua",
     "record memory heap objects bytes garbage", ELSEWHERE},

    {"where does a Java program spend its time", "qii java -cp classes Main", "record profile start JVM kotlin",
     LISTED},
    {"which lines and branches of a Java program run", "qii java --cover=branch -cp classes Main",
     "record coverage test JVM", ELSEWHERE},
    {"which objects does a Java program allocate", "qii java --alloc -cp classes Main",
     "record memory heap objects bytes garbage JVM", ELSEWHERE},
    {"what is a running JVM doing", "qii java --attach=4711", "record running server attach process live", ELSEWHERE},
    {"stop recording a JVM", "qii java --attach=4711 --stop", "end running attach", ELSEWHERE},

    {"where is the time of a Python program", "qii python app.py", "record profile start trace", LISTED},
    {"how often does one function of a Python program run", "qii python --filter=parse app.py",
     "record count call exact", ELSEWHERE},

    {"where is the time of a C or C++ program", "qii run ./app", "record profile start compiled gcc clang fortran",
     LISTED},
    {"which functions of a compiled program run, by a file of my choice", "qii run -o app.qii ./app",
     "record start calls data file", ELSEWHERE},

    {"which functions take the time", "qii report", "slow hot self profile expensive cpu", LISTED},
    {"who calls a function", "qii report --callers=fib", "caller called uses f", LISTED},
    {"what does a function spend its time on", "qii report --callees=fib", "callee total inside below f", ELSEWHERE},
    {"which rank of an MPI job is the outlier", "qii report --by=rank job", "mpi parallel process host imbalance load",
     LISTED},
    {"which functions are out of balance in an MPI job", "qii report --sort=imbalance job", "mpi parallel rank load",
     ELSEWHERE},

    {"what does a file cost", "qii report --by=file", "module class directory source take time", LISTED},
    {"which phase or test takes the time", "qii report --by=phase", "pytest junit suite slowest tests phases",
     ELSEWHERE},
    {"which functions wait", "qii report --sort=waiting", "blocked block suspended sleep input output", LISTED},
    {"who waits for a monitor", "qii report --callers='(monitor)'", "lock held holder synchronized blocked java mutex",
     ELSEWHERE},
    {"who waits for a lock", "qii report --callers='(lock)'", "reentrant semaphore contention concurrent java mutex",
     ELSEWHERE},
    {"who holds the lock", "qii report --callees='(lock)'", "holder owner contention concurrent java mutex", ELSEWHERE},

    {"which thread is the outlier", "qii threads", "virtual coroutine goroutine longest slowest busy", LISTED},
    {"why does it wait, and who wakes it", "qii threads --wakers", "waiting blocked suspended waker lock", LISTED},
    {"what delays the end of the run", "qii threads --critical", "critical path late latency", ELSEWHERE},

    {"what does a running program do now", "qii top", "live watch running process monitor", LISTED},
    {"which functions of a running program wait", "qii top --sort=waiting", "live watch blocked now", ELSEWHERE},

    {"on which call paths is the time", "qii tree", "call stack flame callers callees", LISTED},
    {"what leads to a function, and what does it call", "qii tree --focus=fib", "path stack callers callees f",
     ELSEWHERE},
    {"who causes the self time of a function", "qii tree --reverse --focus=fib", "callers bottom up inverted f",
     ELSEWHERE},

    {"how did a counter change", "qii counters", "values count metrics libvt plot", ELSEWHERE},
    {"which values did a counter have", "qii counters --csv --filter=error >error.csv",
     "export spreadsheet log metrics libvt", ELSEWHERE},

    {"which ranks wait for which", "qii messages ring.*.qii", "mpi message late sender receiver job process parallel",
     LISTED},
    {"who sends how much to whom", "qii messages", "mpi message matrix bytes rank process parallel", ELSEWHERE},
    {"which line waits for other ranks", "qii messages --waits ring.*.qii", "mpi message late sender receiver site",
     ELSEWHERE},
    {"which tags do messages have", "qii messages --by=tag ring.*.qii", "mpi message communicator size", ELSEWHERE},

    {"what happened when", "qii trace", "events log time order messages", ELSEWHERE},
    {"why was this virtual thread late", "qii threads --critical='worker 1'",
     "delay slow request coroutine wait woke path", LISTED},
    {"what did this virtual thread do", "qii trace --thread='worker 1'", "events log time wait woke run", ELSEWHERE},
    {"what happened at that moment", "qii trace --from=0.0002 --until=0.0004", "events log time interval", ELSEWHERE},

    {"which line of a function takes the time", "qii annotate fib", "source hot lines slow", LISTED},
    {"which lines of a file never ran", "qii annotate src/main.lua", "coverage missed untested executed source",
     ELSEWHERE},

    {"which lines never ran", "qii cover", "coverage missed untested executed test", LISTED},
    {"which functions were never called", "qii cover --functions", "coverage unused dead missed untested", ELSEWHERE},
    {"which lines of my change never ran", "qii cover --diff=HEAD",
     "coverage changed commit patch diff git pull request", LISTED},
    {"which tests ran each line", "qii annotate --contexts src/main.lua", "coverage contexts tests per line",
     ELSEWHERE},
    {"how many lines each test ran", "qii cover --contexts", "coverage contexts tests only", ELSEWHERE},
    {"which tests are there", "qii tests", "coverage contexts list", ELSEWHERE},
    {"which tests to run for my change", "qii tests --diff=HEAD",
     "coverage contexts changed commit patch diff git select affected impact", LISTED},
    {"where each test or request spends its time", "qii report --by=context", "contexts tests requests tenants slow",
     ELSEWHERE},
    {"fail a build whose coverage got worse", "qii cover --no-worse-than=base.qii",
     "ci threshold limit test regression compare base", ELSEWHERE},
    {"fail a build with too little coverage", "qii cover --fail-under=70", "ci threshold limit test", ELSEWHERE},

    {"which runs are here", "qii list", "data files recorded directory", ELSEWHERE},
    {"which runs are in another directory", "qii list data", "data files recorded", ELSEWHERE},

    {"what changed between two runs", "qii diff old.qii new.qii", "compare before after regression calls difference",
     LISTED},
    {"which function got slower, is it real", "qii diff old.*.qii -- new.*.qii",
     "compare difference changed significant noise p value faster regression", LISTED},
    {"fail a build that makes more calls", "qii diff --fail-over=calls:5 old.qii new.qii",
     "ci threshold limit regression compare", ELSEWHERE},

    {"can I trust the numbers", "qii info", "overhead quality accuracy lost damaged reliable exact", LISTED},
    {"where is the time that no function has", "qii info run.qii", "missing uncounted outside idle scheduler ledger",
     LISTED},

    {"where are the locations of the log", "qii locations", "source file line address libvt", ELSEWHERE},
    {"where is a single location of the log", "qii locations --handle=1", "source file line address libvt", ELSEWHERE},

    {"is a data file valid", "qii check", "damaged broken corrupt consistent", ELSEWHERE},
    {"what is in a data file", "qii check --dump=chunks run.qii", "records raw bytes format", ELSEWHERE},

    {"view a run in a browser", "qii html -o report.html", "page flame graph share see", LISTED},
    {"view profile and coverage on one page", "qii html -o report.html run.qii cover.qii", "browser share see",
     ELSEWHERE},
    {"view what changed in a browser", "qii html -o changes.html old.qii new.qii", "compare page flame graph diff",
     ELSEWHERE},

    {"add up several runs", "qii merge -o all.qii run.*.qii", "sum combine total processes ranks workers tests",
     LISTED},
    {"add up runs although a source file changed", "qii merge --changed=apart -o all.qii run.*.qii",
     "sum combine versions", ELSEWHERE},

    {"view a run in speedscope", "qii export --format=speedscope -o run.json",
     "viewer flame graph firefox perfetto pprof kcachegrind jfr mission control", ELSEWHERE},
    {"coverage for GitLab, Jenkins, Azure or diff-cover", "qii export -F cobertura -o cover.xml",
     "coverage changed commit patch diff git sonar", ELSEWHERE},
    {"pass coverage on to other tools", "qii export --format=lcov -o lcov.info", "genhtml codecov coveralls editor",
     ELSEWHERE},
    {"use the numbers in a script", "qii export --format=json", "program jq api data", ELSEWHERE},
};

enum { QUESTIONS = sizeof questions / sizeof *questions };

/* ---- search ----------------------------------------------------------------------------------------------------- */

static const char separators[] = " \t\n,;:.?!'\"()";

/* Words that do not distinguish questions. */
static const char *const common[] = {
    "a",   "an",   "and",  "are",  "be",  "did", "do",   "does", "f",    "for",   "from",  "has", "have", "how",
    "i",   "in",   "is",   "it",   "its", "me",  "no",   "not",  "my",   "of",    "on",    "or",  "so",   "that",
    "the", "then", "they", "this", "to",  "was", "were", "what", "when", "where", "which", "who", "why",  "with"};

struct word {
    const char *start;
    size_t length;
};

/* Return the next word of a text, and move *text behind it. The length is 0 at the end. */
static struct word next_word(const char **text)
{
    struct word word = {.start = *text + strspn(*text, separators)};
    word.length = strcspn(word.start, separators);
    *text = word.start + word.length;
    return word;
}

static bool is_common(struct word word)
{
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (strlen(common[i]) == word.length && strncasecmp(common[i], word.start, word.length) == 0)
            return true;
    return false;
}

/* Return true if two words are equal, or have the same beginning of at least 4 letters and different ends of at most 3:
 * "wait", "waits" and "waiting". */
static bool is_like(struct word one, struct word other)
{
    size_t shorter = one.length < other.length ? one.length : other.length, same = 0;
    size_t longer = one.length < other.length ? other.length : one.length;
    while (same < shorter && tolower((unsigned char)one.start[same]) == tolower((unsigned char)other.start[same]))
        same++;
    return same == longer || (same >= 4 && longer - same <= 3);
}

static bool has_word(const char *text, struct word wanted)
{
    for (struct word word; (word = next_word(&text)).length > 0;)
        if (is_like(word, wanted))
            return true;
    return false;
}

/* Return how well a question matches a text: add 3 for each word of the text that is in the question itself, or 2 if it
 * is only in the question's further words or command. Of questions with equal sums, one whose words are all in the text
 * is the better match. */
static unsigned match(const struct question *question, const char *text)
{
    unsigned matches = 0;
    bool is_whole = true;
    const char *at = text;
    for (struct word word; (word = next_word(&at)).length > 0;)
        if (!is_common(word))
            matches += has_word(question->text, word)                                         ? 3
                       : has_word(question->words, word) || has_word(question->command, word) ? 2
                                                                                              : 0;
    at = question->text;
    for (struct word word; (word = next_word(&at)).length > 0;)
        is_whole &= is_common(word) || has_word(text, word);
    return 2 * matches + is_whole;
}

/* ---- output ----------------------------------------------------------------------------------------------------- */

static void print(FILE *out, const struct question *question)
{
    fprintf(out, "  # %s\n  %s\n", question->text, question->command);
}

unsigned qii_questions_find(FILE *out, const char *text)
{
    unsigned matches[QUESTIONS], most = 0, found = 0;
    for (unsigned i = 0; i < QUESTIONS; i++) {
        matches[i] = match(&questions[i], text);
        most = matches[i] > most ? matches[i] : most;
    }
    /* The best matches come first. A question with two thirds of the words still matches. */
    for (unsigned level = most; level > 0 && level * 3 > most * 2; level--)
        for (unsigned i = 0; i < QUESTIONS; i++)
            if (matches[i] == level) {
                print(out, &questions[i]);
                found++;
            }
    return found;
}

void qii_questions_list(FILE *out)
{
    for (unsigned i = 0; i < QUESTIONS; i++)
        if (questions[i].place == LISTED)
            fprintf(out, "  %-40.*s %s\n", (int)strcspn(questions[i].text, "("), questions[i].text,
                    questions[i].command);
}

void qii_questions_examples(FILE *out, const char *name)
{
    for (unsigned i = 0; i < QUESTIONS; i++) {
        const char *command = questions[i].command + strlen("qii ");
        size_t length = strcspn(command, " ");
        if (strlen(name) == length && strncmp(command, name, length) == 0)
            print(out, &questions[i]);
    }
}
