// What the status says of work, payments and channels, in Hindi. Names, figures and commands stay.

import type { Form } from '../app/said-by.ts'
import { channelName, time, waiting } from './health-figures.ts'

const WORKER = 'देखें कि वर्कर चल रहा है या नहीं, और उसका लॉग'

const byChannel = (said: string): string =>
  said
    .split('; ')
    .map((one) => one.replace(/^(\S+) (.*)$/, (_all, channel, rest) => `${channelName(channel)} ${waiting(rest)}`))
    .join('; ')

export const queues: Form[] = [
  [
    /^Work of the kind (\S+) has been due for (.*): see whether the worker runs, and its log\.$/,
    (kind = '', age = '') => `${kind} का काम ${time(age)} से बाक़ी है: ${WORKER}।`,
  ],
  [
    /^Deliveries by (\S+) have been due for (.*): see whether the worker runs, and its log, and whether the provider answers\.$/,
    (channel = '', age = '') =>
      `${channelName(channel)} की डिलीवरी ${time(age)} से बाक़ी हैं: ${WORKER}; यह भी कि प्रदाता जवाब दे रहा है या नहीं।`,
  ],
  [
    /^(\S+) arrivals? could not be worked on, of (\S+) organizations?: samvad arrival list\.$/,
    (count = '', organizations = '') =>
      `${organizations} संगठनों का आया हुआ ${count} पर काम नहीं हो सका: samvad arrival list।`,
  ],
  [
    /^(\S+) messages? to a shared account of no organization: samvad quarantine list\.$/,
    (count = '') => `साझा खाते पर आए ${count} संदेश किसी संगठन के नहीं हैं: samvad quarantine list।`,
  ],
  [
    /^(\S+) deliver(?:y|ies) longer in hand than a lease lasts: see whether the worker runs, and its log\.$/,
    (count = '') => `${count} डिलीवरी तय समय से ज़्यादा देर से हाथ में हैं: ${WORKER}।`,
  ],
  [/^due work ?(none)?$/, (none = '') => (none ? 'बाक़ी काम: कोई नहीं' : 'बाक़ी काम')],
  [/^ {2}(\S+) {2}(\S+, the oldest for .*)$/, (kind = '', said = '') => `  ${kind}  ${waiting(said)}`],
  [/^deliveries due (.*)$/, (said = '') => `बाक़ी डिलीवरी: ${byChannel(said)}`],
  [
    /^deliveries to be tried again (?:none|(.*))$/,
    (said = '') => `जिन डिलीवरी की दोबारा कोशिश होगी: ${said ? byChannel(said) : 'कोई नहीं'}`,
  ],
  [/^deliveries in hand (\d+)$/, (count = '') => `हाथ में डिलीवरी: ${count}`],
  [/^arrivals that wait for a person (\d+)$/, (count = '') => `जिन पर किसी व्यक्ति को देखना है: ${count}`],
  [/^messages in quarantine (.*)$/, (said = '') => `क्वारंटीन में संदेश: ${waiting(said)}`],
]

export const jobs: Form[] = [
  [/^not known: no worker of this machine answers$/, () => 'पता नहीं: इस मशीन का कोई वर्कर जवाब नहीं दे रहा'],
  [
    /^(.*) has failed (\d+) times and does not succeed: see the log for its name\.$/,
    (job = '', times = '') => `${job} ${times} बार विफल हुआ और सफल नहीं हो रहा: लॉग में उसका नाम देखें।`,
  ],
  [/^(\d+) jobs, none has failed since the start$/, (count = '') => `${count} काम, शुरू से कोई विफल नहीं`],
  [/^(\d+) jobs, of which have failed since the start$/, (count = '') => `${count} काम, शुरू से ये विफल हुए`],
  [
    /^ {2}(.*?) {2}(\d+) failures {2}last success (?:never|(.*) ago)$/,
    (job = '', failures = '', ago = '') =>
      `  ${job}  ${failures} बार विफल  पिछली सफलता ${ago ? `${time(ago)} पहले` : 'कभी नहीं'}`,
  ],
]

const ROLES: Record<string, string> = { 'takes new payments': 'नए भुगतान लेता है', on: 'चालू', off: 'बंद' }
const REFUNDS: Record<string, string> = { requested: 'माँगे गए', approved: 'मंज़ूर', processing: 'चल रहे' }

