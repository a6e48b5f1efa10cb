#include "tools/qii/configured.h"

#include "tools/qii/qii.h"

#include <stdlib.h>
#include <string.h>

int qii_configured_open(const struct qii_configured *configured, const char *command, struct qii_project *project)
{
    struct qp_error error = {0};
    *project = (struct qii_project){0};
    if (configured->none || qii_project_open(project, configured->file, &error))
        return QII_OK;
    fprintf(stderr, "%s: %s\n", command, error.text);
    return error.code == QP_ERR_MEMORY ? QII_MEMORY : QII_USAGE;
}

int qii_configured_take(struct qii_configured *configured, const char *command, char **words, int count)
{
    if (strcmp(words[0], "--no-config") != 0)
        return kit_launcher_take_value(command, "--config", "a file name", words, count, &configured->file);
    configured->none = true;
    return 1;
}

static void set_sources(const struct qii_project *project, struct kit_settings *settings)
{
    bool is_set = settings->texts[KIT_INCLUDE] || getenv("QII_INCLUDE");
    for (uint32_t i = 0; !is_set && i < project->sources.count; i++)
        kit_settings_set(settings, KIT_INCLUDE, project->sources.items[i]);
}

/* The settings of luacov that are used select files, and nothing else. Those of coverage.py exclude lines, too. */
static void replace_selection(enum qii_language language, struct kit_settings *settings)
{
    if (language == QII_PYTHON_FILES)
        kit_settings_set(settings, KIT_FILES, "all");
    else if (!settings->texts[KIT_CONFIGURATION])
        kit_settings_set(settings, KIT_CONFIGURATION, "none");
}

int qii_configured_apply(const struct qii_configured *configured, const char *command, enum qii_language language,
                         struct kit_settings *settings)
{
    struct qii_project project;
    int code = qii_configured_open(configured, command, &project);
    bool selects = project.sources.count || !qp_filter_is_empty(&project.files);
    if (!code && language && selects && settings->cover >= KIT_COVER_HITS) {
        set_sources(&project, settings);
        replace_selection(language, settings);
    }
    qii_project_close(&project);
    return code;
}
