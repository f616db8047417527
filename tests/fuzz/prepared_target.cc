// Prepared files: read, grouped, and taken as references.

#include <algorithm>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <zstd.h>

#include <descry/collection/collection_groups.h>
#include <descry/prepared/prepared_documents.h>

#include "engine/collection/document_keys.h"
#include "engine/distance/text_words.h"
#include "engine/prepared/prepared_file.h"
#include "engine/unique/known_documents.h"
#include "tests/fuzz/few_texts.h"
#include "tests/fuzz/targets.h"

namespace descry::testing {

namespace {

// How many bytes a frame unfolds to.
std::uint64_t unfolded_bytes(std::string_view file) {
    const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                       &ZSTD_freeDCtx);
    // As the reader of digests; a frame may ask for as much memory as it likes.
    ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, 22);
    std::string piece(ZSTD_DStreamOutSize(), '\0');
    ZSTD_inBuffer in{file.data(), file.size(), 0};
    std::uint64_t bytes = 0;
    while (in.pos < in.size) {
        ZSTD_outBuffer out{piece.data(), piece.size(), 0};
        if (ZSTD_isError(ZSTD_decompressStream(context.get(), &out, &in))) break;
        bytes += out.pos;
    }
    return bytes;
}

// What is read is written so that it is read again.
void read_prepared(const std::string& file) {
    std::istringstream stream(file);
    try {
        PreparedReader reader(stream);
        const Model& model = reader.header().model;
        std::string bytes;
        std::string again;
        std::vector<PreparedDocument> documents;
        for (PreparedDocument document; reader.next(document);) {
            append_document(bytes, document, model.parameters());
            documents.push_back(document);
        }
        PreparedWriter writer(reader.header(), [&](std::string_view part) { again += part; });
        writer.write(bytes, documents.size());
        writer.finish();
        std::istringstream second(again);
        PreparedReader reread(second);
        PreparedDocument document;
        for (const PreparedDocument& expected : documents)
            require(reread.next(document) && document == expected, "a prepared file is read again");
        require(!reread.next(document), "a prepared file is read again");
    } catch (const PreparedFormatError&) {
        // Rejected.
    }
}

// Documents of two prepared files, one of which may be damaged.
void group_prepared(const std::string& file) {
    for (const bool are_references : {false, true}) {
        PreparedDocuments documents(Work{.memory = 1 << 20});
        for (int twice = 0; twice < 2; ++twice) {
            std::istringstream stream(file);
            try {
                documents.add(stream);
            } catch (const PreparedFormatError&) {
                return;
            }
        }
        if (are_references) {
            unique_by(documents.header().model,
                      KnownDocuments{documents.texts(), documents.take_keys()});
            continue;
        }
        const CollectionGroups groups = documents.group();
        const auto ordered = documents.ordered();
        keyed_groups(groups, documents.header().model.id(), ordered);
        for (const DocumentNumber document : ordered)
            require(groups.head_of.at(document) != 0, "a document has a head");
    }
}

const Model& model_of_few_words() {
    static const Model model = [] {
        ModelParameters parameters;
        parameters.min_body_length = 2;
        parameters.min_stable_terms = 1;
        std::vector<StableTerm> stable;
        for (const char* const term : {"a", "b", "one", "two"})
            stable.push_back({term, Fixed24::from(0.01), Fixed24::from(4)});
        return Model(parameters, {}, std::move(stable));
    }();
    return model;
}

// A document a line, with keys as they should be.
std::string prepared_of_lines(std::string_view lines) {
    const Model& model = model_of_few_words();
    std::string file;
    PreparedWriter writer({model, "first"}, [&](std::string_view part) { file += part; });
    DocumentKeySigner signer(model);
    SequenceKeySigner sequences(model.parameters());
    DocumentNumber number = 0;
    for (std::string_view line; !lines.empty();
         lines.remove_prefix(std::min(lines.size(), line.size() + 1))) {
        line = lines.substr(0, lines.find('\n'));
        std::map<std::string_view, std::uint32_t> counted;
        for_each_word(line, [&](std::string_view word) { ++counted[word]; });
        std::vector<TermCount> terms;
        for (const auto& [term, wdf] : counted)
            terms.push_back({term, wdf});
        PreparedDocument document;
        document.number = ++number;
        document.keys = signer.sign(terms, sequences.sign(line));
        document.text = line;
        std::string bytes;
        append_document(bytes, document, model.parameters());
        writer.write(bytes, 1);
    }
    writer.finish();
    return file;
}

}  // namespace

void fuzz_prepared(std::string_view bytes) {
    std::string compressed(ZSTD_compressBound(bytes.size()), '\0');
    compressed.resize(
        ZSTD_compress(compressed.data(), compressed.size(), bytes.data(), bytes.size(), 1));
    bytes_read() += unfolded_bytes(bytes);
    for (const std::string& file : {std::string(bytes), compressed, prepared_of_lines(bytes)}) {
        read_prepared(file);
        group_prepared(file);
    }
}

}  // namespace descry::testing
