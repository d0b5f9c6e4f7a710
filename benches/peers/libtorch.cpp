// LibTorch, PyTorch's library for C++: `libtorch gpt --batch 64`, `libtorch mlp --check`. `native.py` builds it.
//
// The tasks are those of pytorch.py, eager; arguments, clocks and the line of JSON are those of common.py.

#include <ATen/Parallel.h>
#include <torch/torch.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <optional>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace F = torch::nn::functional;
using torch::Tensor;
using Clock = std::chrono::steady_clock;

namespace {

constexpr double RATE = 0.01, GROUP = 1e-3, LN_EPS = 1e-5;
constexpr int64_t POOL = 4096, LAYERS = 6, HEADS = 6, WIDTH = 24, LENGTH = 8, VOCAB = 65, CONTEXT = 16, LETTERS = 27;

// Something to measure: `step(n)` is the nth gradient or step, `result()` its loss, or of a graph its value and gradient.
struct Work {
    std::function<void(int64_t)> step;
    std::function<std::vector<double>()> result;
    int64_t params;
};

struct Options {
    std::string task, data;
    int64_t hidden = 64, batch = 1, iters = 0;
    double seconds = 1.0;
    bool check = false, list = false;

    bool graph() const { return task == "tiny" || task == "small"; }
};

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

Tensor tiny(const Tensor& a, const Tensor& b) {
    Tensor c = a + b;
    Tensor d = a * b + b.pow(3);
    return (c - d).pow(2) / 2.0;
}

Tensor small(const Tensor& a, const Tensor& b) {
    Tensor c = a + b;
    Tensor d = a * b + b.pow(3);
    c = c + (c + 1);
    c = c + (1 + c + (-a));
    d = d + (d * 2 + torch::relu(b + a));
    d = d + (3 * d + torch::relu(b - a));
    Tensor f = (c - d).pow(2);
    return f / 2.0 + 10.0 / f;
}

Work graph(const std::string& task) {
    auto function = task == "tiny" ? tiny : small;
    double a = task == "tiny" ? -41.0 : -4.0;
    auto leaf = torch::TensorOptions().dtype(torch::kFloat64).requires_grad(true);
    std::vector<std::pair<Tensor, Tensor>> points;
    for (int k = 0; k < 1024; k++)
        points.emplace_back(torch::tensor(a + k / 1024.0, leaf), torch::tensor(2.0 + k / 2048.0, leaf));
    auto last = std::make_shared<std::vector<Tensor>>();
    auto step = [=](int64_t n) {
        const auto& [a, b] = points[n % points.size()];
        Tensor value = function(a, b);
        *last = torch::autograd::grad({value}, {a, b});
        last->insert(last->begin(), value);
    };
    auto result = [=] {
        std::vector<double> numbers;
        for (const Tensor& part : *last) numbers.push_back(part.item<double>());
        return numbers;
    };
    return {step, result, 2};
}

// Shapes of the parameters in the order of the flat vector, and whether they are gains; query, key and value are one weight.
std::vector<std::pair<std::vector<int64_t>, bool>> layout(const std::string& task, int64_t hidden) {
    if (task == "mlp")
        return {{{LETTERS, 64}, false}, {{hidden, CONTEXT * 64}, false}, {{hidden}, false}, {{LETTERS, hidden}, false}, {{LETTERS}, false}};
    std::vector<std::pair<std::vector<int64_t>, bool>> shapes = {{{VOCAB, WIDTH}, false}, {{LENGTH, WIDTH}, false}};
    for (int64_t layer = 0; layer < LAYERS; layer++) {
        shapes.insert(shapes.end(), {
            {{WIDTH}, true}, {{WIDTH}, false}, {{3 * WIDTH, WIDTH}, false}, {{WIDTH, WIDTH}, false}, {{WIDTH}, false},
            {{WIDTH}, true}, {{WIDTH}, false}, {{4 * WIDTH, WIDTH}, false}, {{4 * WIDTH}, false}, {{WIDTH, 4 * WIDTH}, false}, {{WIDTH}, false},
        });
    }
    shapes.insert(shapes.end(), {{{VOCAB, WIDTH}, false}, {{VOCAB}, false}});
    return shapes;
}

// The parameters of tests/data, which serve as well as random ones.
std::vector<Tensor> parameters(const std::string& task, int64_t hidden) {
    std::vector<Tensor> params;
    int64_t at = 0;
    for (const auto& [shape, gain] : layout(task, hidden)) {
        Tensor values = torch::empty(shape);
        float* numbers = values.data_ptr<float>();
        for (int64_t i = 0; i < values.numel(); i++, at++) numbers[i] = float(0.1 * std::sin(0.37 * double(at) + 0.1) + (gain ? 1.0 : 0.0));
        params.push_back(values.requires_grad_());
    }
    return params;
}

Tensor mlp(const std::vector<Tensor>& p, const Tensor& x, const Tensor& y) {
    Tensor hidden = torch::tanh(torch::linear(torch::embedding(p[0], x).flatten(1), p[1], p[2]));
    return torch::cross_entropy_loss(torch::linear(hidden, p[3], p[4]), y);
}

Tensor gpt(const std::vector<Tensor>& p, const Tensor& x, const Tensor& y) {
    int64_t batch = x.size(0);
    Tensor h = torch::embedding(p[0], x) + p[1];
    for (int64_t layer = 0; layer < LAYERS; layer++) {
        const Tensor* b = &p[2 + 11 * layer];
        Tensor heads = torch::linear(torch::layer_norm(h, {WIDTH}, b[0], b[1], LN_EPS), b[2]);
        auto parts = heads.view({batch, LENGTH, 3, HEADS, WIDTH / HEADS}).permute({2, 0, 3, 1, 4}).unbind(0);
        Tensor mixed = torch::scaled_dot_product_attention(parts[0], parts[1], parts[2], {}, 0.0, true);
        h = h + torch::linear(mixed.transpose(1, 2).reshape({batch, LENGTH, WIDTH}), b[3], b[4]);
        Tensor inner = torch::relu(torch::linear(torch::layer_norm(h, {WIDTH}, b[5], b[6], LN_EPS), b[7], b[8]));
        h = h + torch::linear(inner, b[9], b[10]);
    }
    Tensor logits = torch::linear(h, p[p.size() - 2], p[p.size() - 1]);
    return torch::cross_entropy_loss(logits.flatten(0, 1), y.flatten());
}

// Steps of plain SGD.
Work training(const std::string& task, int64_t hidden, std::vector<Tensor> x, std::vector<Tensor> y, double rate) {
    auto loss_of = task == "mlp" ? mlp : gpt;
    auto params = std::make_shared<std::vector<Tensor>>(parameters(task, hidden));
    auto last = std::make_shared<Tensor>();
    auto step = [=](int64_t n) {
        Tensor loss = loss_of(*params, x[n % x.size()], y[n % y.size()]);
        auto gradient = torch::autograd::grad({loss}, *params);
        torch::NoGradGuard constant;
        torch::_foreach_add_(*params, gradient, -rate);
        *last = loss.detach();
    };
    int64_t count = 0;
    for (const Tensor& values : *params) count += values.numel();
    return {step, [=] { return std::vector<double>{last->item<double>()}; }, count};
}

Tensor tokens(std::vector<int64_t> values, std::vector<int64_t> shape) { return torch::tensor(values, torch::kInt64).reshape(shape); }

// Steps on batches of random tokens.
Work model(const Options& options) {
    int64_t count = std::max<int64_t>(POOL / options.batch, 16);
    bool letters = options.task == "mlp";
    std::mt19937 random(1);
    auto drawn = [&](std::vector<int64_t> shape) {
        int64_t size = 1;
        for (int64_t length : shape) size *= length;
        std::vector<int64_t> values(size);
        for (int64_t& value : values) value = random() % (letters ? LETTERS : VOCAB);
        return tokens(values, shape);
    };
    std::vector<Tensor> x, y;
    for (int64_t at = 0; at < count; at++) {
        x.push_back(drawn({options.batch, letters ? CONTEXT : LENGTH}));
        y.push_back(letters ? drawn({options.batch}) : drawn({options.batch, LENGTH}));
    }
    return training(options.task, options.hidden, x, y, RATE);
}

// The most memory that the process had, in megabytes; 0 where the system does not say.
double peak_rss() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.rfind("VmHWM:", 0) == 0) return std::atof(line.c_str() + 6) / 1024.0;
    return 0.0;
}

