import { plural } from '../app/plural.ts'

const one = (count: number, singular: string, several: string) => plural('en', count, { one: singular, other: several })
const ek = (count: number, singular: string, several: string) => plural('hi', count, { one: singular, other: several })

const en = {
  title: 'Inbox',
  conversations: 'Conversations',
  search: 'Search',
  results: 'Search results',
  searchPlaceholder: 'Search people and messages',
  clear: 'Clear search',
  filters: 'Filters',
  moreFilters: 'More filters',
  mine: 'Mine',
  everybodys: 'Team',
  open: 'Open',
  wroteOn: { email: 'Received via email', app: 'Received via app', sms: 'Received via SMS' } as Record<string, string>,
  withWhom: { contact: 'With a contact', group: 'With a group' },
  none: 'No conversations yet',
  noneDetail: 'Messages from your contacts appear here. You can also write first.',
  noMatch: 'No matching conversations',
  contacts: 'Contacts',
  groups: 'Groups',
  draft: 'Draft',
  by: (name: string) => `${name}:`,
  unreadMessages: (count: number) => one(count, '1 unread message', `${count} unread messages`),
  nothingOpen: 'No conversation selected',
  nothingOpenDetail: 'Choose one from the list. J and K move, Enter opens.',
  choose: 'Select conversations',
  select: (name: string) => `Select ${name}`,
}

const hi: typeof en = {
  title: 'इनबॉक्स',
  conversations: 'बातचीत',
  search: 'खोजें',
  results: 'खोज के नतीजे',
  searchPlaceholder: 'लोग और संदेश खोजें',
  clear: 'खोज हटाएँ',
  filters: 'फ़िल्टर',
  moreFilters: 'और फ़िल्टर',
  mine: 'मेरी',
  everybodys: 'सबकी',
  open: 'खुली',
  wroteOn: { email: 'ईमेल से आई', app: 'ऐप से आई', sms: 'SMS से आई' },
  withWhom: { contact: 'किसी संपर्क के साथ', group: 'किसी समूह के साथ' },
  none: 'अभी कोई बातचीत नहीं',
  noneDetail: 'आपके संपर्कों के संदेश यहाँ दिखेंगे। आप ख़ुद भी पहले लिख सकते हैं।',
  noMatch: 'ऐसी कोई बातचीत नहीं मिली',
  contacts: 'संपर्क',
  groups: 'समूह',
  draft: 'ड्राफ़्ट',
  by: (name: string) => `${name}:`,
  unreadMessages: (count: number) => ek(count, `${count} बिना पढ़ा संदेश`, `${count} बिना पढ़े संदेश`),
  nothingOpen: 'कोई बातचीत नहीं चुनी गई',
  nothingOpenDetail: 'सूची से एक चुनें। J और K से ऊपर-नीचे जाएँ, Enter से खोलें।',
  choose: 'बातचीत चुनें',
  select: (name: string) => `${name} को चुनें`,
}

export const listWords = { en, hi }
