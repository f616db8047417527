#include "tests/plugin/test_index.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <stdexcept>

#include <nlohmann/json.hpp>
#include <stdlib.h>

#include <descry/analyzers/words.h>
#include <descry/schema/model_store.h>
#include <descry/training/training.h>

namespace descry::testing {

namespace {

constexpr double VOCABULARY = 3000;

std::string random_word(std::mt19937_64& random) {
    const double u = static_cast<double>(random() >> 11) / 9007199254740992.0;
    const auto rank = static_cast<unsigned>(std::exp(u * std::log(VOCABULARY)));
    // Body terms begin with letters, digits and bytes above ASCII.
    switch (rank % 7) {
        case 0:
            return std::to_string(rank);
        case 1:
            return "\xc3\xa9" + std::to_string(rank);
        default:
            return "word" + std::to_string(rank);
    }
}

std::vector<std::string> split(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

std::string join(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += word + ' ';
    return text;
}

std::string make_text(std::mt19937_64& random, const std::vector<std::string>& earlier) {
    const std::uint64_t kind = random() % 30;
    if (kind == 0) return {};
    if (kind < 11 && !earlier.empty()) {
        std::vector<std::string> words = split(earlier[random() % earlier.size()]);
        const std::uint64_t rarely = 10 + random() % 50;
        for (std::string& word : words) {
            if (random() % rarely == 0) word = random_word(random);
        }
        return join(words);
    }
    std::vector<std::string> words(kind < 14 ? 5 + random() % 25 : 40 + random() % 120);
    for (std::string& word : words)
        word = random_word(random);
    return join(words);
}

}  // namespace

TempFolder::TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "descry-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder: " + name);
    path_ = name;
}

TempFolder::~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> make_texts(std::size_t count, std::uint32_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i)
        texts.push_back(make_text(random, texts));
    return texts;
}

std::string body_prefix(Style style) {
    return style == Style::FIELD ? "XFOO" : "";
}

Xapian::Document make_document(const std::string& text, std::size_t number, Style style) {
    Xapian::Document document;
    const std::string id = std::to_string(number);
    document.add_boolean_term("Q" + id);
    if (style == Style::STEMS) {
        Xapian::TermGenerator generator;
        generator.set_stemmer(Xapian::Stem("en"));
        generator.set_document(document);
        generator.index_text(text.substr(0, 40), 5, "S");
        generator.increase_termpos();
        generator.index_text(text);
        document.add_boolean_term("XSITE:" + std::to_string(number % 3));
        document.add_value(0, id);
        document.add_value(3, Xapian::sortable_serialise(static_cast<double>(number)));
        document.set_data("{\"id\":\"" + id + "\"}");
        return document;
    }
    if (style == Style::RECORDS) {
        WordAnalyzer analyzer{AnalyzerRecipe()};
        Xapian::termpos position = 0;
        analyzer.analyze(text, [&](std::string_view word) {
            document.add_posting(std::string(word), ++position);
        });
        document.set_data(nlohmann::json{{"id", id}, {"text", text}}.dump());
        return document;
    }
    const std::vector<std::string> words = split(text);
    for (const std::string& word : words) {
        document.add_term(body_prefix(style) + word);
        if (style == Style::FIELD) document.add_term("XFOOBAR" + word, 2);
    }
    if (style == Style::FIELD && !words.empty()) document.add_term(words.front(), 3);
    return document;
}

Xapian::WritableDatabase create_database(const std::string& path) {
    return Xapian::WritableDatabase(
        path, Xapian::DB_CREATE | Xapian::DB_BACKEND_GLASS | Xapian::DB_NO_SYNC);
}

Xapian::WritableDatabase open_to_write(const std::string& path) {
    return Xapian::WritableDatabase(path, Xapian::DB_OPEN | Xapian::DB_NO_SYNC);
}

void build_database(const std::string& path, const std::vector<std::string>& texts, Style style) {
    Xapian::WritableDatabase db = create_database(path);
    for (std::size_t i = 0; i < texts.size(); ++i)
        db.add_document(make_document(texts[i], i, style));
    db.commit();
}

IndexCollection read_options(const std::string& path, const std::string& prefix, unsigned threads,
                             std::size_t memory) {
    return {open_paths({path}), TermSpace(prefix), {threads, memory, {}}};
}

Model train_small_model(const std::string& path, const std::string& prefix) {
    TrainingOptions options;
    options.min_documents = 100;
    options.selection.words = 200;
    options.selection.grow = false;
    Model model = train_model(read_options(path, prefix), options);
    if (model.words().empty()) throw std::runtime_error("no words were found");
    return model;
}

