/** @file diagnostics.h
 *  @brief Reports problems of single documents while a run continues.
 *
 *  Each rejected document is reported on stderr as one line, `PLACE: reason`, where PLACE is
 *  `FILE:LINE`, `FILE(ENTRY)` or `FILE`: the form understood by editors and scripts, so only these
 *  lines lack the program's name. After MAX_SHOWN of them, and MAX_ALIKE for one reason, further
 *  ones are only counted; after the first, if every document lacks the same field. An input that
 *  cannot be read, or not to its end, is not a document and is counted separately. Problems without
 *  loss of a document (invalid bytes, guessed encodings, non-text files in a walk) are counted
 *  separately and do not affect the exit code.
 */
#ifndef DESCRY_TOOLS_MESSAGES_DIAGNOSTICS_H
#define DESCRY_TOOLS_MESSAGES_DIAGNOSTICS_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace descry {

/// Parts of the inputs missing from the result: counts, and the first places of each kind.
struct UnreadInput {
    struct Place {
        std::string location;  ///< `FILE`, `FILE:LINE` or `FILE(ENTRY)`
        std::string reason;
    };
    struct Places {
        static constexpr std::size_t MOST_NAMED = 1000;
        std::uint64_t count = 0;
        std::vector<Place> first;  ///< at most MOST_NAMED

        void add(std::string_view location, std::string_view reason);
    };

    Places rejected;  ///< records
    Places unread;    ///< inputs that could not be read, or not to their end
    Places skipped;   ///< files and archive entries without text

    bool is_empty() const { return rejected.count + unread.count + skipped.count == 0; }
};

/// Collects and prints the problems of one run. Thread-safe while it continues.
class Diagnostics {
  public:
    /// Rejections printed; the rest are only counted.
    static constexpr std::uint64_t MAX_SHOWN = 20;
    /// Maximum for one reason, compared up to the first semicolon.
    static constexpr std::uint64_t MAX_ALIKE = 3;

    Diagnostics();

    /// Prints to @a stream, which must outlive this object.
    explicit Diagnostics(std::ostream& stream) : stream_(stream) {}

    /// Counts a rejected document, and prints its line if it is one of the first. Both arguments
    /// pass through printable(), so that it is one line for any file name.
    void reject(std::string_view location, std::string_view reason);

    void accept();

    /// Counts an input that cannot be read (to its end, if @a is_begun), and prints its line.
    void give_up(std::string_view location, std::string_view reason, bool is_begun);

    /// Counts a skipped value of a document that is kept, and prints its line as reject() does.
    void skip_value(std::string_view location, std::string_view reason);

    /// Reports how a file that declares no encoding is read. Prints the first MAX_SHOWN.
    void guessed_encoding(std::string_view location, std::string_view how);

    /// Suggests what the user may have meant instead.
    void hint(std::string_view location, std::string_view what);

    /// Reports how a file is read, with --verbose.
    void detail(std::string_view location, std::string_view how);
    void show_details(bool shows) { shows_details_ = shows; }

    /// Counts a document with @a bytes that are invalid in its encoding (TextEncoding); ignores 0.
    void count_strays(std::size_t bytes);

    /// Counts a file or archive entry without documents; prints its line with --verbose.
    void skip(std::string_view location, std::string_view reason);

    /// Counts a skipped link within an archive; prints its line with --verbose.
    void skip_link(std::string_view location);

    /// Counts a file read before under another name or link; prints its line with --verbose.
    void count_repeated(std::string_view location);

    /// Counts a rejected record that can be saved unchanged.
    void count_savable() { ++savable_; }
    std::uint64_t savable() const { return savable_; }

    /// Documents rejected so far, shown or not.
    std::uint64_t rejected() const { return rejected_.all; }

    /// True if the exit code must be 2.
    bool any_rejected() const { return rejected() + skipped_values_.all + given_up() != 0; }

    /// Inputs that could not be read, or not to their end.
    std::uint64_t given_up() const { return unread_.all + cut_short_.all; }

    std::uint64_t strays() const { return strays_; }

    std::uint64_t skipped() const { return unread_input_.skipped.count; }

    /// Everything not read so far. Not while others report.
    const UnreadInput& unread_input() const { return unread_input_; }

    /// Prints totals, one line `descry: ...` per kind of problem. Call it once, at the end of the
    /// run.
    void summarize() const;

  private:
    struct Count {
        std::uint64_t all = 0;
        std::uint64_t shown = 0;
        struct Reason {
            std::string text;
            std::uint64_t met = 0;
            std::uint64_t shown = 0;
        };
        // Of the lines that were shown.
        std::vector<Reason> reasons;
    };

    void tell(Count& count, std::string_view location, std::string_view reason,
              std::uint64_t most_alike = MAX_ALIKE);
    void print(Count& count, Count::Reason& known, std::string_view location,
               std::string_view reason);
    void print_skipped(std::string_view location, std::string_view reason);
    bool hold_back(std::string_view location, std::string_view reason);
    void release_held();
    void summarize(const Count& count, std::string_view things, std::string_view what) const;

    /// A line to print when needed.
    struct Held {
        std::string location;
        std::string reason;
    };

    std::mutex mutex_;
    std::atomic<bool> has_accepted_ = false;
    std::vector<Held> held_;
    std::ostream& stream_;
    bool shows_details_ = false;
    Count details_;
    Count hints_;
    Count unread_;
    Count cut_short_;
    Count rejected_;
    Count skipped_values_;
    Count guessed_;
    std::uint64_t strays_ = 0;
    std::uint64_t documents_with_strays_ = 0;
    UnreadInput unread_input_;
    std::uint64_t met_again_ = 0;
    std::uint64_t links_ = 0;  // within archives
    std::atomic<std::uint64_t> savable_ = 0;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_MESSAGES_DIAGNOSTICS_H
