#include "tools/input/mail/mail_message.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmime/gmime.h>

#include <descry/analyzers/html_text.h>
#include <descry/analyzers/words.h>
#include <descry/hashing/hash.h>

#include "analyzers/utf8.h"
#include "engine/edits/sequence_difference.h"
#include "engine/keys/field_values.h"
#include "tools/input/bytes/charset.h"
#include "tools/input/mail/mail_lines.h"
#include "tools/input/mail/mail_repair.h"

namespace descry {

namespace {

constexpr int MOST_LEVELS = 64;
constexpr std::string_view MAIL_BLANKS = " \t\r\n";

template <typename T>
using Owned = std::unique_ptr<T, decltype([](gpointer object) { ::g_object_unref(object); })>;

using OwnedString = std::unique_ptr<char, decltype([](gpointer text) { ::g_free(text); })>;

// Estimates the memory that GMime may allocate for structure: see the header.
bool has_much_structure(std::string_view bytes) {
    constexpr std::size_t MOST = std::size_t{64} << 20;
    constexpr std::size_t FOR_EACH = 32;
    std::size_t all = 0;
    while (!bytes.empty() && all <= MOST) {
        const std::size_t size = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
        const std::string_view line = bytes.substr(0, size);
        bytes.remove_prefix(size);
        const bool may_be = line.starts_with(' ') || line.starts_with('\t') ||
                            line.starts_with("--") || !header_name(line).empty();
        if (may_be) all += FOR_EACH + size;
    }
    return all > MOST;
}

bool is_blank(std::string_view text) {
    return text.find_first_not_of(MAIL_BLANKS) == std::string_view::npos;
}

std::string decoded_bytes(GMimePart* part) {
    GMimeDataWrapper* content = ::g_mime_part_get_content(part);
    if (content == nullptr) return {};
    Owned<GMimeStream> stream(::g_mime_stream_mem_new());
    ::g_mime_data_wrapper_write_to_stream(content, stream.get());
    GByteArray* bytes = ::g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream.get()));
    // GLib's bytes are unsigned.
    return {reinterpret_cast<const char*>(bytes->data), bytes->len};
}

bool is_of_type(GMimeObject* part, const char* kind_of_text) {
    return GMIME_IS_PART(part) != FALSE &&
           ::g_mime_content_type_is_type(::g_mime_object_get_content_type(part), "text",
                                         kind_of_text) != FALSE;
}

std::string type_name(GMimeObject* part) {
    return OwnedString(::g_mime_content_type_get_mime_type(::g_mime_object_get_content_type(part)))
        .get();
}

struct WordList {
    std::vector<std::string> words;
    std::vector<std::uint32_t> hashes;
};

WordList words_of(std::string_view text) {
    thread_local WordAnalyzer analyzer;
    WordList list;
    analyzer.analyze(text, [&](std::string_view word) {
        list.words.emplace_back(word);
        list.hashes.push_back(static_cast<std::uint32_t>(hash64(word)));
    });
    return list;
}

// The words of `text` that differ from `text_read`, with what replaces them, one place per line. In
// near mails both parts agree, so this is the additional content of an alternative.
std::string other_words(std::string_view text, std::string_view text_read) {
    if (text == text_read) return {};
    const WordList words = words_of(text);
    const WordList read = words_of(text_read);
    std::string others;
    for (const DifferingRange& range : differing_ranges(read.hashes, words.hashes)) {
        for (std::uint32_t i = range.begin_a; i < range.end_a; ++i)
            others.append("-").append(read.words[i]).append(" ");
        for (std::uint32_t i = range.begin_b; i < range.end_b; ++i)
            others.append(words.words[i]).append(" ");
        others += '\n';
    }
    return others;
}

// Joins encoded words that GMime would decode one by one; it reads a changed header again.
void join_encoded_words(GMimeObject* part) {
    GMimeHeaderList* const headers = ::g_mime_object_get_header_list(part);
    const int count = ::g_mime_header_list_get_count(headers);
    for (int i = 0; i < count; ++i) {
        GMimeHeader* const header = ::g_mime_header_list_get_header_at(headers, i);
        const char* const value = ::g_mime_header_get_raw_value(header);
        const std::string joined = with_joined_words(value != nullptr ? value : "");
        if (!joined.empty()) ::g_mime_header_set_raw_value(header, joined.c_str());
    }
}

class MailText {
  public:
    MailText(InputEncoding& encoding, InputDocument& document)
        : encoding_(encoding), document_(document) {}

    void add_message(GMimeMessage* message, int level, std::string& text) {
        join_encoded_words(GMIME_OBJECT(message));
        const char* subject = ::g_mime_message_get_subject(message);
        if (subject != nullptr) add(subject, text);
        if (!text.empty()) text += '\n';
        GMimeObject* body = ::g_mime_message_get_mime_part(message);
        if (body != nullptr) add_part(body, level, text);
    }

    bool is_too_deep() const { return is_too_deep_; }

