package qii.junit;

import org.junit.runner.Description;
import org.junit.runner.notification.RunListener;
import qii.Contexts;

/**
 * Does for JUnit 4 what {@link ContextPerTest} does for JUnit 5. JUnit 4 looks for no listeners: name this class in the
 * test runner's configuration.
 */
@RunListener.ThreadSafe
public final class JUnit4Listener extends RunListener {
    /** Returns the name of a test's context. Parameterized tests, such as keeps[1], share one. */
    private static String nameOf(Description test) {
        String method = test.getMethodName();
        if (method == null)
            return test.getClassName();
        int parameters = method.indexOf('[');
        return test.getClassName() + "#" + (parameters > 0 ? method.substring(0, parameters) : method);
    }

    /** Returns true for a test class, not for a suite that has only a name. */
    private static boolean isClass(Description suite) {
        return suite.getTestClass() != null;
    }

    @Override
    public void testSuiteStarted(Description suite) {
        if (isClass(suite))
            Contexts.beginSetUp(suite.getClassName(), null);
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
