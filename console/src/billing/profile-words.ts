const en = {
  title: 'Who invoices are made out to',
  detail: 'It holds for the invoices to come; those that were issued never change.',
  legalName: 'Legal name',
  gstin: 'GSTIN',
  gstinHint: '15 characters; left empty by who has none.',
  address: 'Address',
  addressHint: 'At most 5 lines.',
  state: 'State or union territory',
  stateHint: 'Decides whether CGST and SGST are due, or IGST.',
  noState: 'Choose a state',
  email: 'Email for invoices',
  phone: 'Phone',
  phoneHint: 'With the country, such as +919812345678. Payment gateways ask for it.',
  save: 'Save',
  saved: 'The billing profile is saved',
}

const hi: typeof en = {
  title: 'इनवॉइस किसके नाम बनें',
  detail: 'यह आगे के इनवॉइस पर लागू होता है; जो जारी हो चुके वे नहीं बदलते।',
  legalName: 'क़ानूनी नाम',
  gstin: 'GSTIN',
  gstinHint: '15 अक्षर; न हो तो खाली छोड़ें।',
  address: 'पता',
  addressHint: 'ज़्यादा से ज़्यादा 5 पंक्तियाँ।',
  state: 'राज्य या केंद्र शासित प्रदेश',
  stateHint: 'इसी से तय होता है कि CGST और SGST लगेगा या IGST।',
  noState: 'राज्य चुनें',
  email: 'इनवॉइस के लिए ईमेल',
  phone: 'फ़ोन',
  phoneHint: 'देश के कोड के साथ, जैसे +919812345678। गेटवे इसे माँगते हैं।',
  save: 'सहेजें',
  saved: 'बिलिंग प्रोफ़ाइल सहेजी गई',
}

export const words = { en, hi }
