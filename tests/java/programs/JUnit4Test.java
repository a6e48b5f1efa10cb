import java.util.Arrays;
import org.junit.After;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.experimental.ParallelComputer;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.RunWith;
import org.junit.runner.notification.RunListener;
import org.junit.runners.Parameterized;
import org.junit.runners.Suite;

/* Tests of JUnit 4, also in a suite of suites. The arguments of main are names of listeners. */
public class JUnit4Test {
    @BeforeClass
    public static void opens() {
        Stock.open();
    }

    @Before
    public void fills() {
        Stock.fill();
    }

    @After
    public void closes() {
        Stock.close();
    }

    @Test
    public void adds() {
        Stock.meet();
        Stock.add();
        Stock.meet();
    }

    @Test
    public void removes() {
        Stock.meet();
        Stock.elsewhere(() -> Stock.remove());
        Stock.meet();
    }

    @RunWith(Parameterized.class)
    public static class Sales {
        private final int count;

        public Sales(int count) {
            this.count = count;
        }

        @Parameterized.Parameters
        public static Iterable<Integer> counts() {
            return Arrays.asList(3, 4);
        }

        @Test
        public void sells() {
            Stock.sell(count);
        }
    }

    @RunWith(Suite.class)
    @Suite.SuiteClasses({JUnit4Test.class, Sales.class})
    public static class Inner {
    }

    @RunWith(Suite.class)
    @Suite.SuiteClasses(Inner.class)
    public static class Outer {
        @BeforeClass
        public static void prepares() {
            Stock.prepare();
        }
    }

    public static final class Main {
        public static void main(String[] listeners) throws ReflectiveOperationException {
            JUnitCore core = new JUnitCore();
            for (String listener : listeners)
                core.addListener((RunListener) Class.forName(listener).getDeclaredConstructor().newInstance());
            boolean parallel = Boolean.getBoolean("parallel");
            Class<?>[] classes = Boolean.getBoolean("suite") ? new Class<?>[]{Outer.class}
                    : new Class<?>[]{JUnit4Test.class, Sales.class};
            Result result = core.run(new ParallelComputer(false, parallel), classes);
            System.out.println(result.getRunCount() + " tests, " + result.getFailureCount() + " failures");
        }
    }
}
