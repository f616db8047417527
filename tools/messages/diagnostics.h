/** @file diagnostics.h
 *  @brief What went wrong with single documents, while the run goes on.
 *
 *  A run reports each refused document with one line on stderr, `PLACE: reason`, where PLACE is
 *  `FILE:LINE`, `FILE(MEMBER)` or `FILE`: the form that editors and scripts already understand, so
 *  these lines alone carry no program name. After MAX_SHOWN of them, and MAX_ALIKE of one reason,
 * it only counts; where every document lacks the same member, after the first. An input that cannot
 * be read, or not to its end, is no document and counted apart. What costs no document (bytes
 * without a meaning, encodings that were guessed, files of a walk that are not text) is counted
 * apart and leaves the exit code alone.
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

/// What of the inputs is in no result, for those who show a run: counts, and of each kind the first
/// places.
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
    Places skipped;   ///< files and entries of archives that hold no text

    bool is_empty() const { return rejected.count + unread.count + skipped.count == 0; }
};

/// Collects and prints the problems of one run. Safe from several threads while it goes on.
class Diagnostics {
  public:
    /// How many refusals are printed; the rest is only counted.
    static constexpr std::uint64_t MAX_SHOWN = 20;
    /// How many of them for one reason: what stands before the first semicolon.
    static constexpr std::uint64_t MAX_ALIKE = 3;

    /// Prints to standard error.
    Diagnostics();

    /// Prints to @a stream, which must outlive this object.
    explicit Diagnostics(std::ostream& stream) : stream_(stream) {}

    /// Counts a refused document, and prints its line (one of the first). Both arguments are
    /// printed as printable() has them, so that a refusal is one line whatever a file is called.
    void refuse(std::string_view location, std::string_view reason);

    /// There is a document that is not refused.
    void accept();

    /// Counts an input of which nothing, or, once it @a is_begun, not all could be read, and prints
    /// its line as refuse() does.
    void give_up(std::string_view location, std::string_view reason, bool is_begun);

    /// Counts a value that is left out of a document, and prints its line as refuse() does. The
    /// document itself is kept.
    void leave_out(std::string_view location, std::string_view reason);

    /// Tells @a how a file is read that names no encoding: one of the first MAX_SHOWN lines of this
    /// kind; the others are counted.
    void guessed_encoding(std::string_view location, std::string_view how);

    /// Tells @a what the user may have meant otherwise.
    void hint(std::string_view location, std::string_view what);

    /// Tells @a how a file is read where details are shown (--verbose).
    void detail(std::string_view location, std::string_view how);
    void show_details(bool shows) { shows_details_ = shows; }

    /// Counts a document with @a bytes that have no meaning in its encoding (TextEncoding); 0 is no
    /// problem and not counted.
    void count_strays(std::size_t bytes);

    /// Counts a file, or an entry of an archive, that is passed over because it holds no documents;
    /// its line is printed where details are shown.
    void skip(std::string_view location, std::string_view reason);

    /// Counts a link within an archive, which is passed over; its line is printed where details are
    /// shown.
    void skip_link(std::string_view location);

    /// Counts a file that was read already, under another name or by another link; its line is
    /// printed where details are shown.
    void meet_again(std::string_view location);

    /// Something that was rejected is at hand as it came.
    void count_savable() { ++savable_; }
    std::uint64_t savable() const { return savable_; }

    /// Documents refused so far, shown or not.
    std::uint64_t refused() const { return refused_.all; }

    /// True when the exit code must be 2.
    bool any_refused() const { return refused() + left_out_.all + given_up() != 0; }

    /// Inputs that could not be read, or not to their end.
    std::uint64_t given_up() const { return unread_.all + cut_short_.all; }

    /// Bytes without a meaning so far.
    std::uint64_t strays() const { return strays_; }

    /// Files passed over so far.
    std::uint64_t skipped() const { return unread_input_.skipped.count; }

    /// All that was not read so far. Not while others report.
    const UnreadInput& unread_input() const { return unread_input_; }

    /// Prints the totals, one line for each kind of problem that occurred, prefixed `descry: `;
    /// nothing when there was none. To be called once, at the end of the run.
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
        // Those of the lines that were shown.
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

    /// A line that is printed once there is reason to.
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
    Count refused_;
    Count left_out_;
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
