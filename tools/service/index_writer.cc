#include "tools/service/index_writer.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <descry/jobs/bulk_indexer.h>
#include <descry/jobs/duplicate_removal.h>
#include <descry/schema/document_id.h>

#include "plugin/base/open_database.h"
#include "plugin/documents/document_builder.h"
#include "tools/arguments/database.h"
#include "tools/input/input_reader.h"
#include "tools/messages/printable.h"
#include "tools/output/json_text.h"
#include "tools/spooling/temporary_folder.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::milliseconds BETWEEN_COMMITS(1000);
constexpr std::chrono::milliseconds BETWEEN_LOCK_TRIES(200);
constexpr int LOCK_TRIES = 50;
// Limit of pending data, beyond which requests are rejected.
constexpr std::size_t MOST_BYTES = std::size_t{512} << 20;
constexpr std::size_t MOST_REASONS = 20;

class Body {
  public:
    Body(const std::filesystem::path& folder, std::size_t number, const std::string& bytes,
         bool is_text_optional)
        : path_((folder / fmt::format("{:08}", number)).string()) {
        std::ofstream file(path_, std::ios::binary);
        file << one_line_of_json(bytes);
        file.close();
        if (!file) throw std::system_error(errno, std::generic_category(), path_);
        InputOptions options;
        options.text_optional = is_text_optional;
        reader_ = std::make_unique<InputReader>(std::vector{path_}, options, problems_);
    }

    bool next(InputDocument& document) {
        while (reader_->next(document)) {
            ++documents_;
            // Documents named by their file have no name here.
            if (!document.id.starts_with(path_)) return true;
            reject(document, "no id");
        }
        return false;
    }

    bool reject(const InputDocument& document, std::string_view reason) {
        if (!document.location.starts_with(path_)) return false;
        problems_.reject(document.location, reason);
        ++rejected_;
        return true;
    }

    void skip_value(const InputDocument& document, std::string_view reason) {
        if (document.location.starts_with(path_)) skipped_values_.add(document.location, reason);
    }

    Answer answer(std::uint64_t held) const {
        const UnreadInput& unread = problems_.unread_input();
        Json reasons = Json::array();
        for (const UnreadInput::Places* places :
             {&unread.rejected, &unread.unread, &skipped_values_}) {
            for (const auto& [location, reason] : places->first) {
                if (reasons.size() == MOST_REASONS) break;
                const std::string place = location.substr(std::min(path_.size(), location.size()));
                reasons.push_back(
                    {{"place", "body" + place},
                     {"reason", printable(reason.substr(0, reason.find(WAYS_TO_AN_ID)))}});
            }
        }
        const std::uint64_t added = documents_ - rejected_;
        const std::uint64_t rejected = unread.rejected.count + unread.unread.count;
        Json out = {{"added", added},
                    {"rejected", rejected},
                    {"reasons", std::move(reasons)},
                    {"documents", held}};
        const bool is_error = added == 0 && rejected > 0;
        if (is_error) out["error"] = {{"status", 400}, {"message", "all documents are rejected"}};
        return {is_error ? 400U : 200U, "application/json", json_text(out)};
    }

  private:
    // The reader takes each line as a document; in JSON, line ends are only whitespace.
    static std::string one_line_of_json(std::string bytes) {
        if (bytes.starts_with('{') && nlohmann::json::accept(bytes))
            std::ranges::replace_if(bytes, [](char c) { return c == '\n' || c == '\r'; }, ' ');
        return bytes;
    }

    std::string path_;
    std::ostringstream told_;
    Diagnostics problems_{told_};
    std::unique_ptr<InputReader> reader_;
    std::uint64_t documents_ = 0;
    std::uint64_t rejected_ = 0;
    UnreadInput::Places skipped_values_;  // values
};

}  // namespace

