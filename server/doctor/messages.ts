// The rules that the doctor checks, by id, and the texts of its results, in English and Hindi. Pure: the console also
// imports this file.

import { code } from '#kit/messages/code.ts'
import { type Language, listed } from '#kit/messages/texts.ts'

const enRules = {
  L1: 'The entries of a transaction add up to 0, and every entry belongs to a completed transaction.',
  L2: 'Every organization has a wallet, and its balance is the sum of its completed transactions.',
  L3: 'A balance is never negative, now or after any transaction.',
  L4: "A wallet's completed transactions are numbered from 1 to its version without a gap, and each has the exact balance after it.",
  L5: 'All accounts of the system add up to 0.',
  L6: 'Every accepted delivery was charged: it names a completed deduction.',
  L7: 'Every deduction has as many deliveries as it states, and they cost what it charged.',
  L8: 'A delivery that was not sent is reversed once, for its price less earlier re-rates and refunds, by a transaction that reverses nothing else. No other delivery is reversed.',
  L9: 'Every captured payment of a recharge is credited once, and every recharge comes from a captured payment. Money of a subscription never becomes credit.',
  L10: 'The refunds of a charge or payment, and of each of its taxes, never exceed it. Each moved exactly its amount, and what could not be paid out was returned.',
  L11: 'A wallet has at most one open automatic recharge, and auto-recharge waits for this recharge and no other.',
  L12: 'Disputes and refunds made at a gateway take exactly their amount, once, with a credit note. Together with our refunds they never exceed the payment and its taxes.',
  T1: "The month's counter of a channel is the sum of its deliveries' units, and each delivery starts where the previous one ends.",
  T2: 'A price is the sum over its own numbers, each at its tier, from the price list in force when the delivery was accepted. With volume prices, the delivery names the list.',
  T3: 'A delivery counts in the calendar month, in Asia/Kolkata, in which it was accepted.',
  T4: "The session price is charged only within 24 hours of the contact's message.",
  T5: 'When a month reaches a cheaper tier of a volume list, what its earlier messages cost more is credited once, to the paisa.',
  T6: 'An organization is marked for enterprise pricing in exactly those months whose count reached the limit.',
  U1: 'The usage of a day, by channel, kind, user, campaign and price list, is the sum of its deliveries and of what was returned on them.',
  U2: 'The usage of a day and channel is what the ledger booked on that day in India: charges less reversals and refunds.',
  U3: 'Usage counts a delivery as delivered or failed exactly when its status is, on the day on which it was accepted.',
  N1: 'The invoice numbers of a series and financial year run from 1 to the last without a gap. Each is used once and has at most 16 characters.',
  N2: 'The invoices of a series are numbered in the order in which they were issued.',
  N3: 'An invoice belongs to the financial year, April to March, of its date in India.',
  N4: 'The lines of an invoice add up to its taxable amount, its taxes to its tax, and both to its total, to the paisa. Its document shows the same.',
  N5: 'The credit notes of an invoice return no more than the invoice charged, before tax and for each tax, and only taxes of the invoice.',
  N6: "A usage statement shows the ledger's amount for its month, to the paisa.",
  G1: 'No payment of the sandbox gateway was credited after the first real gateway was set up.',
  M1: 'Every period of a subscription has one captured payment and one invoice, and the periods of an organization do not overlap.',
  M2: 'Grace starts no earlier than the paid period ends, its retries are within its 7 × 24 hours, and the end of every period and grace has its work queued.',
  M3: 'Premium is on exactly while a period is paid for, in grace, or while a renewal is awaited. A subscription awaits one payment at most.',
  M4: 'The invoices of subscriptions equal the captured payments that give a period, their credit notes equal the refunds, and every other captured payment is refunded in full.',
  M5: 'A payment of a subscription has the price and the tax of the plan list in force when it was opened.',
  X1: 'Everything that a row refers to exists in the same organization.',
  X2: 'The primary key of every table with rows of organizations starts with org_id.',
  X3: 'Every unique index of a table with rows of organizations starts with org_id.',
  X4: 'Every table is of a kind that db/tables.sql names. Where organizations are distributed over machines, each table is where its kind belongs.',
  X5: 'What is being deleted, handed over or merged in steps is no longer visible, and the remaining work is queued.',
  X6: 'Inbound events that are waiting have their work queued.',
  A1: 'The audit log is one unbroken chain from its first entry to its last: no entry was changed, and none is missing.',
  R1: 'The reserved credit of a wallet is the sum of what its unfinished campaigns have reserved, and is never more than the balance.',
  C1: 'Each queued recipient of a campaign has one delivery, and each delivery of a campaign has one recipient.',
  C2: 'The counts of a campaign match its recipients.',
  C3: 'No delivery of a campaign that has ended waits to be sent: after a cancellation, its refund is queued.',
  C4: 'The report of a campaign counts what became of its deliveries and whom it skipped.',
  C5: 'The days of a campaign add up to the counts of its report.',
  P2: 'The counter of a form, which its maximum is checked against, is the number of its submissions.',
  P3: 'A submission that is processed has nothing left to do, and what is left to do has its work queued.',
  P4: 'A submission names a contact that exists, or that is being deleted in steps. A file belongs to a submission.',
  P5: 'The submissions of a day add up to the same by version and by source.',
  P6: 'A verified form domain belongs to one organization and has its next check queued, and the domain of a form exists.',
  P7: 'The submissions of a day and version add up to the same by device and by time to finish, and are no more than all.',
  P1: 'Every form has its address, and the version that it says is published.',
  B1: 'A low balance is reported once for each level reached since money was last added, and for no other level.',
  V1: 'Every conversation belongs to a member whose role can see conversations, or is being handed over.',
  V2: 'Every contact belongs to a member, or is being handed over.',
  D1: 'A delivery that is being sent is leased to a worker, or is marked outcome_unknown.',
  S1: 'The search index has no entry of a deleted message, contact or group.',
  F1: 'An attachment belongs to a message that lists it, or to none. The bytes of attachments and of pending removals add up to the usage, and every removal and download has its work queued.',
  F2: 'A completed export has its file, and every export has the work queued that creates or deletes it.',
  F3: 'Every stored original belongs to an inbound message that exists, and its file is not being removed.',
  W1: 'Every delivery that was accepted while its events were subscribed to has an event with its outcome.',
  W2: 'Every event that an endpoint has passed was sent to it, or waits for an earlier event of the same object that is being retried.',
  W3: 'At each endpoint, the webhook deliveries of an object end in the order of its events.',
  W4: 'Every notification that is still to be sent has its work queued.',
  W5: 'A notification is sent to the user it is for, and only about something that happened.',
}

