const en = {
  exportTitle: 'Export contacts as CSV',
  exportDetail: 'With the filters of the table. It is made in the background, and costs nothing.',
  exportFind: 'What is looked for does not narrow it.',
  exportNow: 'Make export',
  exportAsked: 'The export is being made',
  noExports: 'No exports yet',
  noExportsDetail: 'Filter the contacts as you want them, then press Export.',
  file: 'File',
  rows: 'Rows',
  status: 'Status',
  download: 'Download',
  cancelled: 'Cancelled',
  until: 'Kept until',
  tooLarge: 'Too large: narrow the period',
  keptFailing: 'It failed again and again',
  contactDeleted: 'A contact in it was deleted. Make a new export.',
}

const hi: typeof en = {
  exportTitle: 'संपर्क CSV में निर्यात करें',
  exportDetail: 'तालिका के फ़िल्टरों के साथ। यह साथ-साथ बनता है, और मुफ़्त है।',
  exportFind: 'खोज से यह सीमित नहीं होता।',
  exportNow: 'निर्यात बनाएँ',
  exportAsked: 'निर्यात बन रहा है',
  noExports: 'अभी कोई निर्यात नहीं',
  noExportsDetail: 'संपर्कों को जैसे चाहिए फ़िल्टर करें, फिर निर्यात दबाएँ।',
  file: 'फ़ाइल',
  rows: 'पंक्तियाँ',
  status: 'स्थिति',
  download: 'डाउनलोड करें',
  cancelled: 'रद्द हुआ',
  until: 'कब तक रहेगा',
  tooLarge: 'बहुत बड़ा: अवधि घटाएँ',
  keptFailing: 'बार-बार विफल हुआ',
  contactDeleted: 'इसमें का कोई संपर्क हटाया गया। नया निर्यात बनाएँ।',
}

export const exportWords = { en, hi }
