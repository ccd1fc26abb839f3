import { plural } from '../../app/plural.ts'
import { grouped } from '../../design/rupees.ts'

const one = (count: number, singular: string, several: string) => plural('en', count, { one: singular, other: several })

const HOUR = 60
const DAY = 24 * HOUR

const en = {
  progress: 'Progress',
  sentOf: (sent: number, of: number) => `${grouped(sent)} of ${one(of, '1 message', `${grouped(of)} messages`)} sent`,
  allSent: (sent: number) => `${one(sent, '1 message', `${grouped(sent)} messages`)} sent`,
  starting: 'Collecting recipients…',
  startingDetail: 'The first messages leave in a moment.',
  startsAt: 'Starts',
  segmentDeleted:
    'A segment of this campaign was deleted, so it will pause instead of starting. Cancel it, duplicate it and choose another segment.',
  startsDetail:
    'At this time the audience is counted, its cost is reserved, and sending begins. If your credits don’t cover the cost then, it pauses until you recharge. To change anything, duplicate it and cancel this one.',
  speed: 'Speed',
  perMinute: (rate: number) => `${grouped(rate)} a minute`,
  still: 'None in a minute',
  atMost: (rate: number) => `at most ${grouped(rate)}`,
  left: 'Time left',
  unknownLeft: 'Not known yet',
  quiet: 'Quiet hours',
  quietDetail: (to: string) => `Goes on at ${to} Indian time`,
  stopped: 'Paused',
  doneAt: 'Done around',
  minutes: (minutes: number) =>
    minutes < 1
      ? 'Less than a minute'
      : minutes < HOUR
        ? `About ${minutes} min`
        : minutes < 2 * DAY
          ? `About ${Math.floor(minutes / HOUR)} h ${minutes % HOUR} min`
          : `About ${Math.round(minutes / DAY)} days`,
  took: 'Took',
  lasted: (minutes: number) =>
    minutes < 1
      ? 'Less than a minute'
      : minutes < HOUR
        ? `${minutes} min`
        : minutes < 2 * DAY
          ? `${Math.floor(minutes / HOUR)} h ${minutes % HOUR} min`
          : `${Math.round(minutes / DAY)} days`,
  spent: 'Spent',
  refunded: (amount: string) => `${amount} refunded`,
  each: (amount: string) => `${amount} a message on average`,
  reserved: 'Reserved',
  reservedDetail: 'for messages that wait',
  reservedNone: 'Nothing is reserved any more',
  states: { sent: 'Sent', failed: 'Not sent', queued: 'Leaving', waiting: 'Waiting' },
  funnel: 'Results',
  stages: {
    recipients: 'Recipients',
    sent: 'Sent',
    delivered: 'Delivered',
    read: 'Read',
    opened: 'Opened',
    clicked: 'Clicked a link',
    replied: 'Replied',
    unsubscribed: 'Unsubscribed',
    complained: 'Complained',
    bounced: 'Bounced',
    undelivered: 'Not delivered',
  },
  times: (count: number) => one(count, 'once in all', `${grouped(count)} times in all`),
  noReports: 'No delivery reports have been received yet. They follow from the provider.',
  noReportsOfMail:
    'Mail servers rarely report deliveries. “Sent” means that the recipient’s server accepted the email.',
  estimate: (programs: number) =>
    `Opens are an estimate: some mail programs load no images, and some load them unasked.${programs > 0 ? ` ${grouped(programs)} by programs aren’t counted.` : ''}`,
  byDay: 'By day',
  day: 'Day',
  month: 'Month',
  noDays: 'Nothing has happened yet. Each day with messages gets its own bars.',
  daysDetail: 'Each event counts on the day when it happened. Days follow Indian time.',
  cost: 'Cost by tier',
  tier: 'Tier',
  noTier: 'Without a tier',
  price: 'Price',
  messages: 'Messages',
  amount: 'Amount',
  total: 'Charged',
  backAgain: 'Refunded',
  net: 'Spent',
  noCost: 'Nothing has been charged yet.',
  costDetail: 'A cheaper tier begins when your messages of the month reach its limit.',
  buttons: 'Button presses',
  button: 'Button',
  kinds: { quick_reply: 'Quick reply', url: 'Link', phone_number: 'Phone', copy_code: 'Copy code' } as Record<
    string,
    string
  >,
  contacts: 'Contacts',
  share: 'Share',
  replies: 'Replies',
  repliesDetail: 'A reply opens a conversation in your inbox.',
  noReplies: 'No replies yet. They appear here and in your inbox.',
  allReplies: 'Show all',
  details: 'Details',
  channel: 'Channel',
  template: 'Template',
  version: (version: number) => `version ${version}`,
  subject: 'Subject',
  lists: 'Lists',
  segments: 'Segments',
  excluded: 'Excluded lists',
  rate: 'Rate',
  unlimited: 'As fast as the channel allows',
  quietHours: 'Quiet hours',
  quietFromTo: (from: string, to: string) => `${from} to ${to}, Indian time`,
  tracking: 'Opens and clicks',
  tracked: 'Counted',
  notTracked: 'Not counted',
  started: 'Started',
  ended: { completed: 'Completed', cancelled: 'Cancelled' } as Record<string, string>,
  created: 'Created',
  id: 'ID',
  value: 'Value',
}

