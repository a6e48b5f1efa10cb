/* A program that runs primitives of oneDNN, and prints their number by kind: "CALLS NAME" on each line. */
#include <cstdio>
#include <cstdlib>
#include <oneapi/dnnl/dnnl.hpp>

int main(int argc, char **argv)
{
    int count = argc > 1 ? std::atoi(argv[1]) : 5000, size = argc > 2 ? std::atoi(argv[2]) : 16;
    dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    dnnl::stream stream(engine);
    dnnl::memory::desc shape({size, size}, dnnl::memory::data_type::f32, dnnl::memory::format_tag::ab);
    dnnl::memory a(shape, engine), b(shape, engine), c(shape, engine);
    dnnl::matmul::desc product(shape, shape, shape);
    dnnl::matmul multiply(dnnl::matmul::primitive_desc(product, engine));
    dnnl::eltwise_forward::desc positive(dnnl::prop_kind::forward_inference, dnnl::algorithm::eltwise_relu, shape, 0,
                                         0);
    dnnl::eltwise_forward rectify(dnnl::eltwise_forward::primitive_desc(positive, engine));
    for (int i = 0; i < count; i++) {
        multiply.execute(stream, {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, c}});
        rectify.execute(stream, {{DNNL_ARG_SRC, c}, {DNNL_ARG_DST, c}});
    }
    stream.wait();
    std::printf("%d eltwise\n%d matmul\n", count, count);
}