export const payments: Form[] = [
  [/^no gateway: no recharge can be paid$/, () => 'कोई गेटवे नहीं: कोई रिचार्ज नहीं हो सकता'],
  [
    /^A refund has waited for its gateway for (.*): ask the gateway; samvad refund list names it\.$/,
    (age = '') => `एक रिफ़ंड ${time(age)} से गेटवे पर रुका है: गेटवे से पूछें; samvad refund list में वह मिलेगा।`,
  ],
  [
    /^disputes to answer at the gateway: (\d+)(?:, the first until (.*) in India)?; samvad claim list names them\.$/,
    (count = '', until = '') =>
      `गेटवे पर उत्तर की प्रतीक्षा में विवाद: ${count}${until ? `, पहले का समय भारत में ${until} तक` : ''}; samvad claim list में वे मिलेंगे।`,
  ],
  [
    /^(\S+) {2}(takes new payments|on|off) {2}(?:no payment awaited|(\d+) awaited, the oldest for (.*?))(?: {2}(?:no webhook since the start|last webhook (.*) ago) {2}(\d+) calls failed)?$/,
    (name = '', role = '', open = '', oldest = '', heard = '', failed = '') =>
      [
        name,
        ROLES[role],
        open ? `${open} भुगतान बाक़ी, सबसे पुराना ${time(oldest)} से` : 'कोई भुगतान बाक़ी नहीं',
        ...(failed ? [heard ? `पिछला वेबहुक ${time(heard)} पहले` : 'शुरू से कोई वेबहुक नहीं', `${failed} कॉल विफल`] : []),
      ].join('  '),
  ],
  [
    /^refunds (\S+) (\d+), the oldest for (.*)$/,
    (status = '', count = '', oldest = '') =>
      `${REFUNDS[status] ?? status} रिफ़ंड: ${count}, सबसे पुराना ${time(oldest)} से`,
  ],
  [
    /^automatic recharges on (\d+), failing (\d+)$/,
    (on = '', failing = '') => `ऑटो-रिचार्ज चालू: ${on}, विफल हो रहे: ${failing}`,
  ],
]

const OUTCOMES: Record<string, string> = {
  accepted: 'लिए गए',
  refused: 'ठुकराए गए',
  temporary: 'बाद में फिर',
  throttled: 'धीमे किए गए',
  unavailable: 'प्रदाता उपलब्ध नहीं',
  unknown: 'नतीजा पता नहीं',
  sent: 'भेजे गए',
  failed: 'विफल',
}
const outcomesIn = (said = ''): string =>
  said === 'nothing sent' ? 'कुछ नहीं भेजा गया' : said.replace(/\b[a-z]+\b/g, (word) => OUTCOMES[word] ?? word)

export const channels: Form[] = [
  [
    /^the program's own mail: (?:no mail server is set: SAMVAD_SMTP_URL|(.*))$/,
    (carrier = '') => `प्रोग्राम की अपनी मेल: ${carrier || 'कोई मेल सर्वर सेट नहीं है: SAMVAD_SMTP_URL'}`,
  ],
  [/^the mail receiver: off (\(.*\))$/, (settings = '') => `मेल लेना: बंद ${settings}`],
  [
    /^the mail receiver: off by the settings of this command; no program of this folder runs here (\(.*\))$/,
    (settings = '') => `मेल लेना: इस कमांड की सेटिंग में बंद; इस फ़ोल्डर का कोई प्रोग्राम यहाँ नहीं चल रहा ${settings}`,
  ],
  [
    /^the mail receiver: on, for (\S+), port (\d+): (listens|does not listen|nobody says whether it listens)$/,
    (domain = '', port = '', listens = '') =>
      `मेल लेना: चालू, ${domain}, पोर्ट ${port}: ${{ listens: 'सुन रहा है', 'does not listen': 'नहीं सुन रहा' }[listens] ?? 'पता नहीं कि सुन रहा है या नहीं'}`,
  ],
  [
    /^(\S+) warnings? of the provider about the shared (app|sms|email) account within 7 days: GET \/v1\/shared_channel_notices\.$/,
    (count = '', channel = '') =>
      `साझा ${channel} खाते के बारे में प्रदाता की ${count} चेतावनी, पिछले 7 दिनों में: GET /v1/shared_channel_notices।`,
  ],
  [
    /^Mail is not received on port (\d+): see the log of the worker, job mail receiver\.$/,
    (port = '') => `पोर्ट ${port} पर मेल नहीं ली जा रही: वर्कर का लॉग देखें, काम mail receiver।`,
  ],
  [
    /^(\S+) {2}(\d+) accounts of organizations(, and one for all others)?(?: {2}since the start (.*?), (\d+) pauses)?(?:, last arrival (.*?) ago)?(?:, (\S+) arrivals? to be worked on, the oldest for (.*))?$/,
    (channel = '', own = '', shared = '', outcomes = '', pauses = '', last = '', count = '', oldest = '') =>
      [
        `${channelName(channel)}  संगठनों के ${own} खाते${shared && ', और बाक़ी सबके लिए एक'}${pauses && `  शुरू से: ${outcomesIn(outcomes)}, ${pauses} बार रुका`}`,
        ...(last ? [`पिछली बार ${time(last)} पहले कुछ आया`] : []),
        ...(count ? [`आया हुआ ${count} बाक़ी, सबसे पुराना ${time(oldest)} से`] : []),
      ].join(', '),
  ],
]

export const doctor: Form[] = [
  [/^has not run with this DATA_DIR: samvad doctor$/, () => 'इस DATA_DIR के साथ अभी नहीं चला: samvad doctor'],
  [
    /^(.*) ago these invariants were broken: (.*)\. Run samvad doctor\.$/,
    (ago = '', rules = '') => `${time(ago)} पहले ये नियम टूटे हुए थे: ${rules}। samvad doctor चलाएँ।`,
  ],
  [
    /^(?:all of it held|broken: (.*)), (.*) ago$/,
    (rules = '', ago = '') => `${rules ? `टूटे नियम: ${rules}` : 'सब टिके थे'}, ${time(ago)} पहले`,
  ],
]
