const en = {
  whom: 'Name, address or group',
  noContacts: 'There are no contacts yet. Add the first one.',
  addContact: 'Add a contact',
  name: 'Name',
  email: 'Email',
  phone: 'Phone number',
  phoneHint: 'For SMS and the app, with the country: +91 98765 43210.',
  needsAddress: 'Give an email address or a phone number.',
  addAndWrite: 'Add and write',
  back: 'Back',
}

const hi: typeof en = {
  whom: 'नाम, पता या समूह',
  noContacts: 'अभी कोई संपर्क नहीं। पहला जोड़ें।',
  addContact: 'संपर्क जोड़ें',
  name: 'नाम',
  email: 'ईमेल',
  phone: 'फ़ोन नंबर',
  phoneHint: 'SMS और ऐप के लिए, देश के साथ: +91 98765 43210।',
  needsAddress: 'ईमेल पता या फ़ोन नंबर दें।',
  addAndWrite: 'जोड़ें और लिखें',
  back: 'पीछे',
}

export const beginWords = { en, hi }
