const en = {
  template: 'Template',
  chooseTemplate: 'Choose template',
  leaveTemplate: 'Remove template',
  onlyTemplates: 'The 24-hour session is closed. Send an approved template instead.',
  findTemplate: 'Search templates',
  noTemplates: 'No templates for this channel',
  noTemplatesDetail: 'Approved templates for this channel appear here.',
  toTemplates: 'Go to templates',
  preview: 'Preview',
  missing: 'Enter a value.',
}

const hi: typeof en = {
  template: 'टेम्पलेट',
  chooseTemplate: 'टेम्पलेट चुनें',
  leaveTemplate: 'टेम्पलेट हटाएँ',
  onlyTemplates: '24 घंटे का सेशन बंद है। इसकी जगह कोई मंज़ूर टेम्पलेट भेजें।',
  findTemplate: 'टेम्पलेट खोजें',
  noTemplates: 'इस चैनल के लिए कोई टेम्पलेट नहीं',
  noTemplatesDetail: 'इस चैनल के मंज़ूर टेम्पलेट यहाँ दिखेंगे।',
  toTemplates: 'टेम्पलेट पर जाएँ',
  preview: 'प्रीव्यू',
  missing: 'इसे भरें।',
}

export const templateWords = { en, hi }
