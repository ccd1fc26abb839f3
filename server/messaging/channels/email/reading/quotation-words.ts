// Words that mail programs write above a quotation or a forwarded mail, in the languages of their users: Gmail,
// Outlook, Apple Mail, Yahoo, Zoho and Thunderbird.

const anyOf = (words: string): string =>
  words
    .trim()
    .split(/\s*\|\s*/)
    .join('|')

/** "wrote" in the line above a quotation. */
const WROTE = anyOf(`
  wrote | writes | लिखा | लिहिले | लिहिलं | लेख्नुभयो | লিখেছেন | লিখেছে | লিখিছে | எழுதியது | எழுதினார் | எழுதியுள்ளார் | రాశారు | వ్రాశారు |
  రాసారు | ಬರೆದಿದ್ದಾರೆ | ಬರೆದರು | എഴുതി | എഴുതിയത് | લખ્યું | ਲਿਖਿਆ | ଲେଖିଛନ୍ତି | ଲେଖିଲେ | لکھا | تحریر | ලියා |
  schrieb | geschrieben | écrit | escribió | escreveu | scritto | schreef | geschreven | skrev | kirjoitti | napsal | napísal |
  napisał | pisze | писал | написал | пишет | написав | пише | a scris | írta | yazdı | έγραψε | كتب | كتابة | כתב | نوشت | menulis |
  viết | เขียน | 写道 | 寫道 | 写了 | 作成 | 書きました | 작성 | 썼습니다
`)

/** The start of that line, which may be wrapped. */
const BEGINNING = anyOf('On | Am | Le | El | Em | Il | Op | Den | Dnia | W dniu | Dne | Pe | Vào | Pada | في')

const FROM = anyOf(`
  From | प्रेषक | से | कडून | প্রেরক | থেকে | அனுப்புநர் | அனுப்பியவர் | నుండి | పంపినవారు | ಇಂದ | ಇವರಿಂದ | ಕಳುಹಿಸಿದವರು | അയച്ചത് | അയച്ചയാൾ |
  നിന്ന് | પ્રેષક | તરફથી | ਵੱਲੋਂ | ਪ੍ਰੇਸ਼ਕ | ପ୍ରେରକ | منجانب | از | Von | De | Da | Van | Från | Fra | Lähettäjä | Od | От | Від | Kimden |
  Gönderen | Από | من | מאת | Dari | Từ | จาก | 发件人 | 寄件者 | 差出人 | 送信者 | 보낸 사람 | Feladó
`)

const DATE = anyOf(`
  Sent | Date | भेजा गया | दिनांक | तारीख | पाठवले | প্রেরিত | পাঠানো হয়েছে | তারিখ | அனுப்பப்பட்டது | தேதி | పంపబడింది | పంపినది | తేదీ | ಕಳುಹಿಸಲಾಗಿದೆ |
  ದಿನಾಂಕ | അയച്ച തീയതി | തീയതി | મોકલ્યું | મોકલેલું | તારીખ | ਭੇਜਿਆ | ਮਿਤੀ | ତାରିଖ | بھیجا گیا | تاریخ | Gesendet | Datum | Envoyé | Enviado |
  Enviado el | Enviada em | Fecha | Data | Inviato | Verzonden | Skickat | Sendt | Dato | Lähetetty | Wysłano | Odesláno | Отправлено |
  Дата | Надіслано | Gönderildi | Gönderme Tarihi | Tarih | Ημερομηνία | Στάλθηκε | تم الإرسال | التاريخ | תאריך | נשלח | Dikirim | Tanggal |
  Đã gửi | Ngày | ส่ง | วันที่ | 发送时间 | 发件时间 | 寄件日期 | 日期 | 送信日時 | 日時 | 日付 | 보낸 날짜 | 날짜 | Elküldve | Dátum
`)

const TO_OR_SUBJECT = anyOf(`
  To | Cc | Bcc | Reply-To | Subject | प्रति | को | विषय | প্রতি | প্রাপক | বিষয় | பெறுநர் | பொருள் | தலைப்பு | వీరికి | గ్రహీత | విషయం | ಗೆ | ಸ್ವೀಕೃತಿದಾರ | ವಿಷಯ |
  സ്വീകർത്താവ് | വിഷയം | પ્રતિ | વિષય | ਪ੍ਰਤੀ | ਨੂੰ | ਵਿਸ਼ਾ | ପ୍ରତି | ବିଷୟ | بنام | بخدمت | عنوان | موضوع | An | À | Para | A | Aan | Till | Til |
  Vastaanottaja | Do | Komu | Кому | Kime | Kime/Kimlere | Alıcı | Προς | إلى | אל | Kepada | Đến | ถึง | 收件人 | 收件者 | 宛先 | 받는 사람 | Címzett |
  Kopie | Kopia | Kopi | Копия | Копія | Bilgi | 抄送 | 副本 | 참조 | Betreff | Objet | Asunto | Assunto | Oggetto | Onderwerp | Ämne | Emne |
  Aihe | Temat | Předmět | Predmet | Тема | Konu | Θέμα | الموضوع | נושא | Perihal | Subjek | Chủ đề | เรื่อง | 主题 | 主旨 | 件名 | 제목 | Tárgy
`)

