package qii.junit;

import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import qii.Contexts;

/**
 * Makes each test method a context, such as app.StoreTest#keeps, and each test class the context around it, to which
 * {@code @BeforeAll} and constructors belong. JUnit 5 finds this listener by itself if it is on the class path.
 */
public final class ContextPerTest implements TestExecutionListener {
    private volatile TestPlan plan;

    /** Returns the name of a context, null if there is none for the identifier, such as an engine. */
    private static String nameOf(TestIdentifier test) {
        TestSource source = test.getSource().orElse(null);
        if (source instanceof MethodSource)
            return ((MethodSource) source).getClassName() + "#" + ((MethodSource) source).getMethodName();
        if (source instanceof ClassSource)
            return ((ClassSource) source).getClassName();
        return test.isTest() ? test.getDisplayName() : null;
    }

    /** Returns the name of the nearest context around one, null if there is none. */
    private String outerOf(TestIdentifier test, String name) {
        for (Optional<TestIdentifier> at = plan.getParent(test); at.isPresent(); at = plan.getParent(at.get())) {
            String outer = nameOf(at.get());
            if (outer != null && !outer.equals(name))
                return outer;
        }
        return null;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        String name = nameOf(test);
        if (name == null)
            return;
        if (test.isTest())
            Contexts.begin(name, outerOf(test, name));
        else
            Contexts.beginSetUp(name, outerOf(test, name));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (nameOf(test) != null)
            Contexts.end();
    }
}
