import { plural } from '../app/plural.ts'

const one = (count: number, singular: string, several: string) => plural('en', count, { one: singular, other: several })
const ek = (count: number, singular: string, several: string) => plural('hi', count, { one: singular, other: several })

const en = {
  attachments: 'Attachments',
  composer: 'New message',
  channel: 'Channel',
  subject: 'Subject',
  text: 'Message',
  write: 'Write a message',
  keptText: 'Your draft is kept until the contact writes again',
  reply: 'Reply',
  send: 'Send',
  costs: 'Cost:',
  notKept: 'Message not sent. This browser doesn’t let the console store data: allow it and try again.',
  reachesNobody: 'No channel available.',
  windowLeft: (hours: number, minutes: number, seconds: number) =>
    `Session open for ${hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds} s`}`,
  windowClosed: '24-hour session closed: templates only',
  segments: (count: number, left: number) => `${one(count, '1 SMS', `${count} SMS`)}, ${left} characters left`,
  outsideGsm: (signs: string) => `Fewer characters fit because of: ${signs}`,
  reaches: (reached: number, not: number) =>
    not === 0 ? `Reaches ${reached} contacts.` : `Reaches ${reached} of ${reached + not} contacts. Not reached:`,
  attach: 'Attach file',
  dropFile: (name: string) => `Remove ${name}`,
  uploading: (name: string) => `Uploading ${name}`,
  schedule: 'Send later',
  scheduleDetail: 'You pay now. If you cancel before it is sent, the charge is reversed.',
  scheduleIt: 'Schedule message',
  leavesAt: 'Send at',
  noTime: 'Enter a date and time.',
  inThePast: 'This time has passed. Choose a later one.',
  tooFar: 'Choose a time within the next 35 days.',
}

const hi: typeof en = {
  attachments: 'अटैचमेंट',
  composer: 'नया संदेश',
  channel: 'चैनल',
  subject: 'विषय',
  text: 'संदेश',
  write: 'संदेश लिखें',
  keptText: 'संपर्क के दोबारा लिखने तक आपका ड्राफ़्ट सहेजा रहेगा',
  reply: 'जवाब दें',
  send: 'भेजें',
  costs: 'ख़र्च:',
  notKept: 'संदेश नहीं भेजा गया। यह ब्राउज़र डेटा सहेजने नहीं देता: इसकी अनुमति दें और फिर कोशिश करें।',
  reachesNobody: 'भेजने के लिए कोई चैनल नहीं है।',
  windowLeft: (hours, minutes, seconds) =>
    `सेशन ${hours > 0 ? `${hours} घंटे ${minutes} मिनट` : `${minutes} मिनट ${seconds} सेकंड`} और खुला है`,
  windowClosed: '24 घंटे का सेशन बंद: सिर्फ़ टेम्पलेट',
  segments: (count: number, left: number) => `${ek(count, `${count} SMS`, `${count} SMS`)}, ${left} अक्षर बाक़ी`,
  outsideGsm: (signs: string) => `इनकी वजह से कम अक्षर आएँगे: ${signs}`,
  reaches: (reached: number, not: number) =>
    not === 0 ? `${reached} संपर्कों को मिलेगा।` : `${reached + not} में से ${reached} को मिलेगा। बाक़ी को नहीं:`,
  attach: 'फ़ाइल अटैच करें',
  dropFile: (name: string) => `${name} हटाएँ`,
  uploading: (name: string) => `${name} अपलोड हो रही है`,
  schedule: 'बाद में भेजें',
  scheduleDetail: 'पैसा अभी कटेगा। भेजे जाने से पहले रद्द करें तो पैसा वापस मिल जाएगा।',
  scheduleIt: 'संदेश शेड्यूल करें',
  leavesAt: 'कब भेजें',
  noTime: 'तारीख़ और समय भरें।',
  inThePast: 'यह समय बीत चुका है। आगे का समय चुनें।',
  tooFar: 'अगले 35 दिन के अंदर का समय चुनें।',
}

export const composerWords = { en, hi }
