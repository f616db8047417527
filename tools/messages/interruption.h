/** @file interruption.h
 *  @brief What Ctrl-C does: the run ends within 0.2 seconds, and says what it leaves.
 */
#ifndef DESCRY_TOOLS_MESSAGES_INTERRUPTION_H
#define DESCRY_TOOLS_MESSAGES_INTERRUPTION_H

#include <string>

#include <descry/mechanics/work.h>

namespace descry {

/// The exit code of a program that SIGINT ended, as shells have it.
inline constexpr int EXIT_INTERRUPTED = 130;

/// While it lives, SIGINT asks the work of this thread to end (StopFlag). Where that takes longer
/// than 150 milliseconds, as when Xapian writes its tables, the process ends all the same: what is
/// half written is as after any kill, and the next run does away with it. One a process.
class Interruption {
  public:
    /// @param leaves what an interrupted run has to say; without a line end
    explicit Interruption(std::string leaves);
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// Says it, where nothing did yet. @return EXIT_INTERRUPTED
    static int tell();

  private:
    StopScope scope_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_MESSAGES_INTERRUPTION_H
