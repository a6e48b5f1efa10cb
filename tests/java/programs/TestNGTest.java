import org.testng.TestNG;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/* Tests of TestNG. */
public class TestNGTest {
    @BeforeClass
    public void opens() {
        Stock.open();
    }

    @BeforeMethod
    public void fills() {
        Stock.fill();
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

    @DataProvider
    public Object[][] counts() {
        return new Object[][] {{3}, {4}};
    }

    @Test(dataProvider = "counts")
    public void sells(int count) {
        Stock.sell(count);
    }

    public static final class Main {
        public static void main(String[] arguments) {
            TestNG tests = new TestNG(false);
            tests.setTestClasses(new Class<?>[] {TestNGTest.class});
            tests.setVerbose(0);
            tests.setParallel(Boolean.getBoolean("parallel") ? "methods" : "none");
            tests.setThreadCount(3);
            tests.run();
            System.out.println("status " + tests.getStatus());
        }
    }
}