// Measures, and prints the line of JSON.
void report(const Options& options, const Work& work, Clock::time_point start) {
    work.step(0);
    double first = work.result()[0], init = seconds_since(start);
    // Warm up, and see how many calls make a group.
    auto warm = Clock::now();
    int64_t calls = 1;
    for (; calls < 4 || seconds_since(warm) < options.seconds / 5; calls++) work.step(calls);
    double each = seconds_since(warm) / double(calls - 1);
    int64_t group = std::max<int64_t>(std::llround(std::ceil(GROUP / each)), 1);
    int64_t total = options.iters ? options.iters : std::max<int64_t>(std::llround(std::ceil(options.seconds / each)), 1);
    std::vector<double> groups;
    for (int64_t left = total; left > 0;) {
        int64_t count = std::min(group, left);
        auto begin = Clock::now();
        for (int64_t n = calls; n < calls + count; n++) work.step(n);
        groups.push_back(seconds_since(begin) / double(count) * 1e6);
        calls += count;
        left -= count;
    }
    std::sort(groups.begin(), groups.end());
    double sum = 0;
    for (double time : groups) sum += time;
    bool graph = options.graph();
    std::printf(
        "{\"framework\": \"libtorch\", \"mode\": \"eager\", \"task\": \"%s\", \"hidden\": %ld, \"batch\": %ld, \"params\": %ld, \"iters\": %ld, "
        "\"median_us\": %.6f, \"mean_us\": %.6f, \"min_us\": %.6f, \"init_ms\": %.3f, \"peak_rss_mb\": %.2f, \"loss\": %.17g}\n",
        options.task.c_str(), long(options.task == "mlp" ? options.hidden : 0), long(graph ? 1 : options.batch), long(work.params), long(total),
        groups[groups.size() / 2], sum / double(groups.size()), groups[0], init * 1e3, peak_rss(), graph ? first : work.result()[0]);
}

