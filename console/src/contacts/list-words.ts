const en = {
  find: 'Search contacts',
  findHint: 'Name, email address or digits of the phone number',
  state: 'Status',
  states: { reachable: 'Can be messaged', suppressed: 'Suppressed', unsubscribed: 'Unsubscribed' },
  addresses: 'Addresses',
  none: 'No contacts yet',
  noneDetail:
    'Add contacts one by one, or import them from a CSV or Excel file. People who message you are added automatically.',
  exportThese: 'Export contacts',
  selectAll: 'Select all shown',
  select: (name: string) => `Select ${name}`,
  deleteMany: (count: string) => `Delete ${count} contacts?`,
  remove: 'Remove',
  noMatch: 'No contacts match these filters',
}

const hi: typeof en = {
  find: 'संपर्क खोजें',
  findHint: 'नाम, ईमेल पता या फ़ोन नंबर के कुछ अंक',
  state: 'स्थिति',
  states: {
    reachable: 'संदेश भेज सकते हैं',
    suppressed: 'रोक-सूची में',
    unsubscribed: 'अनसब्सक्राइब किया',
  },
  addresses: 'पते',
  none: 'अभी कोई संपर्क नहीं',
  noneDetail: 'संपर्क एक-एक करके जोड़ें, या CSV या Excel फ़ाइल से इंपोर्ट करें। जो लोग आपको संदेश भेजते हैं, वे अपने-आप जुड़ जाते हैं।',
  exportThese: 'संपर्क एक्सपोर्ट करें',
  selectAll: 'जो दिख रहे हैं उन सबको चुनें',
  select: (name) => `${name} को चुनें`,
  deleteMany: (count) => `${count} संपर्क हटाएँ?`,
  remove: 'निकालें',
  noMatch: 'इन फ़िल्टर से कोई संपर्क नहीं मिला',
}

export const listWords = { en, hi }