IndexWriter::IndexWriter(std::string path, std::function<void()> committed)
    : path_(std::move(path)),
      committed_(std::move(committed)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

IndexWriter::~IndexWriter() = default;

void IndexWriter::add(std::string body, Reply reply) {
    push({false, std::move(body), std::move(reply)});
}

void IndexWriter::remove(std::string id, Reply reply) {
    push({true, std::move(id), std::move(reply)});
}

std::size_t IndexWriter::waiting() const {
    const std::lock_guard lock(mutex_);
    return changes_.size();
}

void IndexWriter::push(Change change) {
    {
        const std::lock_guard lock(mutex_);
        if (bytes_ + change.what.size() > MOST_BYTES)
            throw RequestError(503, "too many writes are waiting; try again");
        bytes_ += change.what.size();
        changes_.push_back(std::move(change));
    }
    changed_.notify_all();
}

void IndexWriter::run(const std::stop_token& stop) {
    for (;;) {
        std::vector<Change> changes;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, stop, [this] { return !changes_.empty(); });
            if (changes_.empty()) return;
            // Includes requests that arrive within a second.
            changed_.wait_for(lock, stop, BETWEEN_COMMITS, [] { return false; });
            changes = std::exchange(changes_, {});
            bytes_ = 0;
        }
        write(changes);
    }
}

void IndexWriter::write(std::vector<Change>& changes) {
    for (auto begin = changes.begin(); begin != changes.end();) {
        const auto end = std::find_if(begin, changes.end(), [&](const Change& change) {
            return change.is_removal != begin->is_removal;
        });
        const auto reject = [&](const Answer& answer) {
            for (auto change = begin; change != end; ++change)
                change->reply(answer);
        };
        for (int tries = 1;; ++tries) {
            try {
                begin->is_removal ? remove_all(begin, end) : add_all(begin, end);
            } catch (const Xapian::DatabaseLockError&) {
                if (tries < LOCK_TRIES) {
                    std::this_thread::sleep_for(BETWEEN_LOCK_TRIES);
                    continue;
                }
                reject(error_answer(503, "another program is writing to the index"));
            } catch (...) {
                const ErrorFacts error = current_error();
                reject(error_answer(error.status, error.message));
            }
            break;
        }
        begin = end;
    }
}

void IndexWriter::add_all(std::vector<Change>::iterator begin, std::vector<Change>::iterator end) {
    const TemporaryFolder folder;
    std::vector<std::unique_ptr<Body>> bodies;
    BulkIndexingOptions options;
    options.rejected = [&](const InputDocument& document, std::string_view reason) {
        std::ranges::any_of(bodies,
                            [&](const auto& body) { return body->reject(document, reason); });
    };
    options.skipped = [&](const InputDocument& document, std::string_view reason) {
        for (const auto& body : bodies)
            body->skip_value(document, reason);
    };
    std::uint64_t held = 0;
    {
        BulkIndexer indexer(open_writable(path_, false), path_, options);
        for (auto change = begin; change != end; ++change) {
            bodies.push_back(std::make_unique<Body>(folder.path(), bodies.size(), change->what,
                                                    indexer.is_text_optional()));
        }
        auto body = bodies.begin();
        held = indexer
                   .add([&](InputDocument& document) {
                       for (; body != bodies.end(); ++body)
                           if ((*body)->next(document)) return true;
                       return false;
                   })
                   .held;
    }
    committed_();
    for (auto change = begin; change != end; ++change)
        change->reply(bodies[static_cast<std::size_t>(change - begin)]->answer(held));
}

void IndexWriter::remove_all(std::vector<Change>::iterator begin,
                             std::vector<Change>::iterator end) {
    std::vector<Xapian::docid> dids;
    {
        Xapian::WritableDatabase db = open_writable(path_, false);
        const std::string id_prefix = read_schema(db).value_or(Schema()).id_prefix;
        for (auto change = begin; change != end; ++change)
            dids.push_back(find_document(db, change->what, id_prefix));
        std::vector<Xapian::docid> known = dids;
        std::ranges::sort(known);
        known.erase(std::ranges::unique(known).begin(), known.end());
        std::erase(known, 0);
        delete_documents(db, known);
    }
    committed_();
    for (auto change = begin; change != end; ++change) {
        const bool is_known = dids[static_cast<std::size_t>(change - begin)] != 0;
        change->reply(is_known ? Answer{200, "application/json", R"({"deleted":1})"}
                               : error_answer(404, fmt::format("no such document: {}",
                                                               printable(change->what))));
    }
}

}  // namespace descry