// The numbers of the line that begins with `key`.
std::vector<int64_t> numbers(const std::string& path, const std::string& key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.rfind(key, 0) != 0) continue;
        std::istringstream words(line.substr(key.size()));
        std::vector<int64_t> values;
        for (int64_t value; words >> value;) values.push_back(value);
        return values;
    }
    throw std::runtime_error(path + " has no line " + key);
}

void must(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error(what);
}

// A model must train as tests/data says, and a graph must have the gradient of the paper.
void check(const Options& options) {
    if (options.graph()) {
        Work work = graph(options.task);
        work.step(0);
        std::vector<double> expected = options.task == "tiny" ? std::vector<double>{612.5, -35.0, 1050.0}
                                                              : std::vector<double>{24.70408163265306, 138.83381924198252, 645.5772594752187};
        std::vector<double> found = work.result();
        for (size_t at = 0; at < 3; at++)
            must(std::abs(found[at] - expected[at]) <= 1e-12 * std::abs(expected[at]), std::to_string(found[at]) + " instead of " + std::to_string(expected[at]));
        std::printf("%s, eager: value and gradient are right\n", options.task.c_str());
        return;
    }
    std::string name = options.data + (options.task == "gpt" ? "/gpt" : "/mlp_e4");
    std::vector<int64_t> x = numbers(name + ".txt", "x "), y = numbers(name + ".txt", "y ");
    std::vector<int64_t> targets = options.task == "gpt" ? std::vector<int64_t>{1, LENGTH} : std::vector<int64_t>{1};
    // The same sample again and again.
    Work work = training(options.task, 4, {tokens(x, {1, int64_t(x.size())})}, {tokens(y, targets)}, 0.1);
    std::ifstream losses(name + "_losses.txt");
    double error = 0;
    int64_t steps = 0;
    for (std::string line; std::getline(losses, line);) {
        if (line.rfind("#", 0) == 0) continue;
        work.step(steps++);
        error = std::max(error, std::abs(work.result()[0] / std::stod(line) - 1));
        must(error < 2e-5, "the loss of step " + std::to_string(steps) + " is " + std::to_string(work.result()[0]) + " and not " + line);
    }
    must(steps == 10, "there are no stored losses in " + name);
    std::printf("%s, eager: ten losses of training agree within %.1e\n", options.task.c_str(), error);
}

Options read(int count, char** words) {
    Options options;
    must(count > 1, "name a task: tiny, small, mlp or gpt");
    options.task = words[1];
    must(options.graph() || options.task == "mlp" || options.task == "gpt", "there is no task " + options.task + ": there is tiny, small, mlp and gpt");
    for (int at = 2; at < count; at++) {
        std::string word = words[at];
        auto value = [&] {
            must(at + 1 < count, word + " needs a value");
            return std::string(words[++at]);
        };
        if (word == "--hidden") options.hidden = std::stoll(value());
        else if (word == "--batch") options.batch = std::stoll(value());
        else if (word == "--iters") options.iters = std::stoll(value());
        else if (word == "--seconds") options.seconds = std::stod(value());
        else if (word == "--data") options.data = value();
        else if (word == "--check") options.check = true;
        else if (word == "--list") options.list = true;
        else if (word == "--mode") must(value() == "eager", "libtorch has one mode: eager");
        else must(false, "there is no option " + word);
    }
    return options;
}

// When the program was started, which was before it loaded its libraries: `native.py` says it.
Clock::time_point started() {
    const char* nanoseconds = std::getenv("PEER_STARTED_NS");
    return nanoseconds ? Clock::time_point(std::chrono::nanoseconds(std::stoll(nanoseconds))) : Clock::now();
}

}  // namespace

int main(int count, char** words) {
    try {
        auto start = started();
        Options options = read(count, words);
        at::set_num_threads(1);
        if (options.list) std::puts("eager");
        else if (options.check) check(options);
        else report(options, options.graph() ? graph(options.task) : model(options), start);
    } catch (const std::exception& error) {
        std::cerr << "error: " << error.what() << '\n';
        return 2;
    }
}
