const en = {
  exportTitle: 'Contact export',
  exportDetail:
    'A CSV file with the contacts that match the filters of the table. It is created in the background, free of charge.',
  exportFind: 'The search isn’t applied.',
  exportNow: 'Create export',
  exportAsked: 'Export started',
  noExports: 'No exports yet',
  noExportsDetail: 'Filter your contacts, then choose “Export contacts”. The files appear here.',
  file: 'File',
  rows: 'Rows',
  status: 'Status',
  download: 'Download',
  cancelled: 'Export cancelled',
  until: 'Expires',
  tooLarge: 'The file would be too large. Choose a shorter period or add a filter.',
  keptFailing: 'The export failed several times. Ask the operator for help.',
  contactDeleted: 'A contact in this export was deleted. Create a new export.',
}

const hi: typeof en = {
  exportTitle: 'संपर्कों का एक्सपोर्ट',
  exportDetail: 'टेबल के फ़िल्टर से मिले संपर्कों की CSV फ़ाइल। यह बैकग्राउंड में बनती है और मुफ़्त है।',
  exportFind: 'खोज का शब्द इस पर लागू नहीं होगा।',
  exportNow: 'एक्सपोर्ट बनाएँ',
  exportAsked: 'एक्सपोर्ट शुरू हो गया',
  noExports: 'अभी कोई एक्सपोर्ट नहीं',
  noExportsDetail: 'अपने संपर्कों पर फ़िल्टर लगाएँ, फिर “संपर्क एक्सपोर्ट करें” चुनें। फ़ाइलें यहाँ मिलेंगी।',
  file: 'फ़ाइल',
  rows: 'पंक्तियाँ',
  status: 'स्थिति',
  download: 'डाउनलोड करें',
  cancelled: 'एक्सपोर्ट रद्द हो गया',
  until: 'कब तक मिलेगा',
  tooLarge: 'फ़ाइल बहुत बड़ी हो जाएगी। छोटी अवधि चुनें या कोई फ़िल्टर लगाएँ।',
  keptFailing: 'एक्सपोर्ट कई बार विफल हुआ। संचालक से मदद लें।',
  contactDeleted: 'इस एक्सपोर्ट का एक संपर्क हटा दिया गया। नया एक्सपोर्ट बनाएँ।',
}

export const exportWords = { en, hi }
