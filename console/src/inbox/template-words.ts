const en = {
  template: 'Template',
  chooseTemplate: 'Choose a template',
  leaveTemplate: 'Write without a template',
  onlyTemplates: 'The contact wrote more than 24 hours ago. A template opens the conversation again.',
  findTemplate: 'Find a template',
  noTemplates: 'No template can be sent here',
  noTemplatesDetail: 'Templates that were approved for this channel appear here.',
  toTemplates: 'To the templates',
  preview: 'Preview',
  missing: 'Fill this in.',
}

const hi: typeof en = {
  template: 'टेम्पलेट',
  chooseTemplate: 'टेम्पलेट चुनें',
  leaveTemplate: 'बिना टेम्पलेट लिखें',
  onlyTemplates: 'संपर्क ने 24 घंटे से पहले लिखा था। टेम्पलेट से बातचीत फिर खुलती है।',
  findTemplate: 'टेम्पलेट खोजें',
  noTemplates: 'यहाँ कोई टेम्पलेट नहीं भेजा जा सकता',
  noTemplatesDetail: 'इस चैनल के लिए मंज़ूर टेम्पलेट यहाँ दिखेंगे।',
  toTemplates: 'टेम्पलेट पर',
  preview: 'झलक',
  missing: 'इसे भरें।',
}

export const templateWords = { en, hi }
