// What descry itself writes, and may find damaged or made by somebody else: models, statistics.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include <descry/model/model.h>
#include <descry/statistics/statistics_file.h>

#include "engine/collection/document_keys.h"
#include "engine/keys/descriptive_vector.h"
#include "engine/keys/term_bands.h"
#include "engine/training/training_steps.h"
#include "plugin/statistics/statistics_reader.h"
#include "tests/fuzz/few_texts.h"
#include "tests/fuzz/targets.h"

namespace descry::testing {

namespace {

constexpr std::size_t CHECKSUM = 8;

// The bytes with the checksum that they should end in: XXH64 of what precedes, seed 0.
std::string with_checksum(std::string_view bytes) {
    std::string out(bytes.substr(0, bytes.size() - std::min(bytes.size(), CHECKSUM)));
    const std::uint64_t checksum = hash64(out, 0);
    for (unsigned shift = 0; shift < 64; shift += 8)
        out += static_cast<char>(static_cast<unsigned char>(checksum >> shift));
    return out;
}

// A file in memory.
class MemoryFile {
  public:
    explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("statistics", 0)) {
        if (::write(descriptor_, bytes.data(), bytes.size()) !=
            static_cast<ssize_t>(bytes.size())) {
            throw std::runtime_error("no memory for a file");
        }
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { ::close(descriptor_); }

    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

  private:
    int descriptor_;
};

void sign_with(const Model& model) {
    std::vector<std::string> words;
    for (const ModelWord& word : model.words())
        words.push_back(word.term);
    for (const StableTerm& stable : model.stable_terms())
        words.push_back(stable.term);
    std::vector<TermCount> terms;
    for (std::size_t i = 0; i < words.size(); ++i)
        terms.push_back({words[i], static_cast<Xapian::termcount>(1 + i % 50)});

    DescriptiveSigner signer(model);
    const auto ones = signer.find_ones(terms);
    const std::vector<std::uint16_t> kept(ones.begin(), ones.end());
    signer.sign_terms(terms);
    OneBandSigner(model).sign(kept, 1000);
    DocumentKeySigner keys(model);
    const DocumentKeys& made = keys.sign(terms);
    const ModelParameters& parameters = model.parameters();
    require(decode_keys(encode_keys(made, parameters), parameters) == made,
            "keys are read as written");
    for (std::uint64_t key : made.bands)
        require(key == NO_KEY || key >> 56 == 0, "a key leaves room for its band");
}

void read_model_bytes(std::string_view bytes) {
    try {
        const Model model = Model::parse(bytes);
        require(model.serialise() == bytes, "a model is written as it was read");
        sign_with(model);
        unique_by(model);
    } catch (const ModelFormatError&) {
        // Rejected.
    }
}

void read_statistics_file(std::string_view bytes) {
    const MemoryFile file(bytes);
    try {
        LoadedStatistics loaded = load_statistics(file.path(), {}, 1);
        TrainingOptions options;
        options.analyzer = loaded.origin.analyzer;
        options.min_documents = 1;
        const Model model = choose_model(loaded.statistics, std::move(loaded.learned),
                                         loaded.origin.term_prefix, options);
        require(Model::parse(model.serialise()) == model, "what it gives is a model");
    } catch (const StatisticsFileError&) {
        // Rejected.
    }
    try {
        const std::vector<std::string> twice = {file.path(), file.path()};
        merge_statistics(twice, "/dev/null");
    } catch (const StatisticsFileError&) {
        // Rejected.
    }
}

}  // namespace

void fuzz_model(std::string_view bytes) {
    read_model_bytes(bytes);
    read_model_bytes(with_checksum(bytes));
}

void fuzz_statistics(std::string_view bytes) {
    read_statistics_file(bytes);
    read_statistics_file(with_checksum(bytes));
}

}  // namespace descry::testing
