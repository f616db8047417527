/** @file lucene_weight.h
 *  @brief Lucene's scores, so that answers can be compared in Solr's order.
 */
#ifndef DESCRY_TESTS_SOLR_LUCENE_WEIGHT_H
#define DESCRY_TESTS_SOLR_LUCENE_WEIGHT_H

#include <vector>

#include <xapian.h>

namespace descry::testing {

/// Similarity of Lucene 9 (BM25, k1 1.2, b 0.75): the same numbers for documents whose terms of wdf
/// above 0 are all of one field, and shorter than 40 words (Lucene rounds greater lengths). Terms
/// of wdf 0 count as those of one string field.
class LuceneWeight : public Xapian::Weight {
  public:
    /// @param texts documents with a word in the one field
    /// @param average_length of these, in words
    /// @param strings documents with a value of the other
    LuceneWeight(Xapian::doccount texts, double average_length, Xapian::doccount strings);

    LuceneWeight* clone() const override;
    void init(double factor) override;
    double get_sumpart(Xapian::termcount wdf, Xapian::termcount length,
                       Xapian::termcount unique_terms) const override;
    double get_maxpart() const override;
    double get_sumextra(Xapian::termcount, Xapian::termcount) const override { return 0; }
    double get_maxextra() const override { return 0; }

  private:
    Xapian::doccount texts_;
    float average_length_;
    Xapian::doccount strings_;
    float weight_ = 0;
};

/// For an index whose body terms have a wdf. Of string fields, the first that a query names counts.
LuceneWeight lucene_weight(const Xapian::Database& db, const std::vector<Xapian::Query>& queries);

}  // namespace descry::testing

#endif  // DESCRY_TESTS_SOLR_LUCENE_WEIGHT_H
