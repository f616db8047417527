/** @file test_index.h
 *  @brief Real databases of made-up documents, and everything they hold as text.
 */
#ifndef DESCRY_TESTS_PLUGIN_TEST_INDEX_H
#define DESCRY_TESTS_PLUGIN_TEST_INDEX_H

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/jobs/annotator.h>
#include <descry/model/model.h>
#include <descry/reading/index_collection.h>
#include <descry/schema/stored_format.h>

namespace descry::testing {

/// A new folder for one test, gone with the object.
class TempFolder {
  public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_;
};

/// Texts of 40 to 160 words drawn by Zipf's law; a third are copies of an earlier one with some
/// words replaced, some are short, some empty. The same for the same seed.
std::vector<std::string> make_texts(std::size_t count, std::uint32_t seed);

/// How a program made its documents.
enum class Style {
    WORDS,    ///< terms alone: words, and a boolean Q term
    STEMS,    ///< TermGenerator: positions, stems, a weighted title, boolean terms, values, data
    RECORDS,  ///< as DocumentBuilder makes them: descry's words, positions, the text in the data
    FIELD,    ///< words under the prefix XFOO, beside others under XFOOBAR and without one
};

/// The prefix of the terms that hold the text.
std::string body_prefix(Style style);

/// Document @a number with this text.
Xapian::Document make_document(const std::string& text, std::size_t number, Style style);

/// A new glass database, not synced to the disk.
Xapian::WritableDatabase create_database(const std::string& path);

/// A handle to write into an existing one.
Xapian::WritableDatabase open_to_write(const std::string& path);

/// A new database of these documents, committed and closed.
void build_database(const std::string& path, const std::vector<std::string>& texts, Style style);

/// What to read a database with.
IndexCollection read_options(const std::string& path, const std::string& prefix,
                             unsigned threads = 1, std::size_t memory = Work().memory);

/// A model of some 200 words, trained on the database.
Model train_small_model(const std::string& path, const std::string& prefix);

/// An index and a model of it, which the tests of a fixture begin with: made once, and copied.
class StartIndex {
  public:
    StartIndex(const std::vector<std::string>& texts, Style style);

    const Model& model() const { return model_; }
    void copy_to(const std::string& path) const;

  private:
    const TempFolder folder_;
    const Model model_;
};

/// Opens, annotates and closes the database with a model that becomes its current one.
AnnotateReport annotate_with(const std::string& path, const Model& model,
                             const AnnotateOptions& options = {});

/// Annotates again, as a later call of a program would: schema and model come from the database.
AnnotateReport annotate_again(const std::string& path, const AnnotateOptions& options = {});

/// The values of the slots that descry may write, by docid and slot; empty ones left out.
using StoredValues = std::map<Xapian::docid, std::map<Slot, std::string>>;
StoredValues stored_values(const Xapian::Database& db,
                           Xapian::valueno slot_base = DEFAULT_SLOT_BASE);

/// Everything else: terms, wdf, positions, data and other values of every document, as text.
std::string dump_foreign(const Xapian::Database& db, Xapian::valueno slot_base = DEFAULT_SLOT_BASE);

/// A document's body terms, found by looking at each of its terms.
std::map<std::string, std::uint32_t> body_terms_oracle(const Xapian::Database& db,
                                                       Xapian::docid did,
                                                       const std::string& prefix);

/// The bytes of all files of a folder, by name.
std::map<std::string, std::string> bytes_of_files(const std::string& path);

/// How many metadata records have names that begin with @a prefix.
std::size_t count_records(const Xapian::Database& db, const std::string& prefix);

/// All docids, ascending.
std::vector<Xapian::docid> docids_of(const Xapian::Database& db);

}  // namespace descry::testing

#endif  // DESCRY_TESTS_PLUGIN_TEST_INDEX_H
