#include "tools/input/mail/own_words.h"

#include <string>

#include <gtest/gtest.h>

namespace descry {
namespace {

const std::string OWN =
    "Hello Anna,\nwe shall paint the harbour office again this summer, I think.\n";
const std::string QUOTED = "Shall we paint the office again? It has been grey for years.\n";

TEST(OwnWords, AreWithoutQuotedLinesAndTheLineBefore) {
    for (const char* const introduction : {
             "On Sat, 3 Jan 2026 at 09:00, Old Man <old@sea.example> wrote:",
             "On Sat, 3 Jan 2026 at 09:00, Old Man\n<old@sea.example> wrote:",
             "Am 03.01.2026 um 09:00 schrieb Anna Meer:",
             "Le 3 janv. 2026 à 09:00, Anna <a@b.c> a écrit :",
             "El sáb, 3 ene 2026 a las 9:00, Ana escribió:",
             "Il giorno sab 3 gen 2026 alle 09:00 Anna ha scritto:",
             "Em sáb., 3 de jan. de 2026 às 09:00, Ana escreveu:",
             "Op za 3 jan 2026 om 09:00 schreef Anna <a@b.c>:",
             "W dniu 3.01.2026 o 09:00, Anna napisał(a):",
             "Den lör 3 jan. 2026 kl 09:00 skrev Anna <a@b.c>:",
             "сб, 3 янв. 2026 г. в 09:00, Анна <a@b.c> написал(а):",
             "在 2026年1月3日 09:00，Anna 写道：",
             "2026年1月3日(土) 9:00、Annaさんは書きました:",
         }) {
        EXPECT_EQ(own_words(OWN + "\n" + introduction + "\n> " + QUOTED + "> more\n", false),
                  OWN + "\n")
            << introduction;
        // And where the quotation has no marks: a page's.
        EXPECT_EQ(own_words(OWN + introduction + "\n\n" + QUOTED, false), OWN) << introduction;
    }
    EXPECT_EQ(own_words("> " + QUOTED + OWN + ">> " + QUOTED + OWN, false), OWN + OWN);
    EXPECT_EQ(own_words(OWN + "He wrote:\n" + QUOTED, false), OWN + "He wrote:\n" + QUOTED);
}

TEST(OwnWords, EndWhereAnEarlierMailIsJoined) {
    for (const char* const joint : {
             "-----Original Message-----\nFrom: a",
             "- - - - - original message - - - - -",
             "-----Ursprüngliche Nachricht-----",
             "-------- Message d'origine --------",
             "---------- Forwarded message ---------",
             "---------------------- Forwarded by Anna/HOU on 01/03/2026 09:00 AM",
             "Begin forwarded message:",
             "________________________________\nFrom: Anna\nSent: Saturday\nTo: Bo\nSubject: "
             "office",
             "*Von:* Anna\n*Gesendet:* Samstag\n*An:* Bo\n*Betreff:* Büro",
             "De : Anna\nEnvoyé : samedi\nÀ : Bo\nObjet : bureau",
             "De: Ana\nEnviado: sábado\nPara: Bo\nAsunto: oficina",
             "Da: Anna\nInviato: sabato\nA: Bo\nOggetto: ufficio",
             "Van: Anna\nVerzonden: zaterdag\nAan: Bo\nOnderwerp: kantoor",
             "Od: Anna\nWysłano: sobota\nDo: Bo\nTemat: biuro",
             "Från: Anna\nSkickat: lördag\nTill: Bo\nÄmne: kontor",
             "От: Анна\nОтправлено: суббота\nКому: Бо\nТема: контора",
             "发件人: Anna\n发送时间: 星期六\n收件人: Bo\n主题: 办公室",
             "差出人: Anna\n送信日時: 土曜日\n宛先: Bo\n件名: 事務所",
         }) {
        const std::string own = own_words(OWN + joint + "\n\n" + QUOTED, false);
        EXPECT_TRUE(own == OWN || own == OWN + "________________________________\n")
            << joint << own;
    }
    // Two such lines are no header.
    const std::string list = OWN + "From: Monday\nTo: Friday\n" + QUOTED;
    EXPECT_EQ(own_words(list, false), list);
}

TEST(OwnWords, OfAMailThatSaysLittleAreTheWhole) {
    const std::string forwarded =
        "Fwd: office\n\n---------- Forwarded message ----------\n" + QUOTED;
    EXPECT_EQ(own_words(forwarded, true), forwarded);
    const std::string thanks = "Thanks, Anna!\n\n> " + QUOTED;
    EXPECT_EQ(own_words(thanks, false), thanks);
    EXPECT_EQ(own_words("", true), "");
    EXPECT_EQ(own_words("\n\n", true), "\n\n");
}

}  // namespace
}  // namespace descry