namespace {

Model make_start(const std::string& path, const std::vector<std::string>& texts, Style style) {
    build_database(path, texts, style);
    return train_small_model(path, "");
}

}  // namespace

StartIndex::StartIndex(const std::vector<std::string>& texts, Style style)
    : model_(make_start(folder_ / "start", texts, style)) {}

void StartIndex::copy_to(const std::string& path) const {
    std::filesystem::copy(folder_ / "start", path);
}

AnnotateReport annotate_with(const std::string& path, const Model& model,
                             const AnnotateOptions& options) {
    Xapian::WritableDatabase db = open_to_write(path);
    std::optional<Schema> schema = read_schema(db);
    if (!schema) {
        schema = make_schema(db);
        schema->term_prefix = model.parameters().term_prefix;
    }
    write_next_model(db, model);
    promote_next_model(db);
    db.commit();
    return annotate(db, open_paths({path}), *schema, &model, options);
}

AnnotateReport annotate_again(const std::string& path, const AnnotateOptions& options) {
    Xapian::WritableDatabase db = open_to_write(path);
    Schema schema = read_schema(db).value();
    const std::optional<StoredModel> stored = read_model(db);
    return annotate(db, open_paths({path}), schema, stored ? &stored->model : nullptr, options);
}

StoredValues stored_values(const Xapian::Database& db, Xapian::valueno slot_base) {
    StoredValues values;
    for (const Xapian::docid did : docids_of(db)) {
        const Xapian::Document document = db.get_document(did);
        std::map<Slot, std::string>& of_document = values[did];
        for (Xapian::valueno offset = 0; offset < RESERVED_SLOTS; ++offset) {
            const std::string value = document.get_value(slot_base + offset);
            if (!value.empty()) of_document[Slot{offset}] = value;
        }
    }
    return values;
}

std::string dump_foreign(const Xapian::Database& db, Xapian::valueno slot_base) {
    std::ostringstream out;
    for (const Xapian::docid did : docids_of(db)) {
        const Xapian::Document document = db.get_document(did);
        out << "document " << did << " length " << db.get_doclength(did) << " data "
            << document.get_data() << '\n';
        for (auto term = document.termlist_begin(); term != document.termlist_end(); ++term) {
            out << *term << ' ' << term.get_wdf() << ' ' << term.get_termfreq();
            for (auto p = term.positionlist_begin(); p != term.positionlist_end(); ++p)
                out << ' ' << *p;
            out << '\n';
        }
        for (auto value = document.values_begin(); value != document.values_end(); ++value) {
            const Xapian::valueno slot = value.get_valueno();
            if (slot < slot_base || slot >= slot_base + RESERVED_SLOTS) {
                out << "value " << slot << ' ' << *value << '\n';
            }
        }
    }
    for (auto key = db.metadata_keys_begin(); key != db.metadata_keys_end(); ++key) {
        if (!(*key).starts_with("descry:")) out << *key << ' ' << db.get_metadata(*key) << '\n';
    }
    return out.str();
}

std::map<std::string, std::uint32_t> body_terms_oracle(const Xapian::Database& db,
                                                       Xapian::docid did,
                                                       const std::string& prefix) {
    std::map<std::string, std::uint32_t> terms;
    for (auto term = db.termlist_begin(did); term != db.termlist_end(did); ++term) {
        const std::string name = *term;
        if (name.compare(0, prefix.size(), prefix) != 0 || name.size() == prefix.size()) continue;
        const char next = name[prefix.size()];
        const bool longer_prefix = next >= 'A' && next <= 'Z';
        if (!longer_prefix && term.get_wdf() > 0) terms[name] = term.get_wdf();
    }
    return terms;
}

std::map<std::string, std::string> bytes_of_files(const std::string& path) {
    std::map<std::string, std::string> bytes;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
        std::ifstream in(entry.path(), std::ios::binary);
        std::ostringstream out;
        out << in.rdbuf();
        bytes[entry.path().filename().string()] = out.str();
    }
    return bytes;
}

std::vector<Xapian::docid> docids_of(const Xapian::Database& db) {
    return {db.postlist_begin(""), db.postlist_end("")};
}

std::size_t count_records(const Xapian::Database& db, const std::string& prefix) {
    return static_cast<std::size_t>(
        std::distance(db.metadata_keys_begin(prefix), db.metadata_keys_end(prefix)));
}

}  // namespace descry::testing
