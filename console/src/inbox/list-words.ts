import { plural } from '../app/plural.ts'

const one = (count: number, singular: string, several: string) => plural('en', count, { one: singular, other: several })
const ek = (count: number, singular: string, several: string) => plural('hi', count, { one: singular, other: several })

const en = {
  title: 'Inbox',
  conversations: 'Conversations',
  search: 'Search',
  results: 'Search results',
  searchPlaceholder: 'Search people and messages',
  clear: 'Clear',
  filters: 'Filters',
  moreFilters: 'More filters',
  mine: 'Mine',
  everybodys: 'Everybody’s',
  open: 'Open',
  wroteOn: { email: 'Wrote by email', app: 'Wrote in the app', sms: 'Wrote by SMS' } as Record<string, string>,
  withWhom: { contact: 'With a contact', group: 'With a group' },
  none: 'No conversations yet',
  noneDetail: 'Whoever writes to you appears here. Or write first.',
  noMatch: 'None of these',
  contacts: 'Contacts',
  groups: 'Groups',
  draft: 'Draft',
  by: (name: string) => `${name}:`,
  unreadMessages: (count: number) => one(count, '1 unread message', `${count} unread messages`),
  nothingOpen: 'No conversation is open',
  nothingOpenDetail: 'Choose one at the side: J and K move, Enter opens.',
  choose: 'Select',
  select: (name: string) => `Select ${name}`,
}

const hi: typeof en = {
  title: 'इनबॉक्स',
  conversations: 'बातचीत',
  search: 'खोजें',
  results: 'खोज के नतीजे',
  searchPlaceholder: 'लोग और संदेश खोजें',
  clear: 'मिटाएँ',
  filters: 'फ़िल्टर',
  moreFilters: 'और फ़िल्टर',
  mine: 'मेरी',
  everybodys: 'सबकी',
  open: 'चालू',
  wroteOn: { email: 'ईमेल से लिखा', app: 'ऐप में लिखा', sms: 'SMS से लिखा' },
  withWhom: { contact: 'किसी संपर्क के साथ', group: 'किसी समूह के साथ' },
  none: 'अभी कोई बातचीत नहीं',
  noneDetail: 'जो भी आपको लिखेगा, यहाँ दिखेगा। या आप पहले लिखें।',
  noMatch: 'ऐसी कोई नहीं',
  contacts: 'संपर्क',
  groups: 'समूह',
  draft: 'मसौदा',
  by: (name: string) => `${name}:`,
  unreadMessages: (count: number) => ek(count, `${count} अनपढ़ा संदेश`, `${count} अनपढ़े संदेश`),
  nothingOpen: 'कोई बातचीत खुली नहीं है',
  nothingOpenDetail: 'बगल से एक चुनें: J और K से चलें, Enter से खोलें।',
  choose: 'चुनें',
  select: (name: string) => `${name} को चुनें`,
}

export const listWords = { en, hi }
