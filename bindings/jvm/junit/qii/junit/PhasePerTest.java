package qii.junit;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import qii.Phases;

/** Makes each test a phase of its name. JUnit finds it by itself where it lies on the class path. */
public final class PhasePerTest implements TestExecutionListener {
    /** What is no test's own: what prepares classes, what JUnit does. */
    private static final String BETWEEN = "(between tests)";

    /** As in app.StoreTest.keeps(int)[2]. */
    private static String nameOf(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> ((MethodSource) source).getClassName() + "." + test.getLegacyReportingName())
                .orElseGet(test::getDisplayName);
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest())
            Phases.begin(nameOf(test));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest())
            Phases.begin(BETWEEN);
    }
}
