// Tries nvcc's command line as simcc understands it.
#include "simcc/diagnostics/device_symbols.hpp"
#include "simcc/diagnostics/error_help.hpp"
#include "simcc/diagnostics/feature_help.hpp"
#include "simcc/options/nvcc_options.hpp"
#include "simcc/process/child_process.hpp"
#include "warpschool/harness/catch.hpp"

#include <initializer_list>

namespace warpschool::simcc {
namespace {

using Words = std::vector<std::string>;

Options parsed(const Words& words) {
  const Result<Options> options = parse_options(words);
  if (!options) {
    FAIL(to_string(options.diagnostics().front()));
  }
  return *options;
}

Diagnostics refused(const Words& words) {
  const Result<Options> options = parse_options(words);
  REQUIRE_FALSE(options);
  return options.diagnostics();
}

TEST_CASE("a program is what nvcc makes by default", "[simcc]") {
  const Options options = parsed({"x.cu"});
  CHECK(options.product == Product::kProgram);
  CHECK(options.output_for(options.inputs.front()) == "a.out");
  CHECK(options.standard == "-std=gnu++17");
}

TEST_CASE("a value may follow, be glued on, or follow an equals sign", "[simcc]") {
  CHECK(parsed({"-o", "p", "x.cu"}).output == "p");
  CHECK(parsed({"-op", "x.cu"}).output == "p");
  CHECK(parsed({"--output-file=p", "x.cu"}).output == "p");
  CHECK(parsed({"-std=c++20", "x.cu"}).standard == "-std=c++20");
  CHECK(parsed({"-std", "c++11", "x.cu"}).standard == "-std=c++14");
  CHECK(parsed({"--std=gnu++98", "x.cu"}).standard == "-std=gnu++14");
  CHECK(parsed({"-Xcompiler", "-Wall,-std=c++14", "x.cu"}).standard == "-std=c++14");
  CHECK(parsed({"-Iinclude", "x.cu"}).preprocessor == Words{"-I", "include"});
  CHECK(parsed({"-I", "include", "x.cu"}).preprocessor == Words{"-I", "include"});
  CHECK(parsed({"-DN=3", "x.cu"}).preprocessor == Words{"-D", "N=3"});
}

TEST_CASE("the command line of a loadable module is understood", "[simcc]") {
  const Options options = parsed({"-O2", "-shared", "-Xcompiler", "-fPIC,-Wall", "-I", "d", "-MD",
                                  "-MF", "x.d", "-MT", "student.so", "-o", "student.so", "x.cu"});
  CHECK(options.product == Product::kSharedLibrary);
  CHECK(options.host_compiler == Words{"-fPIC", "-Wall"});
  CHECK(options.dependency_file == "x.d");
  CHECK(options.dependency == Words{"-MD", "-MT", "student.so"});
  CHECK(options.optimisation == "-O2");
  CHECK(parsed({"-O", "3", "x.cu"}).optimisation == "-O3");
  CHECK(parsed({"-O", "x.cu"}).optimisation == "-O2");
}

TEST_CASE("choices of a real GPU's code are accepted without effect", "[simcc]") {
  const Options options =
      parsed({"-arch=sm_90", "-gencode", "arch=compute_80,code=sm_80", "-lineinfo", "-Xptxas", "-v",
              "--maxrregcount=32", "-cudart", "shared", "--extended-lambda", "x.cu"});
  CHECK(options.inputs.size() == 1);
}

TEST_CASE("options that tune nvcc or a real GPU's code are passed over with their values",
          "[simcc]") {
  const Options options =
      parsed({"-t4", "--threads", "2", "-diag-suppress=177", "--diag-warn", "20", "-dlto",
              "--keep-dir", "tmp", "-Xptxas=-v,-O3", "-ccbin", "g++-12", "--dopt=on", "x.cu"});
  CHECK(options.inputs.size() == 1);
  CHECK(parsed({"-rdc=true", "x.cu"}).relocatable);
  CHECK_FALSE(parsed({"-rdc=false", "x.cu"}).relocatable);
  CHECK(parsed({"-dc", "x.cu"}).relocatable);
  CHECK(parsed({"-dc", "x.cu"}).product == Product::kObject);
}

TEST_CASE("words for the linker and unknown ones for the host's compiler reach them", "[simcc]") {
  CHECK(parsed({"-Wl,-rpath,d", "x.o"}).linker == Words{"-Wl,-rpath,d"});
  CHECK(parsed({"-forward-unknown-to-host-compiler", "-march=native", "x.cu"}).host_compiler ==
        Words{"-march=native"});
  CHECK(refused({"-march=native", "x.cu"}).size() == 1);
  const Options options = parsed({"-c", "-odir", "objects", "a/x.cu"});
  CHECK(options.output_for(options.inputs.front()) == "objects/x.o");
}

TEST_CASE("names of products follow the input", "[simcc]") {
  const Options object = parsed({"-c", "dir/x.cu"});
  CHECK(object.output_for(object.inputs.front()) == "x.o");
  const Options ptx = parsed({"--ptx", "dir/x.cu"});
  CHECK(ptx.output_for(ptx.inputs.front()) == "x.ptx");
}

TEST_CASE("all mistakes of a command line are reported at once", "[simcc]") {
  CHECK(refused({"-fo", "-Z", "--nope", "x.txt"}).size() == 3);
  CHECK(refused({}).front().message == "no input files");
  CHECK(refused({"x.cu", "-o"}).front().message == "option '-o' needs a value");
}

TEST_CASE("code that nvcc made is refused with the reason", "[simcc]") {
  for (const char* file : {"k.ptx", "k.cubin", "k.fatbin"}) {
    CHECK(refused({file}).front().help.find(".cu") != std::string::npos);
  }
  CHECK(refused({"-cubin", "x.cu"}).front().message.find("real GPUs") != std::string::npos);
}

TEST_CASE("kernels see a newer architecture where one is asked for", "[simcc]") {
  CHECK(parsed({"x.cu"}).device_architecture() == "sm_70");
  CHECK(parsed({"-arch=sm_52", "x.cu"}).device_architecture() == "sm_70");
  CHECK(parsed({"-arch=native", "x.cu"}).device_architecture() == "sm_70");
  CHECK(parsed({"-arch", "compute_80", "x.cu"}).device_architecture() == "sm_80");
  CHECK(parsed({"--gpu-architecture=sm_90a", "x.cu"}).device_architecture() == "sm_80");
  CHECK(parsed({"-gencode", "arch=compute_86,code=[sm_86,compute_86]", "x.cu"})
            .device_architecture() == "sm_80");
}

TEST_CASE("separate compilation makes objects as always", "[simcc]") {
  CHECK(parsed({"-rdc=true", "-o", "p", "x.cu"}).product == Product::kProgram);
  CHECK(parsed({"-dc", "x.cu"}).product == Product::kObject);
  CHECK(parsed({"-dlink", "x.o"}).product == Product::kDeviceLink);
  CHECK(parsed({"--lib", "-o", "libx.a", "x.cu", "y.cu"}).product == Product::kStaticLibrary);
}

TEST_CASE("OpenMP comes with the compiler's own library", "[simcc]") {
  CHECK(parsed({"-Xcompiler", "-fopenmp", "x.cu", "-lgomp", "-lm"}).linker == Words{"-lm"});
  CHECK(parsed({"x.cu", "-lgomp"}).linker == Words{"-lgomp"});  // for an object of g++
}

TEST_CASE("libraries of the toolkit are left out, those of NVIDIA refused", "[simcc]") {
  CHECK(parsed({"x.cu", "-lcudart", "-lcudadevrt", "-lcuda", "-lm"}).linker == Words{"-lm"});
  CHECK(refused({"x.cu", "-lcublas"}).front().message.find("cublas") != std::string::npos);
  CHECK(refused({"x.cu", "-lcufft_static"}).front().message.find("cufft") != std::string::npos);
}

TEST_CASE("floating-point choices and words for the host compiler are understood", "[simcc]") {
  const Options options = parsed(
      {"-ftz=true", "-fmad=false", "-Xcompiler", "-Wall -O3", "-Werror", "all-warnings", "x.cu"});
  CHECK(options.flush_denormals);
  CHECK_FALSE(options.contract);
  CHECK(options.host_compiler == Words{"-Wall", "-O3"});
  CHECK(options.diagnostics == Words{"-Werror"});
  CHECK(options.inputs.size() == 1);
}

TEST_CASE("what files are called holds for both sides", "[simcc]") {
  const Options options = parsed({"-Xcompiler", "-ffile-prefix-map=/a=b,-fPIC", "x.cu"});
  CHECK(options.preprocessor == Words{"-ffile-prefix-map=/a=b"});
  CHECK(options.host_compiler == Words{"-fPIC"});
}

TEST_CASE("quotes within -Xcompiler are those of a shell", "[simcc]") {
  const Options options = parsed(
      {"-Xcompiler", ",\"-g\",-DA='b c',-DB=\\\"t\\\"", "-Xlinker", "\"-rpath=/a b\"", "x.cu"});
  CHECK(options.host_compiler == Words{"-g"});
  CHECK(options.preprocessor == Words{"-DA=b c", "-DB=\"t\""});
  CHECK(options.linker == Words{"-Xlinker", "-rpath=/a b"});
}

TEST_CASE("what the host compiler is to define is defined on both sides", "[simcc]") {
  const Options options = parsed({"-Xcompiler", "-DA,-O3,-I,d", "-Xcompiler=-include,a.h", "x.cu"});
  CHECK(options.preprocessor == Words{"-DA", "-I", "d", "-include", "a.h"});
  CHECK(options.host_compiler == Words{"-O3"});
}

TEST_CASE("an unknown option is named, with where it may belong", "[simcc]") {
  const Diagnostic diagnostic = refused({"--frobnicate", "x.cu"}).front();
  CHECK(diagnostic.message == "unknown option '--frobnicate'");
  CHECK(diagnostic.help.find("-Xcompiler") != std::string::npos);
}

TEST_CASE("notes about places in the simulator's and the system's headers are dropped", "[simcc]") {
  const std::string error =
      "x.cu:1:22: error: no matching function for call to 'cudaMalloc'\n  code\n  ^\n";
  const std::string ours = "/opt/include/api.h:24:28: note: candidate template ignored\n  code\n";
  const std::string systems = "/usr/include/c++/12/vector:9:1: note: candidate\n";
  const std::string users = "y.cuh:3:1: note: in instantiation of f<int> requested here\n  code\n";
  const std::string summary = "1 error generated.\n";
  CHECK(without_notes_elsewhere(error + ours + users + systems + summary, "/opt/include") ==
        error + users + summary);
  // What is said of a header keeps all its notes.
  const std::string of_header = "/usr/include/c++/12/vector:9:1: error: no such type\n";
  CHECK(without_notes_elsewhere(of_header + systems + users + ours, "/opt/include") ==
        of_header + systems + users + ours);
}

TEST_CASE("beginners' slips that clang reports in its own words get a hint", "[simcc]") {
  const auto hint = GENERATE(table<std::string, std::string>(
      {{"x.cu:1:1: error: invalid operands to binary expression ('void (int *)' and 'int')",
        "name<<<blocks, threads>>>"},
       {"x.cu:1:1: error: reference to __device__ function 'get_x' in __host__ function",
        "threadIdx"},
       {"x.cu:1:1: error: no matching function for call to 'cudaMalloc'", "cudaMalloc(&pointer"},
       {"x.cu:1:1: error: no matching function for call to '__shfl_down_sync'", "mask"},
       {"x.cu:1:1: error: no matching function for call to 'cudaMemcpy'\nnote: requires 4 "
        "arguments",
        "four arguments"},
       {"x.cu:1:1: error: no matching function for call to 'cudaMemcpy'\nnote: no known conversion "
        "from 'const float *' to 'void *' for 1st argument",
        "the other way round"},
       {"x.cu:1:1: error: invalid operands to binary expression ('const WarpschoolGridDim' and "
        "'unsigned int')",
        "name one, .x, .y or .z"},
       {"x.cu:1:1: error: invalid operands to binary expression ('int' and 'const "
        "WarpschoolThreadIdx')",
        "name one, .x, .y or .z"},
       {"x.cu:9:1: error: function definition is not allowed here", "lacks its last }"},
       {"x.cu:1:1: error: kernel call to non-global function 'k'", "__global__ in front"}}));
  CHECK(missing_feature_help(std::get<0>(hint)).find(std::get<1>(hint)) != std::string::npos);
}

TEST_CASE("why a function of a header does not fit stays when its note goes", "[simcc]") {
  const std::string error = "x.cu:8:3: error: no matching function for call to 'f'\n  f(p);\n  ^\n";
  const std::string header = "/opt/include/a.h:2:5: note: candidate function not viable: ";
  const std::string counts = header + "requires 4 arguments, but 2 were provided\n",
                    fits_not = header + "no known conversion from 'P' to 'P *' for 1st argument\n";
  CHECK(without_notes_elsewhere(error + counts + fits_not, "/opt/include") ==
        error + "x.cu:8:3: note: no known conversion from 'P' to 'P *' for 1st argument\n");
  CHECK(without_notes_elsewhere(error + counts, "/opt/include") ==
        error + "x.cu:8:3: note: requires 4 arguments, but 2 were provided\n");
  const std::string is_const = "no known conversion from 'const P *' to 'void *' for 1st argument";
  CHECK(without_notes_elsewhere(error + header + is_const + "; take the address of it with &\n",
                                "/opt/include") == error + "x.cu:8:3: note: " + is_const + "\n");
  const std::string users = "x.cu:2:5: note: candidate function not viable: no\n";
  CHECK(without_notes_elsewhere(error + users + fits_not, "/opt/include") == error + users);
}

TEST_CASE("the types of threadIdx and its kin are called as in CUDA", "[simcc]") {
  CHECK(tidy_messages("x.cu:1:1: error: ('const WarpschoolGridDim' and 'WarpschoolThreadIdx')\n") ==
        "x.cu:1:1: error: ('const dim3' and 'uint3')\n");
}

TEST_CASE("a part of CUDA that is not simulated is told by its own name", "[simcc]") {
  const auto hint = GENERATE(table<std::string, std::string>(
      {{"r.h:9:38: error: reference to __host__ function "
        "'reduce_n_impl<thrust::cuda_cub::par_t, int *>' in __host__ __device__ function",
        "thrust::seq"},
       {"x.cu:1:1: error: use of undeclared identifier 'texCubemap'", "cube maps"},
       {"x.cu:1:1: error: use of undeclared identifier 'tex2DLod'", "mipmaps"},
       {"x.cu:1:1: error: unknown type name 'cudaGraphConditionalHandle'", "conditional nodes"}}));
  CHECK(missing_feature_help(std::get<0>(hint)).find(std::get<1>(hint)) != std::string::npos);
  CHECK(missing_feature_help("x.cu:1:1: error: reference to __host__ function 'mine' in "
                             "__host__ __device__ function\n")
            .empty());
}

TEST_CASE("a header of a library that the simulator has not is explained", "[simcc]") {
  CHECK(missing_library_help("x.cu:1:10: fatal error: 'thrust/sort.h' file not found\n")
            .find("libthrust-dev") != std::string::npos);
  CHECK(missing_library_help("x.cu:1:10: fatal error: 'cublas_v2.h' file not found\n")
            .find("cublas_v2.h") != std::string::npos);
  CHECK(missing_library_help("x.cu:1:10: fatal error: 'mine.h' file not found\n").empty());
  CHECK(missing_library_help("").empty());
  CHECK(missing_feature_help("x.cu:3:57: error: reference to __global__ function 'child' in "
                             "__global__ function\n")
            .find("dynamic parallelism") != std::string::npos);
  CHECK(missing_feature_help("x.cu:2:1: error: no template named 'texture'\n")
            .find("cudaCreateTextureObject") != std::string::npos);
  CHECK(missing_feature_help("x.cu:2:1: error: no template named 'Box'\n").empty());
  CHECK(missing_feature_help("x.cu:3:7: error: cannot use variable-length arrays in __global__ "
                             "functions\n")
            .find("extern __shared__") != std::string::npos);
  CHECK(missing_feature_help("x.cu:3:7: note: candidate function not viable: call to __host__ "
                             "function from __global__ function\n")
            .find("put __device__") != std::string::npos);
  CHECK(missing_feature_help("x.cu:9:4: error: call to global function 'k' not configured\n")
            .find("name<<<blocks, threads>>>") != std::string::npos);
  CHECK(missing_feature_help("x.cu:9:4: error: kernel function type 'int ()' must have void return "
                             "type\n")
            .find("through a pointer") != std::string::npos);
  CHECK(missing_feature_help("AtomicLoadAdd<(load store seq_cst (s32) on @total, addrspace 4)>\n"
                             "4.\tRunning pass 'NVPTX DAG->DAG Pattern Instruction Selection'")
            .find("Declare the variable __device__") != std::string::npos);
  CHECK(missing_feature_help("4.\tRunning pass 'NVPTX DAG->DAG Pattern Instruction Selection' on "
                             "function '@_Z3dim6Colouri'\n")
            .find("bit-fields") != std::string::npos);
}

TEST_CASE("a device function of another file is named", "[simcc]") {
  CHECK(undefined_function(".extern .func (.param .b32 r) _Z5otheri\n(\n.param .b32 a\n)\n;\n") ==
        "other(int)");
  CHECK(undefined_function(".extern .func (.param .b32 r) expf\n(\n.param .b32 a\n)\n;\n"
                           ".visible .entry _Z1kPi(")
            .empty());
}

TEST_CASE("option -x cu reads any input as CUDA", "[simcc]") {
  CHECK(parsed({"-x", "cu", "x.cpp"}).inputs.front().kind == InputKind::kCuda);
  CHECK(parsed({"x.cpp"}).inputs.front().kind == InputKind::kCxx);
  CHECK(parsed({"x.cu", "y.o", "libz.so.1"}).inputs[2].kind == InputKind::kLinkable);
}

TEST_CASE("messages do not speak of the two sides of a compilation", "[simcc]") {
  CHECK(tidy_messages("x.cu:1:1: error: no\n1 error generated when compiling for sm_70.\n") ==
        "x.cu:1:1: error: no\n1 error generated.\n");
  CHECK(tidy_messages("") == "");
}

TEST_CASE("a printed command can be pasted into a shell", "[simcc]") {
  CHECK(shell_line({"clang++", "-DX=a b", "it's"}) == R"(clang++ '-DX=a b' 'it'\''s')");
}

TEST_CASE("a program that cannot be started is an outcome, not an exception", "[simcc]") {
  CHECK(run_process({"/nonexistent/compiler"}).status == 127);
  CHECK(run_process({"sh", "-c", "echo why >&2; exit 3"}).status == 3);
  CHECK(run_process({"sh", "-c", "echo why >&2; exit 3"}).errors == "why\n");
}

}  // namespace
}  // namespace warpschool::simcc
