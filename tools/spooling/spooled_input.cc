#include "tools/spooling/spooled_input.h"

#include <algorithm>
#include <cstring>
#include <future>
#include <optional>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <descry/mechanics/work.h>
#include <descry/texts/input_document.h>

#include "analyzers/utf8.h"
#include "engine/mechanics/parallel.h"
#include "engine/texts/input_contents.h"
#include "tools/input/mail/own_words.h"
#include "tools/input/parsing/input_encoding.h"
#include "tools/input/parsing/member_path.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"

namespace descry {

namespace {

constexpr std::size_t DOCUMENTS_OF_A_BATCH = 1024;
constexpr std::size_t BYTES_OF_A_BATCH = std::size_t{16} << 20;
constexpr std::size_t FIELDS_AT_ONCE = 16;

std::string line_of(const InputDocument& document, const MemberNames& names) {
    const std::string title = one_line(title_of(document, names), SUMMARY_WIDTH);
    return title.empty() ? one_line(document.text, SUMMARY_WIDTH) : title;
}

// The last value of the name outside nested objects; nullopt if there is none.
std::optional<std::string> value_of(const InputDocument& document, const MemberNames& names,
                                    std::string_view field) {
    std::optional<std::string> value;
    visit_values(document, names, field, [&](InputValue::Kind kind, std::string_view text) {
        if (kind != InputValue::Kind::NOTHING && kind != InputValue::Kind::NESTED) value = text;
    });
    return value;
}

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

void add_piece(const SpooledPiece& piece, RecordFile& pieces) {
    pieces.add(std::string_view(reinterpret_cast<const char*>(&piece), sizeof piece));
}

[[noreturn]] void reject_field(std::string_view location, std::string_view field) {
    throw std::runtime_error(fmt::format(
        "{}: has the field \"{}\", which --mark appends; remove or rename it", location, field));
}

// By the form of parse_mail()'s texts.
bool has_subject(const InputDocument& document) {
    return std::ranges::any_of(document.fields, [&](const InputField& field) {
        return field.name == "subject" && !field.values.empty() &&
               document.text.starts_with(field.values.front().text);
    });
}

}  // namespace

SpooledInput::SpooledInput(const SpoolOptions& options)
    : options_(options), texts_(options.recipe, options.work), order_(options.order) {
    std::vector<std::string> names = options.input.text_fields;
    names.push_back(options.input.id_field);
    for (const std::string& name : names) {
        text_names_.push_back(name);
        text_names_.push_back(MemberPath(name).first_name());
    }
}

// One thread reads ahead, one stores analysed documents, and all analyse the current batch.
void SpooledInput::read(const std::vector<std::string>& inputs, bool keeps_records,
                        Diagnostics& problems) {
    InputOptions input = options_.input;
    input.records = keeps_records;
    input.structured_records = !options_.appended_fields.empty();
    input.nested_values = options_.keeps_fields || !options_.apart_fields.empty();
    if (keeps_records) {
        input.take_header = [this](TableHeader header) { return take_header(std::move(header)); };
    }
    InputReader reader(inputs, input, problems);
    struct Read {
        Batch batch;
        std::uint64_t kib = 0;  // of the inputs, so far
    };
    const auto read_batch = [&reader, stop = StopScope::current()] {
        const StopScope scope(stop);
        Read read;
        std::vector<Entry>& entries = read.batch.entries;
        std::size_t bytes = 0;
        while (entries.size() < DOCUMENTS_OF_A_BATCH && bytes < BYTES_OF_A_BATCH) {
            Entry entry;
            if (!reader.next(entry.document)) break;
            bytes += entry.document.text.size();
            entries.push_back(std::move(entry));
        }
        read.kib = reader.bytes_read() / 1024;
        return read;
    };
    const Progress& progress = options_.work.progress;
    const std::uint64_t all_kib = progress ? reader.total_bytes().value_or(0) / 1024 : 0;
    const auto launch = options_.work.threads > 1 ? std::launch::async : std::launch::deferred;
    std::future<Read> next = std::async(launch, read_batch);
    std::future<void> kept;
    std::size_t documents = size();
    for (;;) {
        auto [batch, kib] = next.get();
        if (batch.entries.empty()) break;
        next = std::async(launch, read_batch);
        documents += batch.entries.size();
        analyze(batch);
        if (kept.valid()) kept.get();
        kept = std::async(launch, [this, keeps_records, analyzed = std::move(batch)]() mutable {
            keep(std::move(analyzed), keeps_records);
        });
        if (launch == std::launch::deferred) kept.get();
        if (progress) progress({"KiB read", kib, all_kib, documents});
    }
    if (kept.valid()) kept.get();
    if (is_table() && !headers_.misfits().empty()) reject_misfits(problems);
    find_mixed_encodings(problems);
    number_equal_names();
}

// Records of one address in a WARC, entries of one name, array elements on one line.
void SpooledInput::number_equal_names() {
    names_.find();
    if (!names_.has_equal_places()) return;
    numbers_of_names_.clear();
    for (DocumentNumber number = 1; number <= size(); ++number) {
        const SpooledDocument document = documents_.read(number);
        const std::size_t count = names_.count(document.place, document.id);
        if (count > 1) numbers_of_names_[number] = count;
    }
}

void SpooledInput::reject_misfits(Diagnostics& problems) {
    std::unordered_set<const std::string*> headers;
    for (const auto& [location, line, reason] : headers_.misfits()) {
        problems.give_up(location, reason, true);
        headers.insert(line);
    }
    reject_rows(
        [&](DocumentNumber number) { return headers.contains(documents_.header_of(number).get()); },
        problems);
}

// Encodings of files with non-ASCII records, and of the header. Rows as JSON are in UTF-8.
std::set<std::string> SpooledInput::encodings_of_records() const {
    std::set<std::string> names;
    const auto add = [&names](const std::shared_ptr<const std::string>& name) {
        names.insert(name == nullptr || name->empty() ? "UTF-8" : *name);
    };
    std::ranges::for_each(encodings_, add);
    if (is_table() && !is_ascii(headers_.first()->line)) add(headers_.first()->encoding);
    if (turns_rows_into_json()) names.insert("UTF-8");
    return names;
}

// Records printed together need one encoding.
void SpooledInput::find_mixed_encodings(Diagnostics& problems) {
    const std::string unknown(TextEncoding::UNKNOWN);
    std::set<std::string> names = encodings_of_records();
    if (names.size() > 1 && names.contains(unknown)) {
        reject_rows_in(unknown, problems);
        names = encodings_of_records();
        names.erase(unknown);  // of lines, which are printed unchanged
    }
    if (names.size() < 2) return;
    for (const std::string& name : names)
        mixed_encodings_.emplace(name, TextEncoding::named(name).value_or(TextEncoding()));
    if (is_table())
        headers_.set_first_line(as_utf8(headers_.first()->line, headers_.first()->encoding));
}

std::string SpooledInput::as_utf8(std::string record,
                                  const std::shared_ptr<const std::string>& encoding) const {
    const auto found = mixed_encodings_.find(encoding == nullptr ? "UTF-8" : *encoding);
    return found == mixed_encodings_.end() ? record : in_utf8(std::move(record), found->second);
}

void SpooledInput::reject_rows_in(const std::string& encoding, Diagnostics& problems) {
    std::vector<DocumentNumber> rejected;
    for (DocumentNumber number = 1; number <= size(); ++number) {
        const auto name = documents_.encoding_of(number);
        if (name == nullptr || *name != encoding || header_of(number) == nullptr) continue;
        const SpooledDocument row = documents_.read(number);
        if (is_valid_utf8(row.record)) continue;
        rejected.push_back(number);
        problems.reject(row.place.empty() ? row.id : row.place,
                        "a row in an unknown encoding cannot be printed among others; name the "
                        "encoding with --encoding");
    }
    if (rejected.empty()) return;
    reject_rows([&](DocumentNumber number) { return std::ranges::binary_search(rejected, number); },
                problems);
}

// Copies the kept documents, because which rows can be printed is known only now.
void SpooledInput::reject_rows(const std::function<bool(DocumentNumber)>& is_rejected,
                               Diagnostics& problems) {
    DocumentSpool documents;
    RecordFile fields;
    std::vector<DocumentNumber> numbers(size() + 1, 0);  // of kept documents
    encodings_.clear();
    for (DocumentNumber number = 1; number <= size(); ++number) {
        const SpooledDocument document = documents_.read(number);
        const auto header = documents_.header_of(number);
        if (is_rejected(number)) {
            problems.count_savable();
            if (options_.input.take_rejected)
                options_.input.take_rejected(document.record, *header);
            continue;
        }
        note_encoding(document.record, documents_.encoding_of(number));
        documents.add(document, header, documents_.encoding_of(number));
        numbers[number] = static_cast<DocumentNumber>(documents.size());
        if (options_.keeps_fields) fields.add(encode_field_values(this->fields(number)));
    }
    RecordFile pieces;
    texts_.keep_only(
        [&](DocumentNumber number) {
            if (!options_.pieces) return numbers[number] != 0;
            const SpooledPiece piece = this->piece(number);
            const DocumentNumber document = numbers[piece.document];
            if (document != 0) add_piece({document, piece.range}, pieces);
            return document != 0;
        },
        options_.apart_fields);
    pieces_ = std::move(pieces);
    documents_ = std::move(documents);
    fields_ = std::move(fields);
}

std::shared_ptr<const std::string> SpooledInput::take_header(TableHeader header) {
    for (const std::string& field : options_.appended_fields) {
        if (std::ranges::find(header.columns, field) != header.columns.end())
            reject_field(header.location, field);
    }
    return headers_.add(std::move(header));
}

std::string SpooledInput::take_record(InputDocument& document) const {
    if (document.record.empty()) {
        return json_text(nlohmann::ordered_json{{"id", document.id}, {"text", document.text}}) +
               "\n";
    }
    for (const std::string& field : options_.appended_fields) {
        if (visit_values(document, options_.input.names(), field, [](auto...) {}))
            reject_field(document.location.empty() ? document.id : document.location, field);
    }
    return std::move(document.record);
}

void SpooledInput::analyze(Batch& batch) {
    std::vector<std::string> own;
    std::vector<std::string_view> texts;
    if (options_.pieces) {
        find_pieces(batch, texts);
    } else if (options_.own_words) {
        for (const Entry& entry : batch.entries)
            own.push_back(own_words(entry.document.text, has_subject(entry.document)));
        texts.assign(own.begin(), own.end());
    } else {
        for (const Entry& entry : batch.entries)
            texts.emplace_back(entry.document.text);
    }
    batch.texts = texts_.analyze(texts);
    if (options_.pieces) return;
    parallel_each(options_.work.threads, batch.entries.size(), FIELDS_AT_ONCE,
                  [&] { return [&](std::size_t i) { take_fields(batch.entries[i]); }; });
}

void SpooledInput::find_pieces(Batch& batch, std::vector<std::string_view>& texts) const {
    // A character may be several words ("ﷺ").
    const auto has_few_words = [this](const TextRange& piece) {
        return 2 * (piece.end - piece.begin) < options_.piece_words;
    };
    for (Entry& entry : batch.entries) {
        entry.pieces = pieces_of(entry.document.text, *options_.pieces);
        std::erase_if(entry.pieces, has_few_words);
        for (const TextRange& piece : entry.pieces)
            texts.push_back(
                std::string_view(entry.document.text).substr(piece.begin, piece.end - piece.begin));
    }
}

void SpooledInput::keep(Batch batch, bool keeps_records) {
    auto number = static_cast<DocumentNumber>(size());
    const std::vector<std::size_t> kept =
        texts_.add(batch.texts, options_.pieces ? options_.piece_words : 0);
    batch.texts.clear();
    auto next = kept.begin();
    std::size_t place = 0;
    for (Entry& entry : batch.entries) {
        for (const TextRange& piece : std::exchange(entry.pieces, {})) {
            if (next == kept.end() || *next != place++) continue;
            entry.pieces.push_back(piece);
            ++next;
        }
        keep(entry, ++number, keeps_records);
        entry = {};  // one may be as large as all others together
    }
}

SpooledPiece SpooledInput::piece(DocumentNumber number) const {
    std::string bytes;
    pieces_.read(number - 1, bytes);
    SpooledPiece piece;
    std::memcpy(&piece, bytes.data(), sizeof piece);
    return piece;
}

void SpooledInput::take_fields(Entry& entry) const {
    if (!options_.keeps_fields && options_.apart_fields.empty()) return;
    FieldValues fields = fields_of(entry.document);
    if (!options_.apart_fields.empty()) entry.fields = fields;
    if (!options_.keeps_fields) return;
    std::erase_if(fields, [this](const auto& field) {
        return std::ranges::find(text_names_, field.first) != text_names_.end();
    });
    entry.fields_to_tell = encode_field_values(shortened(std::move(fields)));
}

void SpooledInput::keep(Entry& entry, DocumentNumber number, bool keeps_record) {
    InputDocument& document = entry.document;
    const MemberNames names = options_.input.names();
    if (!options_.apart_fields.empty()) {
        texts_.documents()->set_apart(number, apart_value_of(entry.fields, options_.apart_fields));
        for (const auto& [name, value] : entry.fields)
            field_names_.insert(name);
    }
    if (options_.keeps_fields) fields_.add(entry.fields_to_tell);
    SpooledDocument spooled;
    spooled.id = document.id;
    if (document.location != document.id) spooled.place = document.location;
    names_.add(spooled.place, spooled.id);
    std::vector<std::optional<std::string>> values;
    for (const std::string& field : order_.fields()) {
        values.push_back(value_of(document, names, field));
        if (values.back()) ordering_fields_.insert(field);
    }
    spooled.order =
        order_.key_of({values.begin(), values.end()}, options_.pieces ? 0 : texts_.words_of(number),
                      options_.first_number + (number - 1));
    for (const TextRange& piece : entry.pieces)
        add_piece({number, piece}, pieces_);
    if (options_.keeps_titles) spooled.title = line_of(document, names);
    if (options_.keeps_texts) spooled.text = document.text;
    if (keeps_record) {
        spooled.record = take_record(document);
        note_encoding(spooled.record, document.record_encoding);
        has_other_records_ = has_other_records_ || document.record_header == nullptr;
    }
    documents_.add(spooled, document.record_header, document.record_encoding);
}

void SpooledInput::note_encoding(std::string_view record,
                                 const std::shared_ptr<const std::string>& encoding) {
    if (!encodings_.contains(encoding) && !is_ascii(record)) encodings_.insert(encoding);
}

FieldValues SpooledInput::fields(DocumentNumber document) const {
    std::string bytes;
    if (options_.keeps_fields) fields_.read(document - 1, bytes);
    return decode_field_values(bytes);
}

// Mails need not have attachments.
void SpooledInput::check_apart_fields() const {
    for (const std::string& field : options_.apart_fields) {
        if (size() == 0 || field == ATTACHMENTS_FIELD || field_names_.contains(field)) continue;
        throw std::runtime_error("--keep-apart: " + no_such_field(field, field_names_));
    }
}

SpooledDocument SpooledInput::document(DocumentNumber document) const {
    SpooledDocument spooled = documents_.read(document);
    if (!mixed_encodings_.empty())
        spooled.record = as_utf8(std::move(spooled.record), documents_.encoding_of(document));
    const auto number = numbers_of_names_.find(document);
    spooled.id = names_.name(spooled.place, spooled.id,
                             number == numbers_of_names_.end() ? 1 : number->second);
    return spooled;
}

void SpooledInput::check_order() const {
    for (const std::string& field : order_.fields()) {
        if (size() == 0 || ordering_fields_.contains(field)) continue;
        const bool is_preferred = order_.name().find("prefer:" + field + "=") != std::string::npos;
        throw std::runtime_error(fmt::format("{}: no document has a field or column \"{}\"",
                                             is_preferred ? "--prefer" : "--keep " + order_.name(),
                                             field));
    }
}

}  // namespace descry
