// A stock Xapian server on this machine's loopback: what works there, and what is rejected.
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <functional>
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

#include <descry/collapse/collapse.h>
#include <descry/reading/index_collection.h>

#include "tests/engine/random_seed.h"
#include "tests/plugin/collapse_worlds.h"
#include "tests/plugin/small_worlds.h"
#include "tests/plugin/test_index.h"

namespace descry {
namespace {

using namespace testing;

constexpr const char* PROGRAM = "xapian-tcpsrv";
constexpr const char* LOOPBACK = "127.0.0.1";

// A port nobody listens on just now, and that no other of these tests takes meanwhile: a datagram
// socket of the same number, which the server has no use for, is the mark.
class FreePort {
  public:
    FreePort() {
        do {
            if (mark_ >= 0) close(mark_);
            const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            number_ = bound(listener, 0);
            close(listener);
            mark_ = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
        } while (number_ == 0 || bound(mark_, number_) != number_);
    }
    ~FreePort() { close(mark_); }
    FreePort(const FreePort&) = delete;
    FreePort& operator=(const FreePort&) = delete;

    std::uint16_t number() const { return number_; }

  private:
    // The port, @a wanted or any for 0, that @a listener then has; 0 when it is taken.
    static std::uint16_t bound(int listener, std::uint16_t wanted) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(wanted);
        socklen_t size = sizeof address;
        auto* const generic = reinterpret_cast<sockaddr*>(&address);
        const bool is_bound =
            bind(listener, generic, size) == 0 && getsockname(listener, generic, &size) == 0;
        if (!is_bound && errno != EADDRINUSE)
            throw std::system_error(errno, std::generic_category(), "bind");
        return is_bound ? ntohs(address.sin_port) : 0;
    }

    int mark_ = -1;
    std::uint16_t number_ = 0;
};

// A server of one database, ended with the object.
class Server {
  public:
    explicit Server(const std::string& path) {
        const std::string interface = "--interface=" + std::string(LOOPBACK);
        const std::string port = "--port=" + std::to_string(port_.number());
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
                return Xapian::Remote::open(LOOPBACK, port_.number());
            } catch (const Xapian::NetworkError&) {
                if (attempt == 200) throw;
                usleep(20000);
            }
        }
    }

  private:
    FreePort port_;
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
        const CollapsedMSet expected = search_oracle(local, query, SLOT, 0, 10);
        ASSERT_EQ(mset.size(), expected.size());
        for (Xapian::doccount i = 0; i < expected.size(); ++i)
            ASSERT_EQ(*mset[i], expected.items[i].did);
    }
}

TEST_F(RemoteTest, GroupsByKey) {
    const Xapian::Database local(folder_ / "db");
    const auto expected = groups_by_key(local, SLOT);
    const auto groups = groups_by_key(remote_, SLOT);
    ASSERT_EQ(groups.size(), expected.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        EXPECT_EQ(groups[i].key, expected[i].key);
        EXPECT_EQ(groups[i].members, expected[i].members);
    }
}

TEST_F(RemoteTest, CollapsedPagesAndTotals) {
    const Xapian::Database local(folder_ / "db");
    DESCRY_RANDOM(random);
    for (int round = 0; round < 40 && !HasFailure(); ++round) {
        const Xapian::Query query = random_query(random);
        SCOPED_TRACE(query.get_description());
        CollapsingEnquire enquire(remote_);
        enquire.set_query(query);
        enquire.set_collapse_key(SLOT);
        const auto first = static_cast<Xapian::doccount>(random() % 5);
        expect_same(enquire.get_mset(first, 7), search_oracle(local, query, SLOT, first, 7));
    }
}

