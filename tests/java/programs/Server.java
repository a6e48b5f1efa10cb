import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A server that answers each request on a new virtual thread. The clients are virtual threads, too. */
public class Server {
    static int sum(int n) {
        return n == 0 ? 0 : n + sum(n - 1);
    }

    static void answer(HttpExchange exchange) throws IOException {
        byte[] text = String.valueOf(sum(Integer.parseInt(exchange.getRequestURI().getQuery()))).getBytes();
        exchange.sendResponseHeaders(200, text.length);
        exchange.getResponseBody().write(text);
        exchange.close();
    }

    static int ask(int port, int n) throws IOException {
        try (InputStream in = URI.create("http://127.0.0.1:" + port + "/?" + n).toURL().openStream()) {
            return Integer.parseInt(new String(in.readAllBytes()));
        }
    }

    static int askOften(int port, int requests) throws IOException {
        int sum = 0;
        for (int i = 0; i < requests; i++)
            sum += ask(port, i % 20);
        return sum;
    }

    public static void main(String[] arguments) throws Exception {
        int clients = 20;
        int requests = Integer.parseInt(arguments[0]) / clients;
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 100);
        server.createContext("/", Server::answer);
        try (ExecutorService answering = Executors.newVirtualThreadPerTaskExecutor();
                ExecutorService asking = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(answering);
            server.start();
            List<Future<Integer>> sums = new ArrayList<>();
            for (int i = 0; i < clients; i++)
                sums.add(asking.submit(() -> askOften(server.getAddress().getPort(), requests)));
            int sum = 0;
            for (Future<Integer> each : sums)
                sum += each.get();
            server.stop(0);
            System.out.println(sum);
        }
    }
}