const hi: typeof en = {
  progress: 'प्रगति',
  sentOf: (sent, of) => `${grouped(of)} में से ${grouped(sent)} संदेश भेजे गए`,
  allSent: (sent) => `${grouped(sent)} संदेश भेजे गए`,
  starting: 'पाने वाले जुटाए जा रहे हैं…',
  startingDetail: 'पहले संदेश अभी जाने वाले हैं।',
  startsAt: 'शुरू होगा',
  segmentDeleted:
    'इस कैंपेन का एक सेगमेंट हटाया जा चुका है, इसलिए यह शुरू होने के बजाय रुक जाएगा। इसे रद्द करें, इसकी कॉपी बनाएँ और दूसरा सेगमेंट चुनें।',
  startsDetail:
    'उस समय पाने वाले गिने जाएँगे, ख़र्च रिज़र्व होगा और भेजना शुरू होगा। तब बैलेंस कम पड़ा, तो रिचार्ज होने तक कैंपेन रुका रहेगा। कुछ बदलना हो, तो इसकी कॉपी बनाएँ और इसे रद्द करें।',
  speed: 'गति',
  perMinute: (rate) => `हर मिनट ${grouped(rate)}`,
  still: 'मिनट भर में कोई नहीं',
  atMost: (rate) => `ज़्यादा से ज़्यादा ${grouped(rate)}`,
  left: 'बचा समय',
  unknownLeft: 'अभी पता नहीं',
  quiet: 'शांत समय',
  quietDetail: (to) => `भारत के समय ${to} पर आगे बढ़ेगा`,
  stopped: 'रुका हुआ',
  doneAt: 'क़रीब इतने बजे पूरा होगा:',
  minutes: (minutes) =>
    minutes < 1
      ? 'एक मिनट से कम'
      : minutes < HOUR
        ? `क़रीब ${minutes} मिनट`
        : minutes < 2 * DAY
          ? `क़रीब ${Math.floor(minutes / HOUR)} घंटे ${minutes % HOUR} मिनट`
          : `क़रीब ${Math.round(minutes / DAY)} दिन`,
  took: 'कुल समय',
  lasted: (minutes) =>
    minutes < 1
      ? 'एक मिनट से कम'
      : minutes < HOUR
        ? `${minutes} मिनट`
        : minutes < 2 * DAY
          ? `${Math.floor(minutes / HOUR)} घंटे ${minutes % HOUR} मिनट`
          : `${Math.round(minutes / DAY)} दिन`,
  spent: 'ख़र्च',
  refunded: (amount) => `${amount} लौटाए गए`,
  each: (amount) => `औसतन ${amount} प्रति संदेश`,
  reserved: 'रिज़र्व',
  reservedDetail: 'बाक़ी संदेशों के लिए',
  reservedNone: 'अब कुछ रिज़र्व नहीं',
  states: { sent: 'भेजे गए', failed: 'नहीं भेजे गए', queued: 'जा रहे हैं', waiting: 'इंतज़ार में' },
  funnel: 'नतीजे',
  stages: {
    recipients: 'पाने वाले',
    sent: 'भेजे गए',
    delivered: 'पहुँच गए',
    read: 'पढ़े गए',
    opened: 'खोले गए',
    clicked: 'लिंक खोला',
    replied: 'जवाब दिया',
    unsubscribed: 'अनसब्सक्राइब किया',
    complained: 'शिकायत की',
    bounced: 'लौट आए',
    undelivered: 'नहीं पहुँचे',
  },
  times: (count) => `कुल ${grouped(count)} बार`,
  noReports: 'पहुँचने की रिपोर्ट अभी नहीं आई है। वह प्रदाता से आती है।',
  noReportsOfMail: 'मेल सर्वर पहुँचने की ख़बर कम ही देते हैं। “भेजे गए” यानी पाने वाले के सर्वर ने ईमेल ले ली।',
  estimate: (programs) =>
    `खोलने की गिनती अनुमान है: कुछ मेल प्रोग्राम चित्र लोड नहीं करते, कुछ बिना पूछे करते हैं।${programs > 0 ? ` प्रोग्रामों के ${grouped(programs)} नहीं गिने गए।` : ''}`,
  byDay: 'दिन के हिसाब से',
  day: 'दिन',
  month: 'महीना',
  noDays: 'अभी कुछ नहीं हुआ। जिस दिन संदेश जाएँगे, उसके बार यहाँ दिखेंगे।',
  daysDetail: 'हर बात उस दिन में गिनी जाती है जिस दिन वह हुई। दिन भारत के समय के हिसाब से हैं।',
  cost: 'स्लैब के हिसाब से ख़र्च',
  tier: 'स्लैब',
  noTier: 'बिना स्लैब',
  price: 'क़ीमत',
  messages: 'संदेश',
  amount: 'राशि',
  total: 'कटे',
  backAgain: 'लौटाए गए',
  net: 'ख़र्च',
  noCost: 'अभी कोई पैसा नहीं कटा।',
  costDetail: 'महीने के संदेश किसी स्लैब की सीमा तक पहुँचते ही सस्ता स्लैब शुरू होता है।',
  buttons: 'बटन दबाए गए',
  button: 'बटन',
  kinds: { quick_reply: 'तुरंत जवाब', url: 'लिंक', phone_number: 'फ़ोन', copy_code: 'कोड कॉपी' },
  contacts: 'संपर्क',
  share: 'हिस्सा',
  replies: 'जवाब',
  repliesDetail: 'जवाब आते ही इनबॉक्स में बातचीत खुल जाती है।',
  noReplies: 'अभी कोई जवाब नहीं। वे यहाँ और इनबॉक्स में दिखेंगे।',
  allReplies: 'सब देखें',
  details: 'जानकारी',
  channel: 'चैनल',
  template: 'टेम्पलेट',
  version: (version) => `वर्शन ${version}`,
  subject: 'विषय',
  lists: 'सूचियाँ',
  segments: 'सेगमेंट',
  excluded: 'बाहर रखी गई सूचियाँ',
  rate: 'रफ़्तार',
  unlimited: 'जितनी तेज़ चैनल भेज सके',
  quietHours: 'शांत समय',
  quietFromTo: (from, to) => `भारत के समय ${from} से ${to} तक`,
  tracking: 'खोलना और लिंक',
  tracked: 'गिने जाते हैं',
  notTracked: 'नहीं गिने जाते',
  started: 'शुरू हुआ',
  ended: { completed: 'पूरा हुआ', cancelled: 'रद्द हुआ' },
  created: 'बनाया गया',
  id: 'आईडी',
  value: 'मान',
}

export const words = { en, hi }
