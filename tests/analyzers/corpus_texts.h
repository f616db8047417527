/** @file corpus_texts.h
 *  @brief The texts of a shared collection (JSON lines compressed by zstd with a long window).
 */
#ifndef DESCRY_TESTS_CORPUS_TEXTS_H
#define DESCRY_TESTS_CORPUS_TEXTS_H

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>
#include <zstd.h>

namespace descry::testing {

/// Calls @a take(json) for each line until it returns false. The whole file is never held.
template <typename Take>
void for_each_document(const std::filesystem::path& path, Take take) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot open " + path.string());
    const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> zstd(ZSTD_createDCtx(),
                                                                       ZSTD_freeDCtx);
    ZSTD_DCtx_setParameter(zstd.get(), ZSTD_d_windowLogMax, 27);
    std::vector<char> compressed(ZSTD_DStreamInSize());
    std::vector<char> plain(ZSTD_DStreamOutSize());
    std::string line;
    while (file.read(compressed.data(), static_cast<std::streamsize>(compressed.size())),
           file.gcount() > 0) {
        ZSTD_inBuffer in{compressed.data(), static_cast<std::size_t>(file.gcount()), 0};
        bool may_have_more = true;
        while (may_have_more) {
            ZSTD_outBuffer out{plain.data(), plain.size(), 0};
            const std::size_t result = ZSTD_decompressStream(zstd.get(), &out, &in);
            if (ZSTD_isError(result) != 0) throw std::runtime_error(ZSTD_getErrorName(result));
            may_have_more = out.pos == plain.size() || in.pos < in.size;
            std::string_view rest(plain.data(), out.pos);
            while (!rest.empty()) {
                const std::size_t end = rest.find('\n');
                line += rest.substr(0, end);
                if (end == std::string_view::npos) break;
                rest.remove_prefix(end + 1);
                if (!take(nlohmann::json::parse(line))) return;
                line.clear();
            }
        }
    }
}

/// The texts of the documents in @a lang (all for ""), up to @a max_bytes together.
inline std::vector<std::string> corpus_texts(const std::filesystem::path& path,
                                             std::string_view lang, std::size_t max_bytes) {
    std::vector<std::string> texts;
    std::size_t bytes = 0;
    for_each_document(path, [&](const nlohmann::json& document) {
        if (!lang.empty() && document.value("lang", "") != lang) return true;
        texts.push_back(document.at("text").get<std::string>());
        bytes += texts.back().size();
        return bytes < max_bytes;
    });
    return texts;
}

}  // namespace descry::testing

#endif  // DESCRY_TESTS_CORPUS_TEXTS_H