export type RuleId = keyof typeof enRules

const hiRules: typeof enRules = {
  L1: 'हर लेन-देन की एंट्रियों का जोड़ 0 है, और हर एंट्री किसी पूरे हुए लेन-देन की है।',
  L2: 'हर संगठन का एक वॉलेट है, और उसका बैलेंस उसके पूरे हुए लेन-देन का जोड़ है।',
  L3: 'बैलेंस कभी शून्य से नीचे नहीं जाता, न अभी, न किसी लेन-देन के बाद।',
  L4: 'वॉलेट के पूरे हुए लेन-देन के नंबर 1 से उसके वर्शन तक बिना छूटे हैं, और हर एक में उसके बाद का सही बैलेंस है।',
  L5: 'पूरे सिस्टम के सभी खातों का जोड़ 0 है।',
  L6: 'हर स्वीकार की गई डिलीवरी का पैसा कटा है: उसमें पूरी हुई कटौती का नाम है।',
  L7: 'हर कटौती में जितनी डिलीवरी लिखी हैं उतनी ही हैं, और उनकी क़ीमत उतनी ही है जितना पैसा कटा।',
  L8: 'जो डिलीवरी भेजी नहीं गई, उसका पैसा एक ही बार वॉलेट में लौटता है: पहले की नई क़ीमतें और रिफ़ंड घटाकर, ऐसे लेन-देन से जो और कुछ नहीं लौटाता। बाक़ी किसी डिलीवरी का पैसा इस तरह नहीं लौटता।',
  L9: 'रिचार्ज का हर सफल भुगतान एक ही बार वॉलेट में जमा होता है, और हर रिचार्ज किसी सफल भुगतान का है। सब्सक्रिप्शन का पैसा वॉलेट में कभी नहीं जाता।',
  L10: 'किसी कटौती या भुगतान के, और उसके हर टैक्स के रिफ़ंड उससे ज़्यादा नहीं होते। हर रिफ़ंड में ठीक उतना ही पैसा गया, और जो चुकाया नहीं जा सका वह लौट आया।',
  L11: 'वॉलेट का एक समय पर एक ही ऑटो-रिचार्ज खुला रहता है, और ऑटो-रिचार्ज सिर्फ़ उसी का इंतज़ार करता है।',
  L12: 'विवाद और गेटवे पर किए गए रिफ़ंड ठीक अपनी राशि एक ही बार लेते हैं, और उसका क्रेडिट नोट होता है। हमारे रिफ़ंड मिलाकर भी वे भुगतान और उसके टैक्स से ज़्यादा नहीं होते।',
  T1: 'महीने में चैनल की गिनती उसकी डिलीवरी की यूनिट का जोड़ है, और हर डिलीवरी वहीं से शुरू होती है जहाँ पिछली ख़त्म हुई।',
  T2: 'हर क़ीमत उसके अपने नंबरों का जोड़ है, हर नंबर अपने स्लैब की क़ीमत पर, उस क़ीमत सूची से जो डिलीवरी स्वीकार होते समय लागू थी। वॉल्यूम क़ीमतें हों, तो डिलीवरी में उस सूची का नाम है।',
  T3: 'डिलीवरी उस कैलेंडर महीने (Asia/Kolkata) में गिनी जाती है जिसमें वह स्वीकार हुई।',
  T4: 'सेशन की क़ीमत सिर्फ़ संपर्क के संदेश के बाद 24 घंटे तक लगती है।',
  T5: 'महीना वॉल्यूम सूची के सस्ते स्लैब तक पहुँचे, तो पहले के संदेशों पर जो ज़्यादा कटा था वह एक बार, पैसे-पैसे तक, वॉलेट में जमा होता है।',
  T6: 'एंटरप्राइज़ क़ीमतों का निशान संगठन पर सिर्फ़ उन्हीं महीनों में है जिनकी गिनती सीमा तक पहुँची।',
  U1: 'किसी दिन का उपयोग (चैनल, प्रकार, यूज़र, कैंपेन और क़ीमत सूची के हिसाब से) उसकी डिलीवरी और उन पर लौटे पैसे का जोड़ है।',
  U2: 'किसी दिन और चैनल का उपयोग वही है जो लेजर में भारत के उस दिन दर्ज हुआ: कटा पैसा, लौटा पैसा घटाकर।',
  U3: 'उपयोग में डिलीवरी पहुँची हुई या विफल ठीक तभी गिनी जाती है जब उसकी स्थिति वही हो, उस दिन में जिस दिन वह स्वीकार हुई।',
  N1: 'किसी सीरीज़ और वित्त वर्ष के इनवॉइस नंबर 1 से आख़िरी तक बिना छूटे हैं। हर नंबर एक ही बार आता है और उसमें ज़्यादा से ज़्यादा 16 अक्षर हैं।',
  N2: 'सीरीज़ के इनवॉइस के नंबर उसी क्रम में हैं जिसमें वे जारी हुए।',
  N3: 'इनवॉइस उस वित्त वर्ष (अप्रैल से मार्च) का है जिसमें उसकी भारतीय तारीख़ पड़ती है।',
  N4: 'इनवॉइस की पंक्तियों का जोड़ उसकी टैक्स योग्य राशि है, टैक्सों का जोड़ उसका टैक्स, और दोनों का जोड़ कुल राशि, पैसे-पैसे तक। उसके दस्तावेज़ में भी यही है।',
  N5: 'इनवॉइस के क्रेडिट नोट, टैक्स से पहले और हर टैक्स में, उतने से ज़्यादा नहीं लौटाते जितना इनवॉइस में लिया गया, और सिर्फ़ वही टैक्स लौटाते हैं जो इनवॉइस में हैं।',
  N6: 'उपयोग स्टेटमेंट में उस महीने की वही राशि है जो लेजर में है, पैसे-पैसे तक।',
  G1: 'पहला असली गेटवे जुड़ने के बाद सैंडबॉक्स गेटवे का कोई भुगतान जमा नहीं हुआ।',
  M1: 'सब्सक्रिप्शन की हर अवधि का एक ही सफल भुगतान और एक ही इनवॉइस है, और किसी संगठन की अवधियाँ एक-दूसरे पर नहीं चढ़तीं।',
  M2: 'मोहलत चुकाई हुई अवधि के अंत से पहले शुरू नहीं होती, दोबारा की कोशिशें उसके 7 × 24 घंटों के भीतर हैं, और हर अवधि और मोहलत के अंत का काम क़तार में है।',
  M3: 'प्रीमियम ठीक तभी चालू है जब अवधि का भुगतान हो चुका हो, मोहलत चल रही हो, या नवीनीकरण का नतीजा आना बाक़ी हो। एक समय पर एक ही भुगतान का इंतज़ार होता है।',
  M4: 'सब्सक्रिप्शन के इनवॉइस उन सफल भुगतानों के बराबर हैं जिनसे अवधि मिली, उनके क्रेडिट नोट रिफ़ंड के बराबर हैं, और बाक़ी हर सफल भुगतान पूरा लौटाया जाता है।',
  M5: 'सब्सक्रिप्शन के भुगतान में वही क़ीमत और टैक्स है जो उसे बनाते समय लागू प्लान सूची में थे।',
  X1: 'कोई पंक्ति जिस चीज़ का ज़िक्र करती है, वह उसी संगठन में मौजूद है।',
  X2: 'संगठनों की हर टेबल की प्राइमरी की org_id से शुरू होती है।',
  X3: 'संगठनों की हर टेबल का हर यूनीक इंडेक्स org_id से शुरू होता है।',
  X4: 'हर टेबल db/tables.sql में बताए किसी प्रकार की है। जहाँ संगठन कई मशीनों पर बँटे हैं, वहाँ हर टेबल अपने प्रकार की सही जगह पर है।',
  X5: 'जो कई चरणों में हटाया, सौंपा या मिलाया जा रहा है, वह अब दिखता नहीं है, और उसका बाक़ी काम क़तार में है।',
  X6: 'जो इनबाउंड इवेंट बाक़ी हैं, उनका काम क़तार में है।',
  A1: 'ऑडिट लॉग पहली से आख़िरी एंट्री तक एक अटूट कड़ी है: कोई एंट्री बदली नहीं गई, कोई ग़ायब नहीं है।',
  R1: 'वॉलेट में कैंपेन के लिए अलग रखी रकम, अधूरे कैंपेन की बची रकमों के जोड़ के बराबर है, और बैलेंस से ज़्यादा नहीं है।',
  C1: 'कैंपेन में जिस-जिस को संदेश क़तार में लगा, उसकी एक ही डिलीवरी है, और कैंपेन की हर डिलीवरी का एक ही पाने वाला है।',
  C2: 'कैंपेन की गिनती उसके पाने वालों से मेल खाती है।',
  C3: 'ख़त्म हो चुके कैंपेन की कोई डिलीवरी भेजे जाने के इंतज़ार में नहीं है: रद्द करने के बाद उसका रिफ़ंड क़तार में रहता है।',
  C4: 'कैंपेन की रिपोर्ट की गिनती उसकी डिलीवरी के नतीजों और छोड़े गए लोगों से मेल खाती है।',
  C5: 'कैंपेन के दिनों की गिनती का जोड़ उसकी रिपोर्ट की गिनती के बराबर है।',
  P2: 'फ़ॉर्म का काउंटर, जिससे उसकी सीमा जाँची जाती है, उसके भरे गए जवाबों की संख्या के बराबर है।',
  P3: 'जो जवाब प्रोसेस हो चुका है उसका कोई काम बाक़ी नहीं, और जो काम बाक़ी है वह कतार में है।',
  P4: 'जवाब में ऐसे संपर्क का नाम है जो मौजूद है, या जो चरणों में मिटाया जा रहा है। हर फ़ाइल किसी जवाब की है।',
  P5: 'किसी दिन के जवाबों का जोड़ संस्करण के हिसाब से और स्रोत के हिसाब से एक ही है।',
  P6: 'वेरिफ़ाई किया हुआ फ़ॉर्म का डोमेन एक ही संगठन का है और उसकी अगली जाँच तय है, और फ़ॉर्म जिस डोमेन पर है वह मौजूद है।',
  P7: 'किसी दिन और संस्करण के जवाबों का जोड़ डिवाइस के हिसाब से और भरने में लगे समय के हिसाब से एक ही है, और सभी जवाबों से ज़्यादा नहीं।',
  P1: 'हर फ़ॉर्म का अपना पता है, और वह संस्करण भी है जो प्रकाशित बताया जाता है।',
  B1: 'आख़िरी बार पैसा आने के बाद बैलेंस जिस-जिस स्तर तक गिरा, उसकी सूचना एक ही बार दी गई, और किसी दूसरे स्तर की नहीं।',
  V1: 'हर बातचीत ऐसे सदस्य की है जिसकी भूमिका में बातचीत देखने की अनुमति है, या वह किसी को सौंपी जा रही है।',
  V2: 'हर संपर्क किसी सदस्य का है, या किसी को सौंपा जा रहा है।',
  D1: 'जो डिलीवरी भेजी जा रही है, वह किसी वर्कर के पास है, या उस पर outcome_unknown का निशान है।',
  S1: 'खोज के इंडेक्स में किसी हटाए हुए संदेश, संपर्क या समूह की एंट्री नहीं है।',
  F1: 'अटैचमेंट ऐसे संदेश का है जिसमें वह दर्ज है, या किसी का नहीं। अटैचमेंट और हटाई जाने वाली फ़ाइलों के बाइट का जोड़ उपयोग के बराबर है, और हटाने या डाउनलोड करने का काम क़तार में है।',
  F2: 'हर पूरे हुए एक्सपोर्ट की फ़ाइल मौजूद है, और हर एक्सपोर्ट को बनाने या हटाने का काम क़तार में है।',
  F3: 'सहेजा गया हर मूल ईमेल किसी मौजूद इनबाउंड संदेश का है, और उसकी फ़ाइल हटाई नहीं जा रही है।',
  W1: 'सब्सक्रिप्शन के दौरान स्वीकार हुई हर डिलीवरी के नतीजे का इवेंट है।',
  W2: 'एंडपॉइंट जिस इवेंट से आगे बढ़ चुका है, वह उसे भेजा गया है, या उसी चीज़ के किसी पहले के इवेंट के पीछे रुका है जिसे फिर से भेजा जा रहा है।',
  W3: 'हर एंडपॉइंट पर एक चीज़ की वेबहुक डिलीवरी उसके इवेंट के क्रम में पूरी होती हैं।',
  W4: 'जो सूचना अभी भेजी जानी है, उसका काम क़तार में है।',
  W5: 'सूचना उसी यूज़र को भेजी जाती है जिसके लिए वह है, और सिर्फ़ उस बात की जो सच में हुई।',
}

