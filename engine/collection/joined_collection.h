/** @file joined_collection.h
 *  @brief Two collections as one.
 */
#ifndef DESCRY_ENGINE_COLLECTION_JOINED_COLLECTION_H
#define DESCRY_ENGINE_COLLECTION_JOINED_COLLECTION_H

#include <cstdint>
#include <memory>
#include <string>

#include <descry/collection/collection.h>

namespace descry {

/// The documents of one collection, then those of another, whose numbers continue after those of
/// the first. Its work is that of the second.
class JoinedCollection final : public Collection {
  public:
    JoinedCollection(std::shared_ptr<const Collection> first,
                     std::shared_ptr<const Collection> second)
        : Collection(*second), first_(std::move(first)), second_(std::move(second)) {}

    /// The number before the first of the second.
    DocumentNumber before_second() const { return static_cast<DocumentNumber>(first_->end() - 1); }

    std::uint64_t end() const override { return first_->end() + second_->end() - 1; }
    BodyLengths lengths() const override { return contents()->lengths; }
    std::shared_ptr<const DocumentContents> contents() const override;
    std::unique_ptr<TermListReader> reader() const override;
    std::string term_prefix() const override { return second_->term_prefix(); }

  private:
    class Reader;

    std::shared_ptr<const Collection> first_;
    std::shared_ptr<const Collection> second_;
};

}  // namespace descry

#endif  // DESCRY_ENGINE_COLLECTION_JOINED_COLLECTION_H
