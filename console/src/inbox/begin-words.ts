const en = {
  whom: 'Name, address or group',
  noContacts: 'No contacts yet. Add the first one.',
  addContact: 'Add contact',
  name: 'Name',
  email: 'Email',
  phone: 'Phone number',
  phoneHint: 'For SMS and app. Include the country code, for example +91 98765 43210.',
  needsAddress: 'Enter an email address or a phone number.',
  addAndWrite: 'Add contact and write',
  back: 'Back',
}

const hi: typeof en = {
  whom: 'नाम, पता या समूह',
  noContacts: 'अभी कोई संपर्क नहीं है। पहला संपर्क जोड़ें।',
  addContact: 'संपर्क जोड़ें',
  name: 'नाम',
  email: 'ईमेल',
  phone: 'फ़ोन नंबर',
  phoneHint: 'SMS और ऐप के लिए। देश का कोड भी लिखें, जैसे +91 98765 43210।',
  needsAddress: 'ईमेल पता या फ़ोन नंबर भरें।',
  addAndWrite: 'संपर्क जोड़ें और लिखें',
  back: 'पीछे',
}

export const beginWords = { en, hi }
