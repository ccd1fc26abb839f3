const en = {
  find: 'Search contacts',
  findHint: 'Name, email address, or some digits of the number',
  state: 'State',
  states: { reachable: 'Nothing in the way', suppressed: 'Suppressed', unsubscribed: 'Unsubscribed' },
  addresses: 'Addresses',
  none: 'No contacts yet',
  noneDetail: 'People whom you write to. Add one, or import a list as CSV; who writes to you is added by itself.',
  exportThese: 'Export',
  selectAll: 'Select all that are shown',
  select: (name: string) => `Select ${name}`,
  deleteMany: (count: string) => `Delete ${count} contacts?`,
  remove: 'Take out',
  noMatch: 'No contact is like this',
}

const hi: typeof en = {
  find: 'संपर्क खोजें',
  findHint: 'नाम, ईमेल पता, या नंबर के कुछ अंक',
  state: 'स्थिति',
  states: { reachable: 'कोई रोक नहीं', suppressed: 'रोका हुआ', unsubscribed: 'सदस्यता छोड़ी' },
  addresses: 'पते',
  none: 'अभी कोई संपर्क नहीं',
  noneDetail: 'जिन्हें आप लिखते हैं। एक जोड़ें, या CSV से आयात करें; जो आपको लिखते हैं वे अपने-आप जुड़ते हैं।',
  exportThese: 'निर्यात करें',
  selectAll: 'जो दिख रहे हैं वे सब चुनें',
  select: (name) => `${name} को चुनें`,
  deleteMany: (count) => `${count} संपर्क मिटाएँ?`,
  remove: 'निकालें',
  noMatch: 'ऐसा कोई संपर्क नहीं',
}

export const listWords = { en, hi }
