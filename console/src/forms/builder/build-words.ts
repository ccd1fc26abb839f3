const en = {
  fields: 'Fields',
  preview: 'Preview',
  phone: 'Phone',
  desktop: 'Desktop',
  width: 'Width of the preview',
  language: 'Language of the preview',
  shows: 'What the preview shows',
  page: (page: number) => `Page ${page}`,
  thankYou: 'Thank you',
  closed: 'Closed',
  failed: 'The preview can’t be shown while a field is wrong.',
  frame: 'The page of the form',
}

const hi: typeof en = {
  fields: 'फ़ील्ड',
  preview: 'झलक',
  phone: 'फ़ोन',
  desktop: 'कंप्यूटर',
  width: 'झलक की चौड़ाई',
  language: 'झलक की भाषा',
  shows: 'झलक में क्या दिखे',
  page: (page) => `पेज ${page}`,
  thankYou: 'धन्यवाद',
  closed: 'बंद',
  failed: 'जब तक किसी फ़ील्ड में ग़लती है, झलक नहीं दिखाई जा सकती।',
  frame: 'फ़ॉर्म का पेज',
}

export const buildWords = { en, hi }
