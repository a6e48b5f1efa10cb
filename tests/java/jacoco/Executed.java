import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.analysis.CoverageBuilder;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.ISourceFileCoverage;
import org.jacoco.core.tools.ExecFileLoader;

/**
 * Prints JaCoCo's results for all classes in a jar, loaded or not. A line is FILE:LINE, the numbers of executed and missed
 * instructions, and the numbers of executed and missed branch outcomes. Arguments: JaCoCo's file, the jar.
 */
public class Executed {
    public static void main(String[] arguments) throws IOException {
        ExecFileLoader recorded = new ExecFileLoader();
        recorded.load(new File(arguments[0]));
        CoverageBuilder builder = new CoverageBuilder();
        Analyzer analyzer = new Analyzer(recorded.getExecutionDataStore(), builder);
        try (JarFile jar = new JarFile(arguments[1])) {
            for (JarEntry entry : Collections.list(jar.entries()))
                if (entry.getName().endsWith(".class"))
                    try (InputStream in = jar.getInputStream(entry)) {
                        analyzer.analyzeClass(in, entry.getName());
                    }
        }
        StringBuilder out = new StringBuilder();
        for (ISourceFileCoverage file : builder.getSourceFiles())
            for (int line = file.getFirstLine(); line <= file.getLastLine(); line++) {
                ICounter instructions = file.getLine(line).getInstructionCounter();
                ICounter outcomes = file.getLine(line).getBranchCounter();
                if (instructions.getTotalCount() > 0)
                    out.append(file.getPackageName() + "/" + file.getName() + ":" + line + " "
                            + instructions.getCoveredCount() + " " + instructions.getMissedCount() + " "
                            + outcomes.getCoveredCount() + " " + outcomes.getMissedCount() + "\n");
            }
        System.out.print(out);
    }
}
