#include "python/src/signing.h"

#include <memory>
#include <string_view>
#include <type_traits>
#include <variant>

#include "engine/mechanics/parallel.h"
#include "engine/mechanics/pool.h"
#include "python/src/interruptible.h"

namespace descry::python {

namespace nb = nanobind;

namespace {

nb::object object_of(const SignatureValue& value) {
    return std::visit(
        [](const auto& held) -> nb::object {
            using Held = std::decay_t<decltype(held)>;
            if constexpr (std::is_same_v<Held, std::monostate>) {
                return nb::none();
            } else if constexpr (std::is_same_v<Held, std::string>) {
                return nb::str(held.data(), held.size());
            } else if constexpr (std::is_same_v<Held, std::uint64_t>) {
                return nb::int_(held);
            } else {
                nb::list list;
                for (const auto& one : held) {
                    if constexpr (std::is_same_v<Held, std::vector<std::string>>) {
                        list.append(nb::str(one.data(), one.size()));
                    } else {
                        list.append(nb::int_(one));
                    }
                }
                return list;
            }
        },
        value);
}

}  // namespace

nb::dict Signing::sign(nb::handle texts, unsigned threads, nb::handle callback) const {
    constexpr std::size_t SIGNED_AT_ONCE = 16;
    Pool<TextSigner> signers([this] { return std::make_unique<TextSigner>(options_); });
    nb::dict columns;
    std::uint64_t done = 0;
    const std::uint64_t total = nb::len(texts);
    for (const auto& [name, value] : TextSigner(options_).sign(""))
        columns[name.c_str()] = nb::list();
    std::vector<NamedSignatures> piece;
    visit_text_pieces(texts, [&](std::span<const std::string_view> views) {
        piece.assign(views.size(), {});
        run_interruptible(callback, [&](const Progress& progress) {
            parallel_each(threads, views.size(), SIGNED_AT_ONCE, [&] {
                return [&, signer = std::make_unique<Pool<TextSigner>::Loan>(signers)](
                           std::size_t i) { piece[i] = (*signer)->sign(views[i]); };
            });
            done += views.size();
            if (progress) progress({"texts signed", done, total});
        });
        for (const NamedSignatures& signatures : piece) {
            for (const auto& [name, value] : signatures)
                nb::cast<nb::list>(columns[name.c_str()]).append(object_of(value));
        }
    });
    return columns;
}

}  // namespace descry::python
