import { plural } from '../app/plural.ts'
import { grouped } from '../design/rupees.ts'

const en = {
  forms: 'Forms',
  domains: 'Domains',
  create: 'Create form',
  newTitle: 'New form',
  newDetail: 'Choose what to begin with. Every field can be changed, and nothing is public until you publish.',
  none: 'No forms yet',
  noneDetail:
    'A form fills itself into contacts, consent, lists and conversations, on a page that loads at once. Forms and submissions are free and unlimited.',
  beginWith: 'Begin with',
  noMatch: 'No forms match these filters',
  noMatchDetail: 'Remove a filter to see more forms.',
  filters: 'Filters',
  clear: 'Clear filters',
  find: 'Search by name',
  any: 'Any',
  name: 'Name',
  status: 'Status',
  submissions: 'Submissions',
  created: 'Created',
  submissionsOf: (count: number, name: string) =>
    plural('en', count, { one: `1 submission of ${name}`, other: `${grouped(count)} submissions of ${name}` }),
  starters: {
    blank: { name: 'Blank form', detail: 'One field to start with.' },
    contact: { name: 'Contact form', detail: 'Each message becomes a conversation in the inbox.' },
    feedback: { name: 'Feedback', detail: 'A rating, and a question that depends on it.' },
    registration: { name: 'Event registration', detail: 'Name, seats and food, with consent for news.' },
    lead: { name: 'Lead form', detail: 'Phone number, city and interest, with the campaign it came from.' },
  },
  inLanguage: (label: string, language: string) => `${label} (${language})`,
  unnamed: 'Unnamed form',
  parts: 'Parts of the form',
  build: 'Build',
  settings: 'Settings',
  share: 'Share',
  analytics: 'Analytics',
  more: 'More actions',
  rename: 'Rename',
  renameTitle: 'Rename form',
  renameAction: 'Rename',
  nameHint: 'Also the title of the page, unless the settings have another one.',
  duplicate: 'Duplicate',
  duplicated: 'Form duplicated',
  copyOf: (name: string) => `Copy of ${name}`,
  delete: 'Delete form',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteDetail: (count: number) =>
    count === 0
      ? 'Its page closes at once. This can’t be undone.'
      : plural('en', count, {
          one: 'Its page closes at once, and its submission is deleted with its files. This can’t be undone.',
          other: `Its page closes at once, and its ${grouped(count)} submissions are deleted with their files. Download them first if you need them. This can’t be undone.`,
        }),
  deleted: 'Form deleted',
  isSuspended: (reason: string) => `An operator suspended this form, and its page is closed: ${reason}`,
}

const hi: typeof en = {
  forms: 'फ़ॉर्म',
  domains: 'डोमेन',
  create: 'फ़ॉर्म बनाएँ',
  newTitle: 'नया फ़ॉर्म',
  newDetail: 'चुनें कि किससे शुरू करना है। हर फ़ील्ड बदला जा सकता है, और प्रकाशित करने तक कुछ भी सार्वजनिक नहीं होता।',
  none: 'अभी कोई फ़ॉर्म नहीं',
  noneDetail:
    'फ़ॉर्म से संपर्क, सहमति, सूचियाँ और बातचीत अपने आप भर जाती हैं, और उसका पेज तुरंत खुलता है। फ़ॉर्म और जमा होने वाले जवाब मुफ़्त और असीमित हैं।',
  beginWith: 'इससे शुरू करें',
  noMatch: 'इन फ़िल्टर से कोई फ़ॉर्म नहीं मिला',
  noMatchDetail: 'और फ़ॉर्म देखने के लिए कोई फ़िल्टर हटाएँ।',
  filters: 'फ़िल्टर',
  clear: 'फ़िल्टर हटाएँ',
  find: 'नाम से खोजें',
  any: 'कोई भी',
  name: 'नाम',
  status: 'स्थिति',
  submissions: 'जमा हुए',
  created: 'बनाया गया',
  submissionsOf: (count, name) => `${name} के ${grouped(count)} जमा हुए जवाब`,
  starters: {
    blank: { name: 'ख़ाली फ़ॉर्म', detail: 'शुरू करने के लिए एक फ़ील्ड।' },
    contact: { name: 'संपर्क फ़ॉर्म', detail: 'हर संदेश इनबॉक्स में बातचीत बन जाता है।' },
    feedback: { name: 'फ़ीडबैक', detail: 'एक रेटिंग, और उस पर टिका एक सवाल।' },
    registration: { name: 'कार्यक्रम का रजिस्ट्रेशन', detail: 'नाम, सीटें और भोजन, ख़बरों की सहमति के साथ।' },
    lead: { name: 'लीड फ़ॉर्म', detail: 'फ़ोन नंबर, शहर और रुचि, और वह कैंपेन जिससे लोग आए।' },
  },
  inLanguage: (label, language) => `${label} (${language})`,
  unnamed: 'बिना नाम का फ़ॉर्म',
  parts: 'फ़ॉर्म के भाग',
  build: 'बनाएँ',
  settings: 'सेटिंग',
  share: 'साझा करें',
  analytics: 'आँकड़े',
  more: 'और विकल्प',
  rename: 'नाम बदलें',
  renameTitle: 'फ़ॉर्म का नाम बदलें',
  renameAction: 'नाम बदलें',
  nameHint: 'यही पेज का शीर्षक भी है, जब तक सेटिंग में कोई और न हो।',
  duplicate: 'कॉपी बनाएँ',
  duplicated: 'फ़ॉर्म की कॉपी बन गई',
  copyOf: (name) => `${name} की कॉपी`,
  delete: 'फ़ॉर्म हटाएँ',
  deleteTitle: (name) => `${name} को हटाएँ?`,
  deleteDetail: (count) =>
    count === 0
      ? 'इसका पेज तुरंत बंद हो जाएगा। इसे वापस नहीं किया जा सकता।'
      : `इसका पेज तुरंत बंद हो जाएगा, और इसके ${grouped(count)} जमा हुए जवाब फ़ाइलों के साथ हट जाएँगे। ज़रूरत हो तो पहले उन्हें डाउनलोड कर लें। इसे वापस नहीं किया जा सकता।`,
  deleted: 'फ़ॉर्म हटा दिया गया',
  isSuspended: (reason) => `संचालक ने इस फ़ॉर्म को रोक दिया है, और इसका पेज बंद है: ${reason}`,
}

export const words = { en, hi }