export const ruleTexts = { en: enRules, hi: hiRules }

/** Enough to see what is wrong: a broken rule may have millions of rows. */
export const ROWS_SHOWN_MAX = 20

interface Broken {
  rows: number
  examples: readonly string[]
}

const en = {
  broken: ({ rows, examples }: Broken) =>
    `${rows === 1 ? '1 row breaks' : `${rows} rows break`} this rule: ${code(listed(examples))}.`,
  broken_by_many: ({ rows, examples }: Broken) =>
    `At least ${rows} rows break this rule, for example ${code(listed(examples))}.`,
}

const hi: typeof en = {
  broken: ({ rows, examples }) => `${rows} पंक्तियाँ इस नियम को तोड़ती हैं: ${code(listed(examples))}।`,
  broken_by_many: ({ rows, examples }) => `कम से कम ${rows} पंक्तियाँ इस नियम को तोड़ती हैं, जैसे ${code(listed(examples))}।`,
}

export const resultTexts = { en, hi }

/** The sentence of a rule that holds, otherwise what violates it; code is between backticks. */
export function resultText(language: Language, id: RuleId, params: Broken): string {
  if (params.rows === 0) return ruleTexts[language][id]
  return resultTexts[language][params.rows < ROWS_SHOWN_MAX ? 'broken' : 'broken_by_many'](params)
}

/** The rule's sentence; null for a rule of a newer version. */
export const ruleText = (language: Language, id: string): string | null =>
  Object.hasOwn(enRules, id) ? ruleTexts[language][id as RuleId] : null
