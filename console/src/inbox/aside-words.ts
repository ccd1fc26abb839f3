import { plural } from '../app/plural.ts'

const one = (count: number, singular: string, several: string) => plural('en', count, { one: singular, other: several })
const ek = (count: number, singular: string, several: string) => plural('hi', count, { one: singular, other: several })

const en = {
  noMembers: 'No contacts in this group',
  suppressions: { bounced: 'Bounced', complained: 'Complained', unsubscribed: 'Unsubscribed', manual: 'Suppressed' },
  addresses: 'Addresses',
  copyAddress: (address: string) => `Copy ${address}`,
  mayBeWritten: 'Can be messaged',
  yes: 'Yes',
  attributes: 'Attributes',
  answeredBy: 'Assignee',
  begun: 'Started',
  costOfLast: (count: number) => one(count, 'Cost of the last message', `Cost of the last ${count} messages`),
  costOfAll: (count: number) => one(count, 'Cost of 1 message', `Cost of ${count} messages`),
  openContact: 'View contact',
}

const hi: typeof en = {
  noMembers: 'इस समूह में कोई संपर्क नहीं',
  suppressions: {
    bounced: 'लौट आया',
    complained: 'शिकायत की',
    unsubscribed: 'अनसब्सक्राइब किया',
    manual: 'रोक-सूची में',
  },
  addresses: 'पते',
  copyAddress: (address: string) => `${address} कॉपी करें`,
  mayBeWritten: 'संदेश भेज सकते हैं',
  yes: 'हाँ',
  attributes: 'अन्य जानकारी',
  answeredBy: 'किसके पास है',
  begun: 'शुरू हुई',
  costOfLast: (count: number) => ek(count, 'पिछले संदेश का ख़र्च', `पिछले ${count} संदेशों का ख़र्च`),
  costOfAll: (count: number) => ek(count, `${count} संदेश का ख़र्च`, `${count} संदेशों का ख़र्च`),
  openContact: 'संपर्क देखें',
}

export const asideWords = { en, hi }
