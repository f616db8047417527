#include "python/src/interruptible.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/stl/string.h>

#include <descry/mechanics/work.h>

#include "analyzers/utf8.h"

namespace descry::python {

namespace {

constexpr std::chrono::milliseconds BETWEEN_LOOKS(50);

struct Told {
    std::string phase;
    std::uint64_t done = 0;
    std::uint64_t total = 0;
};

// Shared by the working thread and the calling one.
struct Shared {
    std::mutex mutex;
    std::condition_variable ended;
    bool has_ended = false;
    std::exception_ptr failure;
    std::optional<Told> told;  // since the last look
};

// Waits a while. @return whether the work has ended, and what was reported meanwhile
std::pair<bool, std::optional<Told>> look(Shared& shared) {
    const nanobind::gil_scoped_release released;
    std::unique_lock lock(shared.mutex);
    shared.ended.wait_for(lock, BETWEEN_LOOKS, [&] { return shared.has_ended; });
    return {shared.has_ended, std::exchange(shared.told, std::nullopt)};
}

}  // namespace

void run_interruptible(nanobind::handle callback,
                       const std::function<void(const Progress&)>& work) {
    Shared shared;
    StopFlag stop;
    Progress progress;
    if (!callback.is_none()) {
        progress = [&shared](const Phase& phase) {
            const std::lock_guard lock(shared.mutex);
            shared.told = {std::string(phase.name), phase.done, phase.total};
        };
    }
    std::thread worker([&] {
        const StopScope scope(&stop);
        std::exception_ptr failure;
        try {
            work(progress);
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(shared.mutex);
        shared.failure = failure;
        shared.has_ended = true;
        shared.ended.notify_one();
    });
    std::exception_ptr raised;
    for (bool has_ended = false; !has_ended;) {
        std::optional<Told> told;
        std::tie(has_ended, told) = look(shared);
        if (raised) continue;
        try {
            if (PyErr_CheckSignals() != 0) nanobind::raise_python_error();
            if (told) callback(told->phase.c_str(), told->done, told->total);
        } catch (...) {
            raised = std::current_exception();
            stop.request();
        }
    }
    worker.join();
    if (raised) std::rethrow_exception(raised);
    if (shared.failure) std::rethrow_exception(shared.failure);
}

namespace nb = nanobind;

namespace {

constexpr std::size_t BYTES_OF_A_PIECE = std::size_t{16} << 20;

}  // namespace

bool is_missing(nb::handle value) {
    if (value.is_none()) return true;
    if (PyFloat_Check(value.ptr())) {
        const double number = PyFloat_AsDouble(value.ptr());
        return number != number;
    }
    const auto name = nb::cast<std::string>(value.type().attr("__name__"));
    return name == "NAType" || name == "NaTType";  // of pandas
}

nb::bytes utf8_of(nb::handle string, std::size_t row) {
    PyObject* const bytes = PyUnicode_AsUTF8String(string.ptr());
    if (bytes != nullptr) return nb::steal<nb::bytes>(bytes);
    nb::python_error error;
    if (error.matches(PyExc_UnicodeEncodeError)) {
        nb::object value = nb::borrow(error.value());
        const auto reason = nb::cast<std::string>(value.attr("reason"));
        value.attr("reason") = nb::str(("row " + std::to_string(row) + ": " + reason).c_str());
    }
    throw error;
}

nb::bytes utf8_of_text(nb::handle string) {
    if (PyObject* const bytes = PyUnicode_AsUTF8String(string.ptr()))
        return nb::steal<nb::bytes>(bytes);
    PyErr_Clear();
    // Two successive halves of one character are that character, as in JSON.
    const nb::object joined =
        nb::cast<nb::object>(string.attr("encode")("utf-16-le", "surrogatepass"))
            .attr("decode")("utf-16-le", "surrogatepass");
    const nb::bytes passed(joined.attr("encode")("utf-8", "surrogatepass"));
    const std::string_view bytes = view_of(passed);
    std::string text;
    std::size_t from = 0;
    for (std::size_t at = bytes.find('\xed'); at != std::string_view::npos;
         at = bytes.find('\xed', at + 3)) {
        const auto second = static_cast<unsigned char>(bytes[at + 1]);
        if (second < 0xa0) continue;  // U+D000 to U+D7FF
        text += bytes.substr(from, at - from);
        append_half_character(text, 0xd000U | (second & 0x3fU) << 6 |
                                        (static_cast<unsigned char>(bytes[at + 2]) & 0x3fU));
        from = at + 3;
    }
    text += bytes.substr(from);
    return nb::bytes(text.data(), text.size());
}

std::string_view view_of(const nb::bytes& bytes) {
    return {static_cast<const char*>(bytes.data()), bytes.size()};
}

void visit_text_pieces(nb::handle texts,
                       const std::function<void(std::span<const std::string_view>)>& visit) {
    std::vector<nb::bytes> held;
    std::vector<std::string_view> views;
    std::size_t bytes = 0;
    const auto hand_over = [&] {
        visit(views);
        held.clear();
        views.clear();
        bytes = 0;
    };
    std::size_t row = 0;
    for (const nb::handle text : texts) {
        if (PyUnicode_Check(text.ptr())) {
            held.push_back(utf8_of_text(text));
            views.push_back(view_of(held.back()));
            bytes += views.back().size();
        } else if (is_missing(text)) {
            views.emplace_back();
        } else {
            const auto type = nb::cast<std::string>(text.type().attr("__name__"));
            throw nb::type_error(
                ("row " + std::to_string(row) + ": a text is a str or None, not " + type).c_str());
        }
        ++row;
        if (views.size() == TEXTS_OF_A_PIECE || bytes >= BYTES_OF_A_PIECE) hand_over();
    }
    if (!views.empty()) hand_over();
}

}  // namespace descry::python
