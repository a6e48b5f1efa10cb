import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/* Tests of JUnit 5, one of which fails. Each of them calls methods that no other test calls. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class StoreTest {
    static final List<String> store = new ArrayList<>();

    static void prepare() {
        store.add("first");
    }

    static void add(String text) {
        store.add(text);
    }

    static void remove(String text) {
        store.remove(text);
    }

    @BeforeAll
    static void beforeAll() {
        prepare();
    }

    @Test
    void adds() {
        add("second");
        Assertions.assertEquals(2, store.size());
    }

    @RepeatedTest(2)
    void again() {
        add("third");
        remove("third");
    }

    @Test
    void fails() {
        remove("first");
        Assertions.fail();
    }

    public static void main(String[] arguments) {
        Launcher launcher = LauncherFactory.create();
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        launcher.execute(LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(StoreTest.class)).build(), summary);
        System.out.println(summary.getSummary().getTestsSucceededCount() + " of " + summary.getSummary().getTestsFoundCount());
    }
}