const ORIGINAL = anyOf(`
  Original Message | Reply message | मूल संदेश | मूळ संदेश | মূল বার্তা | அசல் செய்தி | அசல் மின்னஞ்சல் | అసలు సందేశం | ಮೂಲ ಸಂದೇಶ | യഥാർത്ഥ സന്ദേശം | મૂળ સંદેશ | ਮੂਲ ਸੁਨੇਹਾ |
  ମୂଳ ସନ୍ଦେଶ | اصل پیغام | Ursprüngliche Nachricht | Originalnachricht | Original-Nachricht | Message d'origine | Message d’origine | Message original |
  Mensaje original | Mensagem original | Messaggio originale | Oorspronkelijk bericht | Ursprungligt meddelande | Originalmeddelande |
  Oprindelig meddelelse | Opprinnelig melding | Alkuperäinen viesti | Wiadomość oryginalna | Původní zpráva | Исходное сообщение |
  Оригінальне повідомлення | Orijinal mesaj | Özgün ileti | Αρχικό μήνυμα | الرسالة الأصلية | הודעה מקורית | Pesan asli | Tin nhắn gốc |
  ข้อความต้นฉบับ | 原始邮件 | 原始郵件 | 元のメッセージ | 원본 메시지 | Eredeti üzenet
`)

const FORWARDED = anyOf(`
  Forwarded message | Forwarded mail | Begin forwarded message | अग्रेषित संदेश | फ़ॉरवर्ड किया गया संदेश | आगे भेजा गया संदेश | फॉरवर्ड केलेला संदेश | ফরোয়ার্ড করা বার্তা |
  முன்னனுப்பப்பட்ட செய்தி | பகிரப்பட்ட செய்தி | ఫార్వార్డ్ చేయబడిన సందేశం | ಫಾರ್ವರ್ಡ್ ಮಾಡಿದ ಸಂದೇಶ | ഫോർവേഡ് ചെയ്ത സന്ദേശം | ફોરવર્ડ કરેલ સંદેશ |
  ਅੱਗੇ ਭੇਜਿਆ ਸੁਨੇਹਾ | Weitergeleitete Nachricht | Anfang der weitergeleiteten Nachricht | Message transféré | Début du message transféré |
  Début du message réexpédié | Mensaje reenviado | Inicio del mensaje reenviado | Mensagem encaminhada | Mensagem reencaminhada |
  Início da mensagem encaminhada | Início da mensagem reencaminhada | Messaggio inoltrato | Inizio messaggio inoltrato |
  Doorgestuurd bericht | Begin doorgestuurd bericht | Vidarebefordrat meddelande | Videresendt melding | Wiadomość przekazana |
  Пересылаемое сообщение | Начало переадресованного сообщения | İletilen ileti | Yönlendirilmiş ileti | رسالة معاد توجيهها | Pesan terusan |
  转发的邮件 | 轉寄的郵件 | 転送されたメッセージ | 전달된 메시지
`)

const label = (words: string): RegExp =>
  new RegExp(`^\\s*[*_]{0,2}(?:${words})\\s{0,3}[*_]{0,2}\\s?[:：][*_]{0,2}\\s*(.*)$`, 'iu')
const titled = (words: string): RegExp => new RegExp(`^\\s*[-=]{2,40}\\s*(?:${words})\\s*[-=]{2,40}\\s*$`, 'iu')

export const wrote = new RegExp(`(?:${WROTE})`, 'iu')
export const beginning = new RegExp(`^\\s*(?:${BEGINNING})(?![\\p{L}\\p{M}])`, 'iu')
export const fromLabel = label(FROM)
export const dateLabel = label(DATE)
export const otherLabel = label(TO_OR_SUBJECT)
export const originalTitle = titled(ORIGINAL)
export const forwardedTitle = new RegExp(`${titled(FORWARDED).source}|^\\s*(?:${FORWARDED})\\s?[:：]\\s*$`, 'iu')

/** Subject prefixes of forwarded mails. */
export const forwardedSubject = /^\s*(?:fwd?|fw|wg|tr|rv|enc|i|vs|vl|vb|pd|doorst|ynt|ilt|转发|轉寄|転送|전달)\s*[:：]/i
