#include "tools/input/mail/own_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include <descry/analyzers/equal_texts.h>

namespace descry {

namespace {

// Fewer words of one's own say little: "Thanks!".
constexpr std::size_t LEAST_WORDS = 8;

// All without whitespace, as by folded_text().

// Beginnings and ends of the line before a quotation.
struct Introduction {
    std::string_view begin;
    std::string_view end;
};
constexpr std::array<Introduction, 22> INTRODUCTIONS = {
    {{"on", "wrote"},        {"on", "writes"},     {"am", "schrieb"},    {"", "schrieb"},
     {"le", "aécrit"},       {"el", "escribió"},   {"il", "hascritto"},  {"em", "escreveu"},
     {"op", "schreef"},      {"op", "geschreven"}, {"wdniu", "napisał"}, {"wdniu", "napisał(a)"},
     {"dnia", "napisał(a)"}, {"den", "skrev"},     {"", "skrev"},        {"", "написал"},
     {"", "написал(а)"},     {"", "пишет"},        {"在", "写道"},       {"在", "寫道"},
     {"", "のメール"},       {"", "は書きました"}}};

constexpr std::array<std::string_view, 21> SEPARATORS = {"originalmessage",
                                                         "forwardedmessage",
                                                         "forwardedby",
                                                         "beginforwardedmessage",
                                                         "ursprünglichenachricht",
                                                         "originalnachricht",
                                                         "weitergeleitetenachricht",
                                                         "messaged'origine",
                                                         "messagetransféré",
                                                         "mensajeoriginal",
                                                         "mensajereenviado",
                                                         "messaggiooriginale",
                                                         "mensagemoriginal",
                                                         "oorspronkelijkbericht",
                                                         "wiadomośćoryginalna",
                                                         "ursprungligtmeddelande",
                                                         "исходноесообщение",
                                                         "пересылаемоесообщение",
                                                         "元のメッセージ",
                                                         "原始邮件",
                                                         "转发邮件"};

// The names of header lines: sender, date, recipient and subject. Each is between spaces.
constexpr std::array<std::string_view, 4> HEADERS = {
    " from von de da van od från fra от 发件人 寄件者 差出人 ",
    " sent date gesendet datum envoyé enviado fecha inviato data enviada enviadaem verzonden "
    "wysłano skickat sendt dato отправлено дата 发送时间 日期 送信日時 日付 ",
    " to cc an à para a aan do till til кому копия 收件人 抄送 宛先 ",
    " subject betreff objet asunto oggetto assunto onderwerp temat ämne emne тема 主题 主旨 件名 "};

std::string_view without_blanks(std::string_view line) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    return line.substr(begin, line.find_last_not_of(" \t") + 1 - begin);
}

bool is_quoted(std::string_view line) {
    return without_blanks(line).starts_with('>');
}

bool is_empty(std::string_view line) {
    return without_blanks(line).empty();
}

// The index in HEADERS of a line's name.
std::optional<std::size_t> header_of(std::string_view line) {
    line = without_blanks(line);
    // "*From:* a", as some programs write bold text.
    while (line.starts_with('*'))
        line.remove_prefix(1);
    std::size_t colon = line.find(':');
    const std::size_t wide = line.find("\xef\xbc\x9a");
    colon = std::min(colon, wide);
    constexpr std::size_t LONGEST = 40;
    if (colon == std::string_view::npos || colon == 0 || colon > LONGEST) return std::nullopt;
    const std::string name = " " + folded_text(line.substr(0, colon)) + " ";
    for (std::size_t kind = 0; kind < HEADERS.size(); ++kind)
        if (HEADERS[kind].find(name) != std::string_view::npos) return kind;
    return std::nullopt;
}

// From, and two further kinds, in consecutive lines.
bool begins_header(const std::vector<std::string_view>& lines, std::size_t at) {
    constexpr std::size_t MOST_LINES = 8;
    if (header_of(lines[at]) != std::size_t{0}) return false;
    std::array<bool, HEADERS.size()> has{};
    std::size_t blank = 0;
    for (std::size_t i = at; i < std::min(at + MOST_LINES, lines.size()) && blank < 2; ++i) {
        if (const auto kind = header_of(lines[i])) has[*kind] = true;
        blank += is_empty(lines[i]) ? 1U : 0U;
    }
    return std::ranges::count(has, true) >= 3;
}

bool is_separator(std::string_view line) {
    line = without_blanks(line);
    if (line.empty() || std::string_view("-_=Bb").find(line.front()) == std::string_view::npos)
        return false;
    const std::string folded = folded_text(line);
    const std::size_t dashes = std::min(folded.find_first_not_of("-_=*"), folded.size());
    const std::string_view words = std::string_view(folded).substr(dashes);
    if (dashes < 2) return words.starts_with("beginforwardedmessage");
    return std::ranges::any_of(SEPARATORS,
                               [&](std::string_view known) { return words.starts_with(known); });
}

// A line, or two or three of which only the last ends so, that introduces a quotation.
// @return number of lines; 0 if it is not one
std::size_t introduction_at(const std::vector<std::string_view>& lines, std::size_t at) {
    constexpr std::size_t MOST_LINES = 3;
    constexpr std::size_t MOST_BYTES = 300;
    std::string joined;
    for (std::size_t i = at; i < std::min(at + MOST_LINES, lines.size()); ++i) {
        if (is_empty(lines[i])) break;
        joined += lines[i];
        std::string_view line = without_blanks(joined);
        if (line.size() > MOST_BYTES) break;
        const bool has_colon = line.ends_with(':') || line.ends_with("\xef\xbc\x9a");
        if (!has_colon) continue;
        std::string folded = folded_text(line);
        folded.erase(folded.find_last_not_of(':') + 1);
        const bool is_known = std::ranges::any_of(INTRODUCTIONS, [&](const Introduction& known) {
            // A single line if the beginning varies; in "schrieb Anna:" the writer comes last.
            if (known.begin.empty()) return i == at && folded.ends_with(known.end);
            return folded.starts_with(known.begin) && folded.find(known.end) != std::string::npos;
        });
        return is_known ? i + 1 - at : 0;
    }
    return 0;
}

bool has_digit_in(const std::vector<std::string_view>& lines, std::size_t begin,
                  std::size_t count) {
    for (std::size_t i = begin; i < begin + count; ++i)
        if (lines[i].find_first_of("0123456789") != std::string_view::npos) return true;
    return false;
}

std::size_t count_words(std::string_view text) {
    std::size_t words = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n'; };
        words += !is_blank(text[i]) && (i == 0 || is_blank(text[i - 1])) ? 1U : 0U;
    }
    return words;
}

}  // namespace

std::string own_words(std::string_view text, bool has_subject) {
    std::vector<std::string_view> lines;
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
        lines.push_back(rest.substr(0, end));
        if (lines.back().ends_with('\n')) lines.back().remove_suffix(1);
        if (lines.back().ends_with('\r')) lines.back().remove_suffix(1);
        rest.remove_prefix(end);
    }
    std::string own;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (is_quoted(lines[i])) continue;
        if (is_separator(lines[i]) || begins_header(lines, i)) break;
        if (const std::size_t count = introduction_at(lines, i)) {
            std::size_t next = i + count;
            while (next < lines.size() && is_empty(lines[next]))
                ++next;
            if (next < lines.size() && is_quoted(lines[next])) {
                i = next;
                continue;
            }
            if (has_digit_in(lines, i, count)) break;
        }
        own.append(lines[i]).append("\n");
    }
    if (!lines.empty() && header_of(lines[0]) == HEADERS.size() - 1) has_subject = true;
    const std::size_t subject = has_subject && !lines.empty() ? lines[0].size() : 0;
    return count_words(std::string_view(own).substr(std::min(subject, own.size()))) < LEAST_WORDS
               ? std::string(text)
               : own;
}

}  // namespace descry
