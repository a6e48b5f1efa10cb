package qii.testng;

import org.testng.IInvokedMethod;
import org.testng.IInvokedMethodListener;
import org.testng.ITestNGMethod;
import org.testng.ITestResult;
import qii.Contexts;

/**
 * Makes each test method of TestNG a context, such as app.StoreTest#keeps, and each test class the context around it, to
 * which its configuration methods belong. TestNG finds this listener by itself if it is on the class path.
 */
public final class ContextPerTest implements IInvokedMethodListener {
    @Override
    public void beforeInvocation(IInvokedMethod invoked, ITestResult result) {
        ITestNGMethod method = invoked.getTestMethod();
        String type = result.getTestClass().getName();
        if (method.isTest())
            Contexts.begin(type + "#" + method.getMethodName(), type);
        else
            Contexts.beginSetUp(type, null);
    }

    @Override
    public void afterInvocation(IInvokedMethod invoked, ITestResult result) {
        Contexts.end();
    }
}
