// The encoding of texts of several sentences, in each encoding that the guess tries.

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <descry/analyzers/encoding.h>

#include "analyzers/encodings/usual_characters.h"
#include "tests/analyzers/encoded.h"

namespace descry {
namespace {

using testing::encoded;

constexpr std::string_view RUSSIAN =
    "Паром отходит от северного причала в девять утра и возвращается в полдень каждый день, кроме "
    "воскресенья зимой. Билеты можно купить в конторе порта, которая открыта с понедельника по "
    "пятницу. Просим прибыть не позднее чем за полчаса до отплытия, потому что посадка "
    "заканчивается раньше. Большой багаж оставляют внизу.";
constexpr std::string_view UKRAINIAN =
    "Увага! Пором відходить від північного причалу о дев'ятій ранку і повертається опівдні щодня, "
    "крім неділі взимку. Квитки можна придбати в конторі порту, яка відчинена з понеділка до "
    "п'ятниці. Просимо прибути щонайменше за пів години до відплиття, бо посадка закінчується "
    "раніше. Великі речі залишають унизу, на ґанку.";
constexpr std::string_view GREEK =
    "Το πλοίο αναχωρεί από τη βόρεια αποβάθρα στις εννέα το πρωί και επιστρέφει το μεσημέρι κάθε "
    "μέρα, εκτός από τις Κυριακές του χειμώνα. Τα εισιτήρια πωλούνται στο γραφείο του λιμανιού, "
    "που "
    "είναι ανοιχτό από Δευτέρα έως Παρασκευή. Παρακαλούμε να φτάσετε μισή ώρα πριν από την "
    "αναχώρηση, γιατί η επιβίβαση τελειώνει νωρίτερα.";
constexpr std::string_view HEBREW =
    "המעבורת יוצאת מהרציף הצפוני בשעה תשע בבוקר וחוזרת בצהריים בכל יום, חוץ מימי ראשון בחורף. "
    "אפשר לקנות כרטיסים במשרד הנמל, שפתוח מיום שני עד יום שישי. אנא הגיעו לפחות חצי שעה לפני "
    "ההפלגה, כי העלייה לסיפון מסתיימת מוקדם יותר. מזוודות גדולות משאירים בקומה התחתונה, וחיות "
    "מחמד נשארות בכלוב לאורך כל הדרך. תודה על הסבלנות ונסיעה נעימה.";
constexpr std::string_view ARABIC =
    "تغادر العبارة من الرصيف الشمالي في الساعة التاسعة صباحا وتعود عند الظهر كل يوم، ما عدا أيام "
    "الأحد في الشتاء. يمكن شراء التذاكر من مكتب الميناء الذي يفتح من الاثنين إلى الجمعة. نرجو "
    "الحضور "
    "قبل نصف ساعة على الأقل من موعد الإبحار لأن الصعود إلى السفينة ينتهي قبل ذلك. تترك الحقائب "
    "الكبيرة في الطابق السفلي، وشكرا على صبركم.";
constexpr std::string_view CZECH =
    "Přívoz odjíždí ze severního mola v devět hodin ráno a vrací se v poledne každý den, kromě "
    "zimních nedělí. Lístky si můžete koupit v přístavní kanceláři, která je otevřená od pondělí "
    "do "
    "pátku. Přijďte prosím nejméně půl hodiny před odjezdem, protože nástup končí dříve. Větší "
    "zavazadla se nechávají dole a zvířata musí být v kleci.";
constexpr std::string_view TURKISH =
    "Feribot her sabah saat dokuzda kuzey iskelesinden kalkıyor ve öğlen geri dönüyor; kışın pazar "
    "günleri sefer yoktur. Biletleri pazartesiden cumaya açık olan liman bürosundan alabilirsiniz. "
    "Lütfen kalkıştan en az yarım saat önce gelin, çünkü biniş daha erken bitiyor. Büyük bavullar "
    "aşağıda bırakılır, İzmir yolcuları için ayrı kapı vardır.";
constexpr std::string_view GERMAN =
    "Die Fähre legt um neun Uhr früh am nördlichen Kai ab und kehrt täglich gegen zwölf zurück, "
    "außer "
    "an Sonntagen im Winter. Fahrkarten gibt es im Büro des Hafens, das von Montag bis Freitag "
    "geöffnet ist. Bitte kommen Sie spätestens eine halbe Stunde vorher, weil die Türen früher "
    "schließen. Größere Koffer müssen unten bleiben.";
constexpr std::string_view FRENCH =
    "Le traversier quitte le quai nord à neuf heures et revient à midi chaque jour, excepté les "
    "dimanches d'hiver. Les billets sont vendus au bureau du port, fermé du samedi au dimanche. "
    "Arrivez, s'il vous plaît, une demi-heure avant le départ, car l'embarquement s'achève plus "
    "tôt. "
    "Les gros bagages sont déposés à l'étage inférieur, près de l'entrée.";
constexpr std::string_view THAI =
    "เรือข้ามฟากออกจากท่าเรือด้านเหนือตอนเก้าโมงเช้าและกลับมาตอนเที่ยงทุกวัน ยกเว้นวันอาทิตย์ในฤดูหนาว "
    "ผู้โดยสารสามารถซื้อตั๋วได้ที่สำนักงานท่าเรือซึ่งเปิดทำการตั้งแต่วันจันทร์ถึงวันศุกร์ กรุณามาถึงก่อนเวลาออกเดินทาง"
    "อย่างน้อยครึ่งชั่วโมง เพราะการขึ้นเรือจะสิ้นสุดก่อนเวลา สัมภาระขนาดใหญ่ต้องฝากไว้ที่ชั้นล่างของเรือ "
    "และสัตว์เลี้ยงต้องอยู่ในกรงตลอดการเดินทาง";
constexpr std::string_view OTHER_THAI =
    "กรุงเทพมหานครเป็นเมืองหลวงและนครที่มีประชากรมากที่สุดของประเทศไทย เป็นศูนย์กลางการปกครอง การศึกษา "
    "การคมนาคมขนส่ง การเงินการธนาคาร การพาณิชย์ การสื่อสาร และความเจริญของประเทศ "
    "ตั้งอยู่บนสามเหลี่ยมปากแม่น้ำเจ้าพระยา มีแม่น้ำเจ้าพระยาไหลผ่านและแบ่งเมืองออกเป็นสองฝั่ง คือ "
    "ฝั่งพระนครและฝั่งธนบุรี มีสะพานหลายแห่งข้ามแม่น้ำ";
constexpr std::string_view JAPANESE =
    "フェリーは毎朝九時に北の桟橋を出て、正午に戻ります。ただし冬の日曜日は運休です。切符は港の事務"
    "所で買えます。"
    "事務所は月曜日から金曜日まで開いています。乗船は早めに終わりますので、出発の三十分前までにお越"
    "しください。"
    "大きな荷物は下の階に預け、動物は籠に入れてください。ご協力ありがとうございます。みなさまの良い"
    "旅をお祈りいたします。";
constexpr std::string_view HALF_WIDTH =
    "ﾌﾘｺﾐｻｷ ｶﾌﾞｼｷｶﾞｲｼﾔ ﾔﾏﾀﾞｼﾖｳﾃﾝ ﾄｳｷﾖｳﾄ ﾐﾅﾄｸ ｼﾊﾞｺｳｴﾝ ﾃﾞﾝﾜﾊﾞﾝｺﾞｳ ﾆﾂｲﾃ ｵﾄｲｱﾜｾ ｸﾀﾞｻｲ\n"
    "ｺｳｻﾞﾒｲｷﾞ ﾀﾅｶ ﾊﾅｺ ｹﾞﾂﾖｳﾋﾞ ｶﾗ ｷﾝﾖｳﾋﾞ ﾏﾃﾞ ｴｲｷﾞﾖｳ ｼﾃｲﾏｽ ｱﾘｶﾞﾄｳ ｺﾞｻﾞｲﾏｽ\n"
    "ｼﾞﾖｳｾﾝ ﾊ ﾊﾔﾒﾆ ｵﾜﾘﾏｽ ﾉﾃﾞ ｼﾕﾂﾊﾟﾂ ﾉ ｻﾝｼﾞﾂﾌﾟﾝ ﾏｴ ﾏﾃﾞﾆ ｵｺｼ ｸﾀﾞｻｲ ｵｵｷﾅ ﾆﾓﾂ ﾊ ｼﾀ ﾉ ｶｲ ﾆ ｱｽﾞｹﾃ ｸﾀﾞｻｲ\n"
    "ｻﾂﾎﾟﾛｼ ﾁﾕｳｵｳｸ ﾉ ｼﾃﾝ ﾓ ｵﾅｼﾞ ｼﾞｶﾝ ﾆ ｱｷﾏｽ ｲﾂﾓ ｺﾞﾘﾖｳ ｱﾘｶﾞﾄｳ ｺﾞｻﾞｲﾏｽ ﾏﾀ ﾄﾞｳｿﾞ";
constexpr std::string_view KOREAN =
    "여객선은 매일 아침 아홉 시에 북쪽 부두를 떠나 정오에 돌아옵니다. 다만 겨울철 일요일에는 "
    "운항하지 않습니다. "
    "표는 월요일부터 금요일까지 문을 여는 항구 사무실에서 살 수 있습니다. 승선이 일찍 끝나므로 "
    "출발하기 적어도 "
    "삼십 분 전에는 도착해 주시기 바랍니다. 큰 짐은 아래층에 맡기고 동물은 우리에 넣어 주십시오. "
    "감사합니다.";
constexpr std::string_view MIXED_KOREAN =
    "大韓民國은 民主共和國이다. 大韓民國의 主權은 國民에게 있고, 모든 權力은 國民으로부터 나온다. "
    "大韓民國의 國民이 "
    "되는 要件은 法律로 定한다. 國家는 法律이 定하는 바에 의하여 在外國民을 保護할 義務를 진다. "
    "大韓民國의 領土는 "
    "韓半島와 그 附屬島嶼로 한다. 大韓民國은 統一을 指向하며, 平和的 統一 政策을 樹立하고 이를 "
    "推進한다.";
constexpr std::string_view CHINESE =
    "渡轮每天早上九点从北码头出发，中午返回，冬季星期日除外。乘客可以在港口办公室购买船票，办公室从"
    "星期一到星期五开放。"
    "请至少在出发前半小时到达，因为登船会提前结束。大件行李请放在下层，动物必须留在笼子里。今天天气"
    "很好，海上风平浪静，"
    "欢迎大家到岛上参观博物馆和老城区。如果您有问题，可以向穿蓝色衣服的工作人员询问，他们会很高兴地"
    "帮助您。谢谢合作。";
constexpr std::string_view TRADITIONAL =
    "渡輪每天早上九點從北碼頭出發，中午返回，冬季星期日除外。乘客可以在港口辦公室購買船票，辦公室從"
    "星期一到星期五開放。"
    "請至少在出發前半小時到達，因為登船會提前結束。大件行李請放在下層，動物必須留在籠子裡。今天天氣"
    "很好，海上風平浪靜，"
    "歡迎大家到島上參觀博物館和老城區。如果您有問題，可以向穿藍色衣服的工作人員詢問，他們會很高興地"
    "幫助您。謝謝合作。";

TEST(EncodingGuess, TextsOfSeveralSentencesAreReadAsTheyWereMeant) {
    const struct {
        const char* encoding;
        std::string_view text;
    } cases[] = {
        {"windows-1251", RUSSIAN},     {"koi8-r", RUSSIAN},         {"ibm866", RUSSIAN},
        {"iso-8859-5", RUSSIAN},       {"windows-1251", UKRAINIAN}, {"koi8-u", UKRAINIAN},
        {"windows-1253", GREEK},       {"iso-8859-7", GREEK},       {"windows-1255", HEBREW},
        {"iso-8859-8", HEBREW},        {"windows-1256", ARABIC},    {"iso-8859-6", ARABIC},
        {"windows-1250", CZECH},       {"iso-8859-2", CZECH},       {"windows-1254", TURKISH},
        {"windows-1252", GERMAN},      {"ibm850", GERMAN},          {"macintosh", GERMAN},
        {"windows-1252", FRENCH},      {"ibm850", FRENCH},          {"macintosh", FRENCH},
        {"windows-874", THAI},         {"windows-874", OTHER_THAI}, {"shift_jis", JAPANESE},
        {"shift_jis", HALF_WIDTH},     {"euc-jp", JAPANESE},        {"windows-949", KOREAN},
        {"windows-949", MIXED_KOREAN}, {"gb18030", CHINESE},        {"gb18030", TRADITIONAL},
        {"big5", TRADITIONAL},
    };
    for (const auto& c : cases) {
        std::string bytes = encoded(c.encoding, c.text);
        EXPECT_GT(bytes.size(), 300U) << c.encoding;
        const TextEncoding guess = TextEncoding::guess(bytes);
        guess.decode(bytes);
        EXPECT_EQ(bytes, c.text) << c.encoding << " as " << guess.name();
    }
}

// Half-width katakana and a text with many Chinese characters are unusual, but nothing reads
// better.
TEST(EncodingGuess, UsualCharacters) {
    EXPECT_TRUE(has_usual_characters("Shift_JIS", encoded("shift_jis", JAPANESE)));
    EXPECT_TRUE(has_usual_characters("EUC-JP", encoded("euc-jp", JAPANESE)));
    EXPECT_TRUE(has_usual_characters("windows-949", encoded("windows-949", KOREAN)));
    EXPECT_TRUE(has_usual_characters("GB18030", encoded("gb18030", CHINESE)));
    EXPECT_TRUE(has_usual_characters("Big5", encoded("big5", TRADITIONAL)));
    EXPECT_TRUE(has_usual_characters("windows-874", encoded("windows-874", THAI)));
    EXPECT_FALSE(has_usual_characters("Shift_JIS", encoded("shift_jis", HALF_WIDTH)));
    EXPECT_FALSE(has_usual_characters("windows-949", encoded("windows-949", MIXED_KOREAN)));
    EXPECT_FALSE(has_usual_characters("GB18030", encoded("gb18030", TRADITIONAL)));
    EXPECT_FALSE(has_usual_characters("windows-874", encoded("ibm866", RUSSIAN)));
    for (const char* const name : {"Shift_JIS", "EUC-JP", "windows-949", "GB18030", "Big5"}) {
        for (const std::string& bytes :
             {encoded("windows-874", THAI), encoded("windows-874", OTHER_THAI),
              encoded("koi8-u", UKRAINIAN), encoded("windows-1253", GREEK),
              encoded("windows-1255", HEBREW), encoded("windows-1256", ARABIC)}) {
            EXPECT_FALSE(has_usual_characters(name, bytes)) << name;
            EXPECT_TRUE(has_usual_characters(name, bytes.substr(0, 40))) << name;
        }
    }
    EXPECT_TRUE(has_usual_characters("windows-1252", encoded("koi8-r", RUSSIAN)));
}

}  // namespace
}  // namespace descry