// The same searches as of local databases: whatever is not rejected is what brute force finds.
TEST(RemoteCollapse, AgreesWithBruteForceOrIsRejected) {
    if (!Server::is_installed()) GTEST_SKIP() << "needs xapian-tcpsrv (Debian's xapian-tools)";
    DESCRY_RANDOM(random);
    int answered = 0;
    for (int round = 0; round < 10 && !HasFailure(); ++round) {
        const std::size_t shards = 1 + random() % 3;
        CollapseWorld world = make_collapse_world(shards, false, random);
        const std::size_t elsewhere = random() % shards;
        const Server server(*world.folder / std::to_string(elsewhere));
        world.db = Xapian::Database();
        for (std::size_t shard = 0; shard < shards; ++shard) {
            world.db.add_database(shard == elsewhere
                                      ? server.open()
                                      : Xapian::Database(*world.folder / std::to_string(shard)));
        }
        for (int i = 0; i < 100 && !HasFailure(); ++i) {
            const Search search = random_search(random);
            SCOPED_TRACE(std::to_string(shards) + " shards, " + search.describe());
            CollapsingEnquire enquire = search.open(world, nullptr);
            const bool totals = random() % 4 != 0;
            enquire.set_totals(totals);
            const auto first = static_cast<Xapian::doccount>(random() % 2 == 0 ? random() % 20 : 0);
            const auto rows = static_cast<Xapian::doccount>(random() % 12);
            CollapsedMSet page;
            try {
                page = enquire.get_mset(first, rows);
            } catch (const Xapian::UnimplementedError& error) {
                EXPECT_TRUE(error.get_msg().ends_with(" cannot be computed on a remote database"));
                continue;
            }
            ++answered;
            const CollapsedMSet expected = mset_oracle(world, search, first, rows);
            expect_same(page, totals ? expected : without_totals(expected));
        }
    }
    EXPECT_GT(answered, 100);  // of 1000
}

// The best document of all has both words, and that of the remote database the rarer one alone:
// little less, though half of the query's words.
TEST(RemoteCollapse, PercentagesAreOfTheBestOfAll) {
    if (!Server::is_installed()) GTEST_SKIP() << "needs xapian-tcpsrv (Debian's xapian-tools)";
    TempFolder folder;
    const auto write = [&](const char* name, const std::vector<std::vector<std::string>>& texts) {
        Xapian::WritableDatabase db = create_database(folder / name);
        for (const std::vector<std::string>& terms : texts) {
            Xapian::Document document;
            for (const std::string& term : terms)
                document.add_term(term);
            db.add_document(document);
        }
        db.commit();
    };
    std::vector<std::vector<std::string>> texts(30, {"common", "other"});
    texts[0] = {"common", "rare"};
    write("here", texts);
    write("elsewhere", {{"rare", "other"}});
    const Server server(folder / "elsewhere");
    Xapian::Database both(folder / "here");
    both.add_database(server.open());
    CollapsingEnquire enquire(both);
    enquire.set_query(
        Xapian::Query(Xapian::Query::OP_OR, Xapian::Query("rare"), Xapian::Query("common")));
    enquire.set_totals(false);
    enquire.set_cutoff(70);
    const CollapsedMSet mset = enquire.get_mset(0, 10);
    ASSERT_EQ(mset.items.size(), 2u);
    EXPECT_EQ(mset.items[0].did, 1u);
    EXPECT_EQ(mset.items[1].did, 2u);  // the first one elsewhere
    EXPECT_GE(mset.items[1].percent, 70);
}

class RejectedTest : public RemoteTest {
  protected:
    // What the message of a search's rejection begins with; empty when it is answered.
    static std::string rejected(const std::function<void()>& search) {
        try {
            search();
        } catch (const Xapian::UnimplementedError& error) {
            const std::string& message = error.get_msg();
            return message.substr(0, message.find(" cannot be computed on a remote database"));
        }
        return {};
    }

    std::string rejected(const SortOrder& sort, const HeadRule& head = {}) const {
        CollapsingEnquire enquire(remote_);
        enquire.set_query(Xapian::Query("a"));
        enquire.set_collapse_key(SLOT);
        enquire.set_sort(sort);
        enquire.set_head(head);
        return rejected([&] { enquire.get_mset(0, 10); });
    }
};

