#include "tools/lab/methods/methods.h"

#include <fmt/format.h>

#include "tools/arguments/option.h"
#include "tools/output/text.h"

namespace descry {

namespace {

constexpr MethodSource TEXTS = MethodSource::TEXTS;
constexpr MethodSource INDEX = MethodSource::INDEX;

constexpr Method METHODS[] = {
    {"exact", TEXTS, run_exact},
    {"text-profile", TEXTS, run_text_profile},
    {"term-profile", INDEX, run_term_profile},
    {"descriptive", INDEX, run_descriptive, true},
    {"descriptive-modelled", INDEX, run_descriptive_modelled, true},
    {"descriptive-stable", INDEX, run_descriptive_stable, true},
    {"descriptive-bands", INDEX, run_descriptive_bands, true},
    {"term-bands", INDEX, run_term_bands, true},
    {"term-bands-verified", INDEX, run_term_bands_verified, true},
    {"group", INDEX, run_group, true},
    {"shingles-broder", TEXTS, run_shingles_broder, false, 0.875},
    {"shingles-minhash", TEXTS, run_shingles_minhash, false, 0.5},
    {"sketch-200", TEXTS, run_sketch_200, false, 0.8},
    {"bbit", TEXTS, run_bbit, false, 0.8},
    {"simhash", TEXTS, run_simhash, false, 3, 32},
    {"char9", TEXTS, run_char9, false, 0.8},
};

}  // namespace

MethodResult keyed_result(std::vector<DocumentKey> keys, double bytes_per_document,
                          std::optional<ModelTraining> making) {
    return {std::make_unique<KeyedPairs>(std::move(keys)), bytes_per_document, nullptr, making};
}

std::span<const Method> all_methods() {
    return METHODS;
}

std::vector<Method> methods_named(std::string_view list) {
    std::vector<Method> methods;
    for (const std::string_view name : split_list(list))
        methods.push_back(method_named(METHODS, name));
    return methods;
}

Thresholds thresholds_named(std::string_view list) {
    Thresholds thresholds;
    for (const std::string_view item : split_list(list)) {
        const std::size_t sign = item.find('=');
        const Method& method = method_named(METHODS, item.substr(0, sign));
        if (!method.threshold) {
            throw std::invalid_argument(fmt::format("{} has no threshold", method.name));
        }
        const double value =
            number_of<double>(sign == item.npos ? "" : item.substr(sign + 1)).value_or(0);
        if (!(value > 0) || value > method.greatest_threshold) {
            throw std::invalid_argument(
                fmt::format("\"{}\": a threshold of {} is above 0 and at "
                            "most {}",
                            item, method.name, method.greatest_threshold));
        }
        thresholds[method.name] = value;
    }
    return thresholds;
}

}  // namespace descry
