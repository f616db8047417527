// A stock Xapian server on this machine's loopback: what works there without code of ours.
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <system_error>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <descry/collapse/key_groups.h>
#include <descry/reading/index_statistics.h>

#include "tests/engine/random_seed.h"
#include "tests/plugin/small_worlds.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

constexpr const char* PROGRAM = "xapian-tcpsrv";
constexpr const char* LOOPBACK = "127.0.0.1";

// A port nobody listens on just now.
std::uint16_t free_port() {
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    const bool bound =
        bind(listener, generic, size) == 0 && getsockname(listener, generic, &size) == 0;
    close(listener);
    if (!bound) throw std::system_error(errno, std::generic_category(), "bind");
    return ntohs(address.sin_port);
}

// A server of one database, ended with the object.
class Server {
  public:
    explicit Server(const std::string& path) {
        const std::string interface = "--interface=" + std::string(LOOPBACK);
        const std::string port = "--port=" + std::to_string(port_);
        process_ = fork();
        if (process_ > 0) setpgid(process_, process_);  // whichever of the two is first
        if (process_ != 0) return;
        // A process group of its own; and it must not outlive a test that is killed.
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execlp(PROGRAM, PROGRAM, interface.c_str(), port.c_str(), "--quiet", path.c_str(), nullptr);
        _exit(127);
    }

    ~Server() {
        if (process_ < 0) return;
        // With those of its processes that still serve a connection; SIGTERM can leave them stuck.
        kill(-process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }

    static bool is_installed() {
        const std::string command = "command -v " + std::string(PROGRAM) + " >/dev/null";
        return std::system(command.c_str()) == 0;
    }

    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    // Waits until the server listens.
    Xapian::Database open() const {
        for (int attempt = 0;; ++attempt) {
            try {
                return Xapian::Remote::open(LOOPBACK, port_);
            } catch (const Xapian::NetworkError&) {
                if (attempt == 200) throw;
                usleep(20000);
            }
        }
    }

  private:
    std::uint16_t port_ = free_port();
    pid_t process_ = -1;
};

class RemoteTest : public ::testing::Test {
  protected:
    static constexpr Xapian::valueno SLOT = 1000;

    void SetUp() override {
        std::mt19937_64 random(71);
        {
            Xapian::WritableDatabase db = create_database(folder_ / "db");
            add_random_documents(db, 60, SLOT, random);
        }
        if (!Server::is_installed()) GTEST_SKIP() << "needs xapian-tcpsrv (Debian's xapian-tools)";
        server_ = std::make_unique<Server>(folder_ / "db");
        remote_ = server_->open();
    }

    TempFolder folder_;
    std::unique_ptr<Server> server_;
    Xapian::Database remote_;
};

TEST_F(RemoteTest, XapianCollapsesThere) {
    const Xapian::Database local(folder_ / "db");
    DESCRY_RANDOM(random);
    for (int round = 0; round < 40; ++round) {
        const Xapian::Query query = random_query(random);
        Xapian::Enquire enquire(remote_);
        enquire.set_query(query);
        enquire.set_collapse_key(SLOT);
        const Xapian::MSet mset = enquire.get_mset(0, 10);
        const CollapsedPage expected = search_oracle(local, query, {SLOT, 0, 10, 0});
        ASSERT_EQ(mset.size(), expected.results.size());
        for (std::size_t i = 0; i < expected.results.size(); ++i)
            ASSERT_EQ(*mset[static_cast<Xapian::doccount>(i)], expected.results[i].did);
    }
}

TEST_F(RemoteTest, GroupsByKeyAndPlainSearch) {
    const Xapian::Database local(folder_ / "db");
    const auto expected = groups_by_key(local, SLOT);
    const auto groups = groups_by_key(remote_, SLOT);
    ASSERT_EQ(groups.size(), expected.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        EXPECT_EQ(groups[i].key, expected[i].key);
        EXPECT_EQ(groups[i].members, expected[i].members);
    }
    CollapseOptions options;
    options.rows = 7;
    expect_equal(search_collapsed(remote_, Xapian::Query("a"), options),
                 search_collapsed(local, Xapian::Query("a"), options));
}

// The totals come from a MatchSpy, which a stock server does not know. The page alone does not.
TEST_F(RemoteTest, CollapsedPagesButNoTotals) {
    const Xapian::Database local(folder_ / "db");
    DESCRY_RANDOM(random);
    for (int round = 0; round < 40 && !HasFailure(); ++round) {
        const Xapian::Query query = random_query(random);
        CollapseOptions options{SLOT, static_cast<Xapian::doccount>(random() % 5), 7, 0};
        options.totals = false;
        expect_equal(search_collapsed(remote_, query, options),
                     search_oracle(local, query, options));
    }
    EXPECT_THROW(search_collapsed(remote_, Xapian::Query("a"), {SLOT, 0, 10, 0}),
                 Xapian::UnimplementedError);
}

TEST_F(RemoteTest, BodyLengthsAndBags) {
    const ReadOptions remote{[this] { return server_->open(); }, TermSpace(), 2, {}};
    const ReadOptions local = read_options(folder_ / "db", "");
    EXPECT_EQ(read_body_lengths(remote), read_body_lengths(local));
    EXPECT_EQ(read_document_contents(remote).hashes, read_document_contents(local).hashes);
}

}  // namespace
}  // namespace descry
