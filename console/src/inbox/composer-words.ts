import { plural } from '../app/plural.ts'

const one = (count: number, singular: string, several: string) => plural('en', count, { one: singular, other: several })
const ek = (count: number, singular: string, several: string) => plural('hi', count, { one: singular, other: several })

const en = {
  attachments: 'Attachments',
  composer: 'Write',
  channel: 'Channel',
  subject: 'Subject',
  text: 'Message',
  write: 'Write a message',
  keptText: 'What you write is kept until the app is open again',
  reply: 'Reply',
  send: 'Send',
  costs: 'It costs',
  notKept: 'This browser keeps nothing: the message was not sent',
  reachesNobody: 'There is no channel to write on.',
  windowLeft: (hours: number, minutes: number, seconds: number) =>
    `${hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds} s`} left to write freely`,
  windowClosed: '24 hours are over: templates only',
  segments: (count: number, left: number) => `${one(count, '1 SMS', `${count} SMS`)}, ${left} characters left`,
  outsideGsm: (signs: string) => `Longer because of: ${signs}`,
  reaches: (reached: number, not: number) => (not === 0 ? `Reaches ${reached}.` : `Reaches ${reached}, not ${not}:`),
  attach: 'Attach a file',
  dropFile: (name: string) => `Remove ${name}`,
  uploading: (name: string) => `Uploading ${name}`,
  schedule: 'Send later',
  scheduleDetail: 'It is paid now, and can be taken back until it leaves.',
  scheduleIt: 'Schedule',
  leavesAt: 'Leaves at',
  noTime: 'Give a day and a time.',
  inThePast: 'That is in the past.',
  tooFar: 'At most 35 days ahead.',
}

const hi: typeof en = {
  attachments: 'अटैचमेंट',
  composer: 'लिखें',
  channel: 'चैनल',
  subject: 'विषय',
  text: 'संदेश',
  write: 'संदेश लिखें',
  keptText: 'आप जो लिखेंगे वह ऐप फिर खुलने तक रखा रहेगा',
  reply: 'जवाब दें',
  send: 'भेजें',
  costs: 'ख़र्च',
  notKept: 'यह ब्राउज़र कुछ नहीं रखता: संदेश नहीं भेजा गया',
  reachesNobody: 'लिखने के लिए कोई चैनल नहीं है।',
  windowLeft: (hours, minutes, seconds) =>
    `खुलकर लिखने को ${hours > 0 ? `${hours} घं॰ ${minutes} मि॰` : `${minutes} मि॰ ${seconds} से॰`} बाक़ी`,
  windowClosed: '24 घंटे पूरे: केवल टेम्पलेट',
  segments: (count: number, left: number) => `${ek(count, `${count} SMS`, `${count} SMS`)}, ${left} अक्षर बाक़ी`,
  outsideGsm: (signs: string) => `इनकी वजह से लंबा: ${signs}`,
  reaches: (reached: number, not: number) =>
    not === 0 ? `${reached} को मिलेगा।` : `${reached} को मिलेगा, ${not} को नहीं:`,
  attach: 'फ़ाइल जोड़ें',
  dropFile: (name: string) => `${name} हटाएँ`,
  uploading: (name: string) => `${name} अपलोड हो रही है`,
  schedule: 'बाद में भेजें',
  scheduleDetail: 'पैसा अभी कटेगा; जाने से पहले तक वापस लिया जा सकता है।',
  scheduleIt: 'तय करें',
  leavesAt: 'कब जाए',
  noTime: 'दिन और समय दें।',
  inThePast: 'यह बीत चुका है।',
  tooFar: 'ज़्यादा से ज़्यादा 35 दिन आगे।',
}

export const composerWords = { en, hi }
