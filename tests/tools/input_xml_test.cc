// XML: the text of elements, whatever stands around it.

#include <gtest/gtest.h>

#include "analyzers/utf8.h"
#include "tests/tools/input_files.h"
#include "tools/input/parsing/xml_text.h"

namespace descry {
namespace {

using testing::run_inputs;
using testing::TempDir;
using Texts = std::vector<std::string>;

std::string text_of(const std::string& xml) {
    const XmlText read = read_xml(xml);
    return read.rejection.empty() && read.texts.size() == 1 ? read.texts[0]
                                                            : "(" + read.rejection + ")";
}

TEST(Xml, TextIsWhatStandsBetweenTags) {
    EXPECT_EQ(text_of("<?xml version='1.0'?><!DOCTYPE a [<!ELEMENT a ANY>]><a b='c'>one<!-- two -->"
                      "<?php three ?><d:e xmlns:d='x'> four  five</d:e>six</a>"),
              "one\nfour  five\nsix");
    EXPECT_EQ(text_of("<a><b>one</b><c>two</c></a>"), "one\ntwo");
    EXPECT_EQ(text_of("<a>\n  <b>\n one\n\n two </b>\n</a>"), "one\ntwo");
    EXPECT_EQ(text_of("<a/>"), "");
    EXPECT_EQ(text_of("<a><![CDATA[x < y & <b>z</b>]]>]]&gt;<![CDATA[]]]]></a>"),
              "x < y & <b>z</b>]]>]]");
}

TEST(Xml, EntitiesAreWhatTheyStandFor) {
    EXPECT_EQ(text_of("<a>&lt;&amp;&gt;&quot;&apos; &#233;&#xE9;</a>"), "<&>\"' éé");
    EXPECT_EQ(text_of("<!DOCTYPE a [<!ENTITY me 'my <b>own</b> &that;'><!ENTITY that '&#38;'>]>"
                      "<a x='&me;'>&me;.</a>"),
              "my  own  &.");
    // HTML's, and those that nobody knows.
    EXPECT_EQ(text_of("<a>caf&eacute;&nbsp;&nonsense; AT&T R&D; &</a>"),
              "café\u00A0&nonsense; AT&T R&D; &");
}

TEST(Xml, ParameterEntitiesHoldDeclarations) {
    EXPECT_EQ(text_of("<!DOCTYPE a [<!ENTITY % p \"<!ENTITY v '12'>\"> %p;]><a>&v;</a>"), "12");
    EXPECT_EQ(text_of("<!DOCTYPE a [<!ENTITY % p \"<!ENTITY v '1'>\"><!ENTITY % p \"<!ENTITY v "
                      "'2'>\"> %p;<!ENTITY v '3'>]><a>&v;</a>"),
              "1");
    EXPECT_EQ(
        text_of("<!DOCTYPE a [<!ENTITY % x ''><!ENTITY % p '<!ELEMENT a (b &#37;x;)>'> %p;%p; %x;"
                "<!ENTITY v 'one'>]><a>&v;</a>"),
        "one");
    EXPECT_EQ(text_of("<!DOCTYPE a [<!ENTITY % p SYSTEM 'p'><!ENTITY % p \"<!ENTITY v '2'>\"> %p;]>"
                      "<a>&v;</a>"),
              "&v;");
    // Those of files are empty, and so are those that such a file may declare.
    EXPECT_EQ(text_of("<!DOCTYPE a PUBLIC '-//A' 'a.dtd' [<!ENTITY % e PUBLIC '-//B' 'e.ent'> %e;"
                      "%other;<!ENTITY v 'one'>]><a>&v; caf&eacute;</a>"),
              "one café");
    EXPECT_EQ(text_of("<!DOCTYPE a [<!ENTITY % e SYSTEM 'e.ent'> %e; %other;]><a>one</a>"), "one");
}

TEST(Xml, NothingElseIsRead) {
    TempDir dir;
    const std::string secret = dir.write("secret", "SECRET");
    for (const std::string& entity :
         {"SYSTEM 'file://" + secret + "'", "SYSTEM '" + secret + "'"}) {
        EXPECT_EQ(text_of("<!DOCTYPE a [<!ENTITY e " + entity + ">]><a>one &e; two</a>"),
                  "one &e; two");
        EXPECT_EQ(text_of("<!DOCTYPE a [<!ENTITY % p " + entity + "> %p;]><a>one</a>"), "one");
        EXPECT_EQ(text_of("<!DOCTYPE a [<!ENTITY % p " + entity +
                          "><!ENTITY % q '<!ENTITY e \"(&#37;p;)\">'> %q;]><a>&e;</a>"),
                  "()");
    }
    EXPECT_EQ(text_of("<!DOCTYPE a SYSTEM '" + secret + "'><a>x</a>"), "x");
    EXPECT_EQ(text_of("<a xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include parse='text' "
                      "href='" +
                      secret + "'/></a>"),
              "");
}

TEST(Xml, EntitiesThatExpandTooFarAreRejected) {
    std::string laughs = "<!DOCTYPE a [<!ENTITY l0 'ha'>";
    std::string nothings = "<!DOCTYPE a [<!ENTITY l0 ''>";
    for (int i = 1; i < 12; ++i) {
        std::string ten;
        for (int j = 0; j < 10; ++j)
            ten += "&l" + std::to_string(i - 1) + ";";
        laughs += "<!ENTITY l" + std::to_string(i) + " '" + ten + "'>";
        nothings += "<!ENTITY l" + std::to_string(i) + " '" + ten + "'>";
    }
    EXPECT_EQ(text_of(laughs + "]><a>&l11;</a>"), "(entities that expand too far)");
    EXPECT_EQ(text_of(nothings + "]><a>&l11;</a>"), "(entities that expand too far)");
    EXPECT_EQ(text_of(laughs + "]><a>&l2;</a>").size(), 200U);
    // Of parameter entities, between declarations and in values.
    std::string declarations = "<!DOCTYPE a [<!ENTITY % p0 '<!ENTITY x \"y\">'>";
    for (int i = 1; i < 12; ++i) {
        std::string ten;
        for (int j = 0; j < 10; ++j)
            ten += "&#37;p" + std::to_string(i - 1) + ";";
        declarations += "<!ENTITY % p" + std::to_string(i) + " '" + ten + "'>";
    }
    EXPECT_EQ(text_of(declarations + "%p11;]><a>b</a>"), "(entities that expand too far)");
    EXPECT_EQ(text_of(declarations + "<!ENTITY % v '<!ENTITY w \"&#37;p11;\">'> %v;]><a>&w;</a>"),
              "(entities that expand too far)");
    EXPECT_EQ(text_of(declarations + "%p2;]><a>&x;</a>"), "y");
    EXPECT_TRUE(text_of("<!DOCTYPE a [<!ENTITY % e '&#37;e;'> %e;]><a>b</a>").starts_with('('));
    EXPECT_TRUE(
        text_of("<!DOCTYPE a [<!ENTITY % e '&#37;e;&#37;e;'> %e;]><a>b</a>").starts_with('('));
    // One that holds itself.
    EXPECT_NE(text_of("<!DOCTYPE a [<!ENTITY e 'x&e;'>]><a>&e;</a>"), "");
    std::string often = "<!DOCTYPE a [<!ENTITY e '" + std::string(50000, 'x') + "'>]><a>";
    for (int i = 0; i < 5000; ++i)
        often += "&e;";
    EXPECT_EQ(text_of(often + "</a>"), "(entities that expand too far)");
}

TEST(Xml, WhatIsNotWellFormedLosesNothing) {
    EXPECT_EQ(text_of("<a>1 < 2 & 3 <4 </a>"), "1 < 2 & 3 <4");
    EXPECT_EQ(text_of("<a>one\x01two\x1B</a>"), "one two");
    EXPECT_EQ(text_of("<a d='1' d='2'>one</a>"), "one");
    EXPECT_TRUE(text_of("<a b=c>one</a>").starts_with('('));
    EXPECT_EQ(text_of("<x:a>one</x:a>"), "one");
    // Cut somewhere.
    EXPECT_EQ(text_of("<a>one <b>two"), "one\ntwo");
    EXPECT_EQ(text_of("<a>one <b>two</"), "one\ntwo</");
    EXPECT_EQ(text_of("<a>one <![CDATA[two"), "one two");
    EXPECT_EQ(text_of("<a>one <!-- two"), "one");
    for (const char* const tag : {"<c", "<c ", "<c x", "<c x=", "<c x=\"mo", "<c x='m' y='", "</a",
                                  "</a ", "<c/", "<!", "<!-", "<![CDA", "<?p", "<!-- <c"})
        EXPECT_EQ(text_of("<a>one <b>two</b>" + std::string(tag)), "one\ntwo") << tag;
    // A tag that is cut, or a quote that is forgotten.
    EXPECT_TRUE(text_of("<a>one <b c=\"two>three").starts_with('('));
    EXPECT_TRUE(text_of("<a>one <b c=\"two>three</b></a>").starts_with('('));
}

TEST(Xml, WhatCannotBeReadIsRejectedByItsLine) {
    TempDir dir;
    const auto messages = [&](const std::string& xml) {
        const std::string file = dir.write("a.xml", xml);
        const auto run = run_inputs({file});
        EXPECT_TRUE(run.documents.empty());
        EXPECT_EQ(run.rejected, 1U);
        return run.messages.substr(file.size());
    };
    EXPECT_TRUE(messages("<a>\none</a>\n<b>two</b>").starts_with(":3: damaged XML: "))
        << messages("<a>\none</a>\n<b>two</b>");
    EXPECT_NE(messages("<?xml version='1.0'?>\nwords").find(": damaged XML: "), std::string::npos);
}

TEST(Xml, DeepElementsAreReadOrRejected) {
    std::string deep;
    for (int i = 0; i < 100'000; ++i)
        deep += "<a>";
    const XmlText read = read_xml(deep + "x");
    EXPECT_TRUE(read.rejection.empty() ? read.texts == Texts{"x"} : read.line == 1);
}

TEST(Xml, ItsEncodingIsThatOfTheDeclarationOrAMark) {
    TempDir dir;
    const auto text = [&](const std::string& bytes) {
        const auto run = run_inputs({dir.write("a.xml", bytes)});
        EXPECT_EQ(run.messages, "");
        return run.documents.empty() ? "(none)" : run.documents[0].text;
    };
    EXPECT_EQ(text("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>La rivi\350re</a>"),
              "La rivière");
    EXPECT_EQ(text("<?xml version='1.0' encoding='koi8-r'?><a>\xF0\xD2\xC9</a>"), "При");
    EXPECT_EQ(text("<?xml version='1.0' encoding='utf-16'?><a>caf\xC3\xA9</a>"), "café");
    EXPECT_EQ(text("\xEF\xBB\xBF<?xml version='1.0' encoding='latin1'?><a>caf\xC3\xA9</a>"),
              "café");
    std::string wide;
    for (const char c : std::string("<?xml version='1.0' encoding='UTF-16'?><a>\xE9</a>"))
        wide += std::string{c, '\0'};
    EXPECT_EQ(text(wide), "é");
    EXPECT_EQ(text("\xFF\xFE" + wide), "é");
    const auto run = run_inputs({dir.write("b.xml", "<a>\xCF\xF0\xE8\xE2\xE5\xF2</a>")});
    EXPECT_EQ(run.documents.at(0).text, "Привет");
}

TEST(Xml, ItemsOfFeedsAreDocuments) {
    TempDir dir;
    const std::string rss = dir.write(
        "a.rss",
        "<rss version='2.0'><channel><title>Harbour</title><item><title>Ferry</title><guid>1</guid>"
        "</item><item><title>Quay</title></item></channel></rss>");
    auto run = run_inputs({rss});
    EXPECT_EQ(run.ids(), (Texts{rss + "/1", rss + "/2"}));
    EXPECT_EQ(run.documents.at(0).text, "Ferry\n1");
    EXPECT_EQ(run.documents.at(1).text, "Quay");
    EXPECT_EQ(run.documents.at(1).location, rss + "(2)");
    const std::string atom =
        dir.write("b.xml",
                  "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><title>T</title>"
                  "<entry><content>one</content></entry></feed>");
    EXPECT_EQ(run_inputs({atom}).ids(), (Texts{atom + "/1"}));
    // A feed without items is a document.
    EXPECT_EQ(run_inputs({dir.write("c.rss", "<rss><channel>x</channel></rss>")}).documents.size(),
              1U);
}

TEST(Xml, IsKnownByItsDeclarationOrItsName) {
    TempDir dir;
    const auto text = [&](const std::string& name, const std::string& bytes) {
        const auto run = run_inputs({dir.write(name, bytes)});
        return run.documents.empty() ? run.messages : run.documents[0].text;
    };
    EXPECT_EQ(text("a.txt", "<?xml version='1.0'?><a b='c'>one</a>"), "one");
    EXPECT_EQ(text("a.svg", "<svg><text>one</text></svg>"), "one");
    EXPECT_EQ(text("a.xml", "no markup"), "no markup");
    EXPECT_EQ(text("b.txt", "<a>one</a>"), "<a>one</a>");
    // A page is a page.
    EXPECT_EQ(text("a.xhtml", "<?xml version='1.0'?><html><p>one<script>x</script></p></html>"),
              "one");
    EXPECT_EQ(text("p.xml", "<?xml version='1.0'?><!DOCTYPE html><html><p>one<style>x</style>"),
              "one");
    InputOptions options;
    options.format = "xml";
    EXPECT_EQ(run_inputs({dir.write("c.txt", "<a>one</a>")}, options).documents.at(0).text, "one");
}

TEST(Xml, IsReadInAnyProportionOfItsParts) {
    std::string words;
    for (int i = 0; i < 3'000'000; ++i)
        words += "word ";
    const std::string text = text_of("<a><!--" + words + "-->" + words + "<b c='" + words +
                                     "'/><![CDATA[" + words + "]]></a>");
    EXPECT_EQ(text.size(), 2 * words.size() - 1) << text.substr(0, 100);
}

}  // namespace
}  // namespace descry
