import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/* Tests of JUnit 5. */
class JUnit5Test {
    @BeforeAll
    static void opens() {
        Stock.open();
    }

    @BeforeEach
    void fills() {
        Stock.fill();
    }

    @AfterEach
    void closes() {
        Stock.close();
    }

    @Test
    void adds() {
        Stock.meet();
        Stock.add();
        Stock.meet();
    }

    @Test
    void removes() {
        Stock.meet();
        Stock.elsewhere(() -> Stock.remove());
        Stock.meet();
    }

    static class Sales {
        @RepeatedTest(3)
        void sells() {
            Stock.sell(1);
        }
    }

    static final class Main {
        public static void main(String[] arguments) {
            SummaryGeneratingListener summary = new SummaryGeneratingListener();
            LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
                    .configurationParameter("junit.jupiter.execution.parallel.enabled", System.getProperty("parallel", "false"))
                    .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                    .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                    .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "4")
                    .selectors(DiscoverySelectors.selectClass(JUnit5Test.class),
                            DiscoverySelectors.selectClass(Sales.class)).build(), summary);
            System.out.println(summary.getSummary().getTestsSucceededCount() + " of " + summary.getSummary().getTestsFoundCount());
        }
    }
}
