package java.lang;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipFile;

/**
 * Reads class files that the program may never load, and passes them to the agent. There are no lambdas here, since the
 * first one of a program takes 20 ms.
 */
public final class QiiClassFiles {
    private static final String SUFFIX = ".class";
    private static final String VERSIONS = "META-INF/versions/";

    /* Elements of the class path, directories below the current one, or entries of a jar that were read. */
    private final Set<String> seen = new HashSet<>();

    private QiiClassFiles() {
    }

    /**
     * Passes the classes in the directories of a class path and a module path to the agent, as far as the program can
     * load them from there. Jars are not read, except for the class paths in their manifests.
     */
    public static void readPaths(String classPath, String modulePath) {
        QiiClassFiles reader = new QiiClassFiles();
        if (classPath != null && !classPath.isEmpty())
            for (String path : classPath.split(File.pathSeparator, -1))
                reader.readElement(new File(path.isEmpty() ? "." : path));
        if (modulePath != null)
            for (String path : modulePath.split(File.pathSeparator))
                reader.readModules(new File(path));
    }

    /**
     * Passes all classes in a directory or jar to the agent, or in all jars of a directory, if the path ends with {@code
     * *}, as in a class path. Returns null, or the reason why they cannot be read.
     */
    public static String readAll(String path) {
        File file = new File(path);
        QiiClassFiles reader = new QiiClassFiles();
        try {
            if (file.getName().equals("*"))
                return readJars(file.getAbsoluteFile().getParentFile());
            if (!file.exists())
                return "there is no such file";
            if (!file.isDirectory())
                reader.readJar(file);
            else if (!reader.readDirectory(file, null))
                return "a directory cannot be read";
            return null;
        } catch (IOException | RuntimeException error) {
            return String.valueOf(error.getMessage());
        }
    }

    /* Passes the bytes of a class file. If `name` is not null, another class than that of this name is ignored. */
    private static native void pass(byte[] bytes, String name);

    private void readElement(File file) {
        try {
            if (!seen.add(file.getCanonicalPath()))
                return;
            if (file.isDirectory())
                new QiiClassFiles().readDirectory(file, ""); // which may contain other elements of the class path
            else if (file.isFile())
                readClassPathOf(file);
        } catch (IOException error) {
            /* The JVM ignores it, too. */
        }
    }

    private void readClassPathOf(File file) throws IOException {
        Manifest manifest;
        try (JarFile jar = new JarFile(file, false)) {
            manifest = jar.getManifest();
        }
        String paths = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
        if (paths == null)
            return;
        for (String path : paths.trim().split(" +")) {
            try {
                URI uri = file.toURI().resolve(path);
                if ("file".equals(uri.getScheme()))
                    readElement(new File(uri));
            } catch (IllegalArgumentException error) {
                /* The JVM ignores it, too. */
            }
        }
    }

    /* Reads the exploded modules in an element of a module path: itself or the directories in it. */
    private void readModules(File directory) {
        File[] modules = {directory};
        if (!new File(directory, "module-info.class").exists())
            modules = directory.listFiles();
        for (int i = 0; modules != null && i < modules.length; i++)
            if (modules[i].isDirectory())
                readElement(modules[i]);
    }

    /*
     * Reads the classes below a directory. `name` is that of the package, with slashes, whose classes the program can
     * load from there; if it is null, classes of any package are read. Returns false if a directory cannot be read.
     */
    private boolean readDirectory(File directory, String name) throws IOException {
        if (!seen.add(directory.getCanonicalPath()))
            return true;
        File[] files = directory.listFiles();
        if (files == null)
            return false;
        Arrays.sort(files);
        boolean complete = true;
        for (File file : files) {
            String own = file.getName();
            if (own.endsWith(SUFFIX))
                readFile(file, name == null ? null : name + own.substring(0, own.length() - SUFFIX.length()));
            else if (name == null || isIdentifier(own))
                complete &= !file.isDirectory() || readDirectory(file, name == null ? null : name + own + "/");
        }
        return complete;
    }

    private static void readFile(File file, String name) throws IOException {
        if (file.isFile() && file.canRead())
            try (InputStream in = new FileInputStream(file)) {
                pass(in.readAllBytes(), name);
            }
    }

    private static boolean isIdentifier(String name) {
        boolean is = Character.isJavaIdentifierStart(name.charAt(0));
        for (int i = 1; i < name.length() && is; i++)
            is = Character.isJavaIdentifierPart(name.charAt(i));
        return is;
    }

    private static String readJars(File directory) {
        File[] files = directory.listFiles();
        if (files == null)
            return "the directory cannot be read";
        Arrays.sort(files);
        String wrong = null;
        for (File file : files) {
            String name = file.getName(), why = name.endsWith(".jar") || name.endsWith(".JAR") ? readAll(file.getPath()) : null;
            if (wrong == null && why != null)
                wrong = name + ": " + why;
        }
        return wrong;
    }

    /* Reads the classes of a jar, those of a multi-release jar for this JVM. */
    private void readJar(File file) throws IOException {
        try (JarFile jar = new JarFile(file, false, ZipFile.OPEN_READ, Runtime.version())) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements();) {
                JarEntry entry = jar.getJarEntry(baseName(entries.nextElement().getName()));
                if (entry != null && entry.getName().endsWith(SUFFIX) && seen.add(entry.getName()))
                    try (InputStream in = jar.getInputStream(entry)) {
                        pass(in.readAllBytes(), null);
                    }
            }
        }
    }

    /* Returns the name of an entry without the version of a multi-release jar. */
    private static String baseName(String name) {
        int slash = name.startsWith(VERSIONS) ? name.indexOf('/', VERSIONS.length()) : -1;
        return name.substring(slash + 1);
    }
}
