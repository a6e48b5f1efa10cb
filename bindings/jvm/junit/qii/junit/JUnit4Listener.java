package qii.junit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.runner.Description;
import org.junit.runner.notification.RunListener;
import qii.Contexts;

/**
 * Does for JUnit 4 what {@link ContextPerTest} does for JUnit 5. JUnit 4 looks for no listeners: the agent adds this one
 * to each RunNotifier.
 */
@RunListener.ThreadSafe
public final class JUnit4Listener extends RunListener {
    /* Names of the suite that contains each class. */
    private final Map<String, String> suites = new ConcurrentHashMap<>();

    /** Returns the name of a test's context. Parameterized tests, such as keeps[1], share one. */
    private static String nameOf(Description test) {
        String method = test.getMethodName();
        if (method == null)
            return test.getClassName();
        int parameters = method.indexOf('[');
        return test.getClassName() + "#" + (parameters > 0 ? method.substring(0, parameters) : method);
    }

    /** Returns true for a test class or a suite that is a class, not for one that has only a name. */
    private static boolean isClass(Description suite) {
        return suite.getTestClass() != null;
    }

    @Override
    public void testSuiteStarted(Description suite) {
        if (!isClass(suite))
            return;
        String name = suite.getClassName();
        for (Description child : suite.getChildren())
            if (child.isSuite() && isClass(child) && !child.getClassName().equals(name))
                suites.put(child.getClassName(), name);
        Contexts.beginSetUp(name, suites.get(name));
    }

    @Override
    public void testSuiteFinished(Description suite) {
        if (isClass(suite))
            Contexts.end();
    }

    @Override
    public void testStarted(Description test) {
        Contexts.begin(nameOf(test), test.getClassName());
    }

    @Override
    public void testFinished(Description test) {
        Contexts.end();
    }
}
