/* agent.c - entry points of the JVM agent.
 *
 * The agent is either started by -agentpath:/.../libqiijvm.so[=SETTINGS] (bindings/kit/settings.h), or attached to a
 * running JVM: first with -ready, then with SETTINGS, -save or -stop. It takes two attaches because, from JDK 21 on, a
 * JVM finds an agent's native methods only after the agent has been loaded. */
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/jvm/agent/archiving.h"
#include "bindings/jvm/agent/attach_text.h"
#include "bindings/jvm/runtime/listener.h"
#include "bindings/jvm/runtime/messages.h"
#include "bindings/jvm/runtime/natives.h"
#include "bindings/jvm/agent/main_class.h"
#include "bindings/jvm/agent/run.h"
#include "bindings/jvm/sample/places.h"
#include "bindings/kit/launcher.h"

/* Results of Agent_OnAttach. */
enum { DONE = 0, NOT_DONE = 1 };

static struct kit_settings settings;

/* ---- the JVM's life --------------------------------------------------------------------------------------------- */

/* Start the run before the program begins. The JVM's own startup is not recorded. */
static void JNICALL machine_is_ready(jvmtiEnv *jvmti, JNIEnv *env, jthread thread)
{
    if (!qjvm_main_class_is_missing(jvmti, env))
        qjvm_run_begin(jvmti, env, thread, &settings);
}

static void JNICALL machine_ends(jvmtiEnv *jvmti, JNIEnv *env)
{
    qjvm_run_end(jvmti, env, false);
}

/* Return the agent's JVMTI environment. If the JVM does not support it, print a message and return NULL. */
static jvmtiEnv *tool_interface(JavaVM *machine)
{
    static jvmtiEnv *jvmti;
    static const struct qjvm_listener listener = {
        .capabilities = {.can_retransform_classes = 1},
        .callbacks = {.VMInit = machine_is_ready, .VMDeath = machine_ends, .ClassFileLoadHook = qjvm_run_class_is_read},
        .events = {JVMTI_EVENT_VM_DEATH}};
    qjvm_machine = machine;
    if (!jvmti)
        jvmti = qjvm_listen(&listener);
    if (!jvmti)
        qjvm_message("this JVM does not support JVMTI 11; the program runs without a profile");
    return jvmti;
}

/* ---- settings --------------------------------------------------------------------------------------------------- */

/* Name the run after the program in the JVM's command line: for "com.acme.Main one two", the name is Main. */
static void name_run(jvmtiEnv *jvmti)
{
    char *command = NULL;
    if ((*jvmti)->GetSystemProperty(jvmti, "sun.java.command", &command) != JVMTI_ERROR_NONE)
        return;
    command[strcspn(command, " ")] = '\0';
    size_t length = strlen(command);
    bool file = length > 4 && strcmp(command + length - 4, ".jar") == 0;
    char *dot = file ? NULL : strrchr(command, '.');
    kit_launcher_name(&settings, dot ? dot + 1 : command, ".jar");
    (*jvmti)->Deallocate(jvmti, (unsigned char *)command);
}

static bool read_settings(jvmtiEnv *jvmti, const char *text)
{
    kit_settings_fini(&settings);
    if (!text || !*text) {
        kit_settings_read_cover(&settings);
    } else if (!kit_settings_read(&settings, text)) {
        qjvm_message("invalid settings; the program runs without a profile");
        return false;
    }
    kit_settings_read_environment(&settings);
    if (settings.cover == KIT_COVER_HITS) {
        qjvm_message("cover=hit is not supported on a JVM, only line and branch; lines are counted");
        settings.cover = KIT_COVER_LINES;
    }
    name_run(jvmti);
    return true;
}

/* ---- loaded ----------------------------------------------------------------------------------------------------- */

/* Return the option that makes this JVM archive its classes, NULL if there is none. Search the command line and the
 * variable JAVA_TOOL_OPTIONS. A JVM uses this variable to pass all options, including the agent's, to the child process
 * that assembles an AOT cache. */
static const char *archiving_option(void)
{
    const char *option = qjvm_archiving_option(getenv("JAVA_TOOL_OPTIONS"));
    FILE *words = option ? NULL : fopen("/proc/self/cmdline", "r");
    char *word = NULL;
    size_t room = 0;
    while (words && !option && getdelim(&word, &room, '\0', words) > 0)
        option = qjvm_archiving_option(word);
    free(word);
    if (words)
        fclose(words);
    return option;
}

static bool archives(void)
{
    const char *option = archiving_option();
    if (option && strcmp(option, QJVM_ASSEMBLES) != 0)
        qjvm_message("this JVM creates a class archive (%s); the program runs without a profile", option);
    return option;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *machine, char *text, QJVM_UNUSED void *reserved)
{
    jvmtiEnv *jvmti = archives() ? NULL : tool_interface(machine);
    if (!jvmti || !read_settings(jvmti, text))
        return JNI_OK;
    qjvm_natives_load();
    if (settings.texts[KIT_SAMPLE])
        qjvm_places_load();
    (*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_VM_INIT, NULL);
    return JNI_OK;
}

static bool begin(jvmtiEnv *jvmti, JNIEnv *env, const char *text)
{
    if (!qjvm_run_records())
        return read_settings(jvmti, text) && qjvm_run_begin(jvmti, env, NULL, &settings);
    qjvm_message("this program is already being recorded");
    return false;
}

static bool obey(jvmtiEnv *jvmti, JNIEnv *env, const char *text)
{
    bool saves = strcmp(text, "-save") == 0;
    if (!saves && strcmp(text, "-stop") != 0)
        return begin(jvmti, env, text);
    if (!qjvm_run_records()) {
        qjvm_message("this program is not being recorded");
        return false;
    }
    if (saves)
        return qjvm_run_save(env);
    qjvm_run_end(jvmti, env, true);
    return true;
}

/* If the text begins with the path of a file for messages (QJVM_MESSAGES_FORMAT), open the file. Return the rest of
 * the text. */
static const char *open_messages(const char *text)
{
    char path[QJVM_MESSAGES_PATH];
    int length = 0;
    if (sscanf(text, QJVM_MESSAGES_READ "%n", path, &length) != 1 || length == 0)
        return text;
    qjvm_messages_open(path);
    return text + length;
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *machine, char *text, QJVM_UNUSED void *reserved)
{
    JNIEnv *env;
    jvmtiEnv *jvmti = tool_interface(machine);
    if (!jvmti || (*machine)->GetEnv(machine, (void **)&env, JNI_VERSION_1_8) != JNI_OK)
        return NOT_DONE;
    if (!text || strcmp(text, "-ready") == 0)
        return DONE;
    bool done = obey(jvmti, env, open_messages(text));
    qjvm_messages_close();
    return done ? DONE : NOT_DONE;
}
