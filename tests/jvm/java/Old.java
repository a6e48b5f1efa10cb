/* Runs the class Small of old.h, which no current compiler can generate. */
public class Old {
    public static void main(String[] words) throws Exception {
        System.out.println(Class.forName("Small").getMethod("run").invoke(null));
    }
}