TEST_F(RejectedTest, ByName) {
    using Missing = SortKey::Missing;
    const auto value = [](bool ascending, Missing missing, ValueType type = ValueType::STRING) {
        return SortKey::value(SLOT, type, ascending, missing);
    };
    const SortKey up = value(true, Missing::FIRST);
    const SortKey down = value(false, Missing::LAST);
    const SortKey score = SortKey::score();
    for (const SortOrder& order :
         {SortOrder{up}, {down}, {up, score}, {score, down}, {down, score, SortKey::docid()}}) {
        EXPECT_EQ(rejected(order), "");
        EXPECT_EQ(rejected({}, HeadRule::sort(order)), "");
    }
    // Every document of the index has a value in this slot, so that it does not matter.
    EXPECT_EQ(rejected({SortKey::value(SLOT ^ 1, ValueType::STRING)}), "");
    const std::string order =
        "an order by other than the score and one slot (documents without a value lowest)";
    for (const SortOrder& rejected_order :
         {SortOrder{value(true, Missing::LAST)},
          {value(false, Missing::FIRST)},
          {value(false, Missing::LAST_OR_ZERO, ValueType::NUMBER)},
          {SortKey::score(true)},
          {SortKey::docid()},
          {up, SortKey::value(SLOT ^ 1, ValueType::STRING)},
          {up, score, down}}) {
        EXPECT_EQ(rejected(rejected_order), order);
        EXPECT_EQ(rejected({}, HeadRule::sort(rejected_order)), order);
    }

    CollapsingEnquire enquire(remote_);
    enquire.set_query(Xapian::Query("a"));
    enquire.set_collapse_key(SLOT);
    const CollapsedMSet page = enquire.get_mset(0, 10);
    EXPECT_EQ(rejected([&] { enquire.expand(page, {}); }), "further members of groups");
    EXPECT_EQ(rejected([&] { enquire.get_groups(0, 10, {}); }), "groups with their documents");
    enquire.add_facet(SLOT, FacetOver::MATCHES);
    EXPECT_EQ(rejected([&] { enquire.get_mset(0, 10); }), "");
    enquire.add_facet(SLOT, FacetOver::HEADS);
    EXPECT_EQ(rejected([&] { enquire.get_mset(0, 10); }), "facets over heads");
    enquire.clear_facets();
    enquire.add_facet_query(Xapian::Query("b"), FacetOver::GROUPS);
    EXPECT_EQ(rejected([&] { enquire.get_mset(0, 10); }), "facets over groups");
    enquire.clear_facets();
    enquire.set_cutoff(10);
    EXPECT_EQ(rejected([&] { enquire.get_mset(0, 10); }), "totals and facets under a cutoff");
    enquire.set_totals(false);
    EXPECT_EQ(rejected([&] { enquire.get_mset(0, 10); }), "");
    enquire.set_sort_by_value(SLOT, true);
    EXPECT_EQ(rejected([&] { enquire.get_mset(0, 10); }),
              "a cutoff by percentage in an order by values");
    enquire.set_sort_by_relevance();
    enquire.add_filter({Xapian::Query::OP_XOR, Xapian::Query("a"), Xapian::Query("b")});
    EXPECT_EQ(rejected([&] { enquire.get_mset(0, 10); }),
              "a cutoff of XOR, AND_MAYBE or ELITE_SET");
    enquire.clear_filters();
    enquire.set_cutoff(0);
    enquire.set_head_filter(Xapian::Query("b"));
    EXPECT_EQ(rejected([&] { enquire.get_mset(0, 10); }), "a filter of heads");
    enquire.add_collapse({SLOT ^ 1, {}, {}, {}});
    EXPECT_EQ(rejected([&] { enquire.get_mset(0, 10); }), "a collapse of collapsed results");
}

TEST_F(RemoteTest, MembersOfEnquire) {
    const Xapian::Database local(folder_ / "db");
    const Xapian::Query query(Xapian::Query::OP_OR, Xapian::Query("a"), Xapian::Query("b"));
    struct Answer {
        CollapsedMSet page;
        std::size_t seen;
        std::vector<std::string> terms;
    };
    const auto ask = [&](const Xapian::Database& db) {
        CollapsingEnquire enquire(db);
        enquire.set_query(query);
        enquire.set_collapse_key(SLOT);
        enquire.set_totals(false);
        enquire.set_cutoff(40);
        Xapian::ValueCountMatchSpy spy(SLOT ^ 1);
        enquire.add_matchspy(&spy);
        Answer answer{enquire.get_mset(0, 10), spy.get_total(), {}};
        for (const CollapsedItem& item : answer.page) {
            const std::vector<std::string> terms(enquire.get_matching_terms_begin(item.did),
                                                 enquire.get_matching_terms_end(item.did));
            answer.terms.insert(answer.terms.end(), terms.begin(), terms.end());
        }
        return answer;
    };
    const Answer got = ask(remote_);
    const Answer expected = ask(local);
    expect_same(got.page, expected.page);
    EXPECT_EQ(got.seen, expected.seen);
    EXPECT_EQ(got.terms, expected.terms);
    EXPECT_EQ(got.page.snippet("a word, then b", 5), expected.page.snippet("a word, then b", 5));
}

TEST_F(RemoteTest, BodyLengthsAndBags) {
    const IndexCollection remote{[this] { return server_->open(); }, TermSpace(), {.threads = 2}};
    const IndexCollection local = read_options(folder_ / "db", "");
    EXPECT_EQ(remote.lengths(), local.lengths());
    EXPECT_EQ(remote.contents()->hashes, local.contents()->hashes);
}

}  // namespace
}  // namespace descry
