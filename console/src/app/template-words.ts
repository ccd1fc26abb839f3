const en = {
  template: 'Template',
  templates: 'Templates',
  chooseTemplate: 'Choose template',
  leaveTemplate: 'Remove template',
  onlyTemplates: 'The 24-hour session is closed. Send an approved template instead.',
  findTemplate: 'Search templates',
  noTemplates: 'No templates for this channel',
  noTemplatesDetail: 'Approved templates for this channel appear here.',
  toTemplates: 'Go to templates',
  preview: 'Preview',
  missing: 'Enter a value.',
  previewHtml: 'HTML preview',
  sms: (parts: number, characters: number, encoding: string) =>
    `${parts === 1 ? '1 segment' : `${parts} segments`} · ${characters === 1 ? '1 character' : `${characters} characters`} · ${encoding}`,
  encodings: { gsm: 'GSM', ucs2: 'Unicode' },
  smsHint: 'With these sample values. If your price list charges by segment, you pay for each of them.',
}

const hi: typeof en = {
  template: 'टेम्पलेट',
  templates: 'टेम्पलेट',
  chooseTemplate: 'टेम्पलेट चुनें',
  leaveTemplate: 'टेम्पलेट हटाएँ',
  onlyTemplates: '24 घंटे का सेशन बंद है। इसकी जगह कोई मंज़ूर टेम्पलेट भेजें।',
  findTemplate: 'टेम्पलेट खोजें',
  noTemplates: 'इस चैनल के लिए कोई टेम्पलेट नहीं',
  noTemplatesDetail: 'इस चैनल के मंज़ूर टेम्पलेट यहाँ दिखेंगे।',
  toTemplates: 'टेम्पलेट पर जाएँ',
  preview: 'प्रीव्यू',
  missing: 'इसे भरें।',
  previewHtml: 'HTML प्रीव्यू',
  sms: (parts, characters, encoding) => `${parts} सेगमेंट · ${characters} अक्षर · ${encoding}`,
  encodings: { gsm: 'GSM', ucs2: 'यूनिकोड' },
  smsHint: 'इन नमूना वैल्यू के साथ। आपकी क़ीमत सूची में पैसे सेगमेंट के हिसाब से लगते हों, तो हर सेगमेंट के पैसे कटेंगे।',
}

export const templateWords = { en, hi }