  private:
    // A line end at the end, so that the words of two parts do not run together.
    static void add(std::string_view part, std::string& text) {
        text += part;
        if (!part.empty() && !part.ends_with('\n')) text += '\n';
    }

    void add_part(GMimeObject* part, int level, std::string& text) {
        if (level > MOST_LEVELS) {
            is_too_deep_ = true;
            return;
        }
        if (GMIME_IS_MULTIPART(part)) {
            add_preamble(GMIME_MULTIPART(part), text);
            add_multipart(GMIME_MULTIPART(part), level, text);
        } else if (GMIME_IS_MESSAGE_PART(part)) {
            GMimeMessage* message = ::g_mime_message_part_get_message(GMIME_MESSAGE_PART(part));
            std::string inner;
            if (message != nullptr) add_message(message, level + 1, inner);
            add(inner, text);
        } else if (GMIME_IS_PART(part)) {
            add_leaf(GMIME_PART(part), text);
        }
    }

    void add_multipart(GMimeMultipart* parts, int level, std::string& text) {
        GMimeContentType* type = ::g_mime_object_get_content_type(GMIME_OBJECT(parts));
        if (::g_mime_content_type_is_type(type, "multipart", "alternative")) {
            add_alternative(parts, level, text);
            return;
        }
        int count = ::g_mime_multipart_get_count(parts);
        for (int i = 0; i < count; ++i)
            add_part(::g_mime_multipart_get_part(parts, i), level + 1, text);
    }

    // Adds the text of a multipart without parts, whose boundary is missing or another.
    void add_preamble(GMimeMultipart* parts, std::string& text) {
        if (::g_mime_multipart_get_count(parts) != 0) return;
        for (const char* face :
             {::g_mime_multipart_get_prologue(parts), ::g_mime_multipart_get_epilogue(parts)}) {
            std::string bytes = face != nullptr ? face : "";
            document_.stray_bytes += encoding_.decode_whole(bytes);
            add(bytes, text);
        }
    }

    void add_alternative(GMimeMultipart* parts, int level, std::string& text) {
        struct Alternative {
            GMimeObject* part;
            std::string text;
            std::size_t stray_bytes;
        };
        std::vector<Alternative> all;
        // Replaced bytes count only in the selected part.
        const std::size_t replaced_before = document_.stray_bytes;
        const int count = ::g_mime_multipart_get_count(parts);
        for (int i = 0; i < count; ++i) {
            GMimeObject* part = ::g_mime_multipart_get_part(parts, i);
            std::string alternative;
            document_.stray_bytes = replaced_before;
            add_part(part, level + 1, alternative);
            if (!is_blank(alternative))
                all.push_back({part, std::move(alternative), document_.stray_bytes});
        }
        document_.stray_bytes = replaced_before;
        if (all.empty()) return;
        auto chosen = std::ranges::find_if(
            all, [](const Alternative& one) { return is_of_type(one.part, "plain"); });
        if (chosen == all.end()) --chosen;
        for (auto other = all.begin(); other != all.end(); ++other)
            if (other != chosen) add_unread(other->part, other->text, chosen->text);
        document_.stray_bytes = chosen->stray_bytes;
        add(chosen->text, text);
    }

    // Records what an unread alternative says beyond the words of the read one.
    void add_unread(GMimeObject* part, std::string_view text, std::string_view text_read) {
        const bool is_counted =
            GMIME_IS_PART(part) && ::g_mime_part_get_filename(GMIME_PART(part)) != nullptr;
        if (is_counted) return;
        const bool is_other_kind =
            is_of_type(part, "*") && !is_of_type(part, "plain") && !is_of_type(part, "html");
        const std::string other =
            is_other_kind ? decoded_bytes(GMIME_PART(part)) : other_words(text, text_read);
        if (!other.empty()) add_attachment(type_name(part), other);
    }

    void add_leaf(GMimePart* part, std::string& text) {
        join_encoded_words(GMIME_OBJECT(part));
        GMimeContentType* type = ::g_mime_object_get_content_type(GMIME_OBJECT(part));
        // Style sheets and scripts come with saved pages.
        const bool is_text = is_of_type(GMIME_OBJECT(part), "*") &&
                             !is_of_type(GMIME_OBJECT(part), "css") &&
                             !is_of_type(GMIME_OBJECT(part), "javascript");
        add_if_attachment(part, type, is_text);
        if (!is_text) return;
        const char* named = ::g_mime_content_type_get_parameter(type, "charset");
        const std::string_view charset = named != nullptr ? named : "";
        std::string bytes = decoded_bytes(part);
        if (::g_mime_content_type_is_type(type, "text", "html")) {
            document_.stray_bytes += encoding_.decode_whole(bytes, html_encoding(bytes, charset));
            add(html_to_text(bytes, UTF8_NAME), text);
            return;
        }
        document_.stray_bytes += encoding_.decode_whole(bytes, charset);
        add(bytes, text);
    }

