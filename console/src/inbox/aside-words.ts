import { plural } from '../app/plural.ts'

const one = (count: number, singular: string, several: string) => plural('en', count, { one: singular, other: several })
const ek = (count: number, singular: string, several: string) => plural('hi', count, { one: singular, other: several })

const en = {
  noMembers: 'Nobody is in it',
  suppressions: { bounced: 'bounced', complained: 'complained', unsubscribed: 'unsubscribed', manual: 'suppressed' },
  addresses: 'Addresses',
  copyAddress: (address: string) => `Copy ${address}`,
  mayBeWritten: 'May be written to',
  yes: 'yes',
  attributes: 'Attributes',
  answeredBy: 'Answered by',
  begun: 'Begun',
  costOfLast: (count: number) => one(count, 'Last message', `Last ${count} messages`),
  costOfAll: (count: number) => one(count, '1 message', `${count} messages`),
  openContact: 'Open the contact',
}

const hi: typeof en = {
  noMembers: 'इसमें कोई नहीं है',
  suppressions: { bounced: 'लौट आया', complained: 'शिकायत की', unsubscribed: 'सदस्यता छोड़ी', manual: 'रोक-सूची में' },
  addresses: 'पते',
  copyAddress: (address: string) => `${address} कॉपी करें`,
  mayBeWritten: 'लिख सकते हैं',
  yes: 'हाँ',
  attributes: 'और जानकारी',
  answeredBy: 'जवाब देने वाले',
  begun: 'शुरू हुई',
  costOfLast: (count: number) => ek(count, 'पिछला संदेश', `पिछले ${count} संदेश`),
  costOfAll: (count: number) => ek(count, `${count} संदेश`, `${count} संदेश`),
  openContact: 'संपर्क खोलें',
}

export const asideWords = { en, hi }
