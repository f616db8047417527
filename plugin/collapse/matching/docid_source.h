/** @file docid_source.h
 *  @brief A few documents as a part of a query.
 */
#ifndef DESCRY_PLUGIN_COLLAPSE_MATCHING_DOCID_SOURCE_H
#define DESCRY_PLUGIN_COLLAPSE_MATCHING_DOCID_SOURCE_H

#include <memory>
#include <string>
#include <vector>

#include <xapian.h>

namespace descry {

/// Matches the documents of a list, without weight. Xapian initialises a source for one shard at a
/// time without naming it, so shards are recognised by their UUIDs.
class DocidSource : public Xapian::PostingSource {
  public:
    /// Whether the shards of @a db have UUIDs; those in memory have none.
    static bool is_possible(const Xapian::Database& db);

    /// @param dids of the whole database, ascending
    DocidSource(const Xapian::Database& db, std::vector<Xapian::docid> dids);

    Xapian::doccount get_termfreq_min() const override { return count_; }
    Xapian::doccount get_termfreq_est() const override { return count_; }
    Xapian::doccount get_termfreq_max() const override { return count_; }
    Xapian::docid get_docid() const override { return (*dids_)[at_]; }
    void next(double min_weight) override;
    void skip_to(Xapian::docid did, double min_weight) override;
    bool at_end() const override { return at_ == dids_->size(); }
    PostingSource* clone() const override;
    void init(const Xapian::Database& db) override;
    std::string get_description() const override { return "DocidSource"; }

  private:
    using Docids = std::vector<Xapian::docid>;

    DocidSource(std::vector<std::string> shards, std::shared_ptr<const Docids> all)
        : shards_(std::move(shards)), all_(std::move(all)), dids_(all_) {}

    std::vector<std::string> shards_;
    std::shared_ptr<const Docids> all_;
    // The shard's documents, by its own docids.
    std::shared_ptr<const Docids> dids_;
    Xapian::doccount count_ = 0;
    std::size_t at_ = 0;
    bool is_before_ = true;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_COLLAPSE_MATCHING_DOCID_SOURCE_H