    // Parts with a name, or that are not text, except signatures, which differ in each mail.
    void add_if_attachment(GMimePart* part, GMimeContentType* type, bool is_text) {
        const char* const given = ::g_mime_part_get_filename(part);
        const bool is_signature =
            ::g_mime_content_type_is_type(type, "application", "*") &&
            std::string_view(::g_mime_content_type_get_media_subtype(type)).ends_with("-signature");
        if (is_signature || (given == nullptr && is_text)) return;
        add_attachment(given != nullptr ? given : type_name(GMIME_OBJECT(part)),
                       decoded_bytes(part));
    }

    void add_attachment(std::string name, std::string_view bytes) {
        document_.stray_bytes += repair_utf8(name);
        InputField* const last = document_.fields.empty() ? nullptr : &document_.fields.back();
        InputField& field = last != nullptr && last->name == ATTACHMENTS_FIELD
                                ? *last
                                : document_.fields.emplace_back(
                                      InputField{std::string(ATTACHMENTS_FIELD), {}, true});
        field.values.push_back(
            {InputValue::Kind::STRING,
             fmt::format("{}, {} bytes, SHA-256 {}...", name, bytes.size(), hash_id(bytes))});
    }

    InputEncoding& encoding_;
    InputDocument& document_;
    bool is_too_deep_ = false;
};

std::string date_of(GMimeMessage* message) {
    const char* const header = ::g_mime_object_get_header(GMIME_OBJECT(message), "Date");
    if (header == nullptr) return {};
    const auto free_date = [](GDateTime* date) { ::g_date_time_unref(date); };
    using Date = std::unique_ptr<GDateTime, decltype(free_date)>;
    const Date date(::g_mime_utils_header_decode_date(with_regular_time(header).c_str()));
    if (date == nullptr) return header;
    const Date utc(::g_date_time_to_utc(date.get()));
    if (utc == nullptr) return {};
    const OwnedString text(::g_date_time_format(utc.get(), "%Y-%m-%dT%H:%M:%SZ"));
    return text != nullptr ? text.get() : "";
}

std::string addresses(InternetAddressList* list) {
    if (list == nullptr) return {};
    const OwnedString text(::internet_address_list_to_string(list, nullptr, FALSE));
    return text != nullptr ? text.get() : "";
}

void add_fields(GMimeMessage* message, InputDocument& document) {
    auto add = [&](const char* name, std::string value) {
        if (value.empty()) return;
        document.stray_bytes += repair_utf8(value);
        document.add_field(name, std::move(value));
    };
    const char* subject = ::g_mime_message_get_subject(message);
    const char* message_id = ::g_mime_message_get_message_id(message);
    add("subject", subject != nullptr ? subject : "");
    add("from", addresses(::g_mime_message_get_from(message)));
    add("to", addresses(::g_mime_message_get_to(message)));
    add("date", date_of(message));
    add("message-id", message_id != nullptr ? message_id : "");
}

void tidy(std::string& text) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
        text[end++] = text[i];
    }
    text.resize(end);
    text.resize(text.find_last_not_of(MAIL_BLANKS) + 1);
    text.erase(0, text.find_first_not_of("\r\n"));
}

// The message with its header in UTF-8, if that has other raw bytes; else empty.
std::string with_decoded_header(std::string_view bytes, InputEncoding& encoding,
                                InputDocument& document) {
    const std::size_t unix_end = bytes.find("\n\n");
    const std::size_t end = std::min({unix_end, bytes.find("\n\r\n"), bytes.size()});
    if (!encoding.concerns(bytes.substr(0, end))) return {};
    std::string message(bytes.substr(0, end));
    document.stray_bytes += encoding.decode(message, bytes.substr(end));
    return message.append(bytes.substr(end));
}

}  // namespace

std::string_view parse_mail(std::string_view bytes, InputEncoding& encoding,
                            InputDocument& document) {
    document.clear();
    if (has_much_structure(bytes)) return "too many header lines, addresses or parts";
    // GMime skips text before an empty line.
    const std::string repaired = with_ended_headers(bytes);
    if (!repaired.empty()) bytes = repaired;
    const std::string decoded = with_decoded_header(bytes, encoding, document);
    if (!decoded.empty()) bytes = decoded;
    static std::once_flag initialised;
    std::call_once(initialised, ::g_mime_init);
    const Owned<GMimeStream> stream(
        ::g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
    const Owned<GMimeParser> parser(::g_mime_parser_new_with_stream(stream.get()));
    const Owned<GMimeMessage> message(::g_mime_parser_construct_message(parser.get(), nullptr));
    if (message == nullptr) return {};
    join_encoded_words(GMIME_OBJECT(message.get()));
    add_fields(message.get(), document);
    MailText text(encoding, document);
    text.add_message(message.get(), 0, document.text);
    if (text.is_too_deep()) return "parts in parts more than 64 deep";
    document.stray_bytes += repair_utf8(document.text);
    tidy(document.text);
    return {};
}

}  // namespace descry
