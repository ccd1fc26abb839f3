const en = {
  create: 'Create service user',
  createTitle: 'New service user',
  createDetail: 'An identity for a program, with its own access tokens. It has no email address and no password.',
  none: 'No service users yet',
  noneDetail:
    'Create one for each program that uses the API. Its actions are logged under its own name, and it keeps working when people leave the team.',
  tokens: 'Access tokens',
  edit: 'Edit',
  editTitle: (name: string) => `Service user ${name}`,
  editDetail: 'Changes apply to all its access tokens within 5 seconds.',
  saved: 'Service user saved',
  handOver: 'New assignee for conversations it can no longer view',
  handOverAll: 'New assignee for its conversations',
  toOwners: 'The contact’s owner, or the organization’s owner',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeDetail: 'Its access tokens are revoked within 5 seconds. Its messages stay.',
  removed: 'Service user removed',
}

const hi: typeof en = {
  create: 'सर्विस यूज़र बनाएँ',
  createTitle: 'नया सर्विस यूज़र',
  createDetail: 'किसी प्रोग्राम की पहचान, जिसके अपने एक्सेस टोकन होते हैं। इसका न ईमेल पता होता है, न पासवर्ड।',
  none: 'अभी कोई सर्विस यूज़र नहीं',
  noneDetail:
    'API इस्तेमाल करने वाले हर प्रोग्राम के लिए एक बनाएँ। उसका काम उसी के नाम से दर्ज होता है, और किसी के टीम छोड़ने पर भी वह चलता रहता है।',
  tokens: 'एक्सेस टोकन',
  edit: 'बदलें',
  editTitle: (name) => `सर्विस यूज़र ${name}`,
  editDetail: 'बदलाव 5 सेकंड में इसके सभी एक्सेस टोकन पर लागू हो जाते हैं।',
  saved: 'सर्विस यूज़र सहेजा गया',
  handOver: 'जो बातचीत यह अब नहीं देख पाएगा, वह किसे सौंपें',
  handOverAll: 'इसकी बातचीत किसे सौंपें',
  toOwners: 'संपर्क के ज़िम्मेदार को, वह न हो तो संगठन के मालिक को',
  remove: 'हटाएँ',
  removeTitle: (name) => `${name} को हटाएँ?`,
  removeDetail: 'इसके एक्सेस टोकन 5 सेकंड में रद्द हो जाएँगे। इसके भेजे संदेश बने रहेंगे।',
  removed: 'सर्विस यूज़र हटा दिया गया',
}

export const words = { en, hi }
