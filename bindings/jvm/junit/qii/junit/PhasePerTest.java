package qii.junit;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import qii.Phases;

/** Makes each test a phase that has the test's name. JUnit finds this listener by itself if it is on the class path. */
public final class PhasePerTest implements TestExecutionListener {
    /** Phase for everything outside tests, such as the setup of classes and JUnit itself. */
    private static final String BETWEEN = "(between tests)";

    /** Returns a name such as app.StoreTest.keeps(int)[2]. */
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
