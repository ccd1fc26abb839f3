const en = {
  title: 'Business details',
  detail: 'Printed on future invoices. Invoices that are already issued don’t change.',
  legalName: 'Legal name',
  gstin: 'GSTIN',
  gstinHint: '15 characters. Leave blank if you have none.',
  address: 'Address',
  addressHint: 'Up to 5 lines.',
  state: 'State or union territory',
  stateHint: 'Determines whether CGST and SGST or IGST is charged.',
  noState: 'Select a state',
  email: 'Email for invoices',
  phone: 'Phone number',
  phoneHint: 'With the country code, such as +91 98123 45678. Payment gateways require it.',
  save: 'Save billing profile',
  saved: 'Billing profile saved',
}

const hi: typeof en = {
  title: 'कारोबार का ब्योरा',
  detail: 'आगे के इनवॉइस पर यही छपेगा। जारी हो चुके इनवॉइस नहीं बदलते।',
  legalName: 'क़ानूनी नाम',
  gstin: 'GSTIN',
  gstinHint: '15 अक्षर। GSTIN न हो तो ख़ाली छोड़ें।',
  address: 'पता',
  addressHint: 'ज़्यादा से ज़्यादा 5 पंक्तियाँ।',
  state: 'राज्य या केंद्र शासित प्रदेश',
  stateHint: 'इसी से तय होता है कि CGST और SGST लगेगा या IGST।',
  noState: 'राज्य चुनें',
  email: 'इनवॉइस के लिए ईमेल',
  phone: 'फ़ोन नंबर',
  phoneHint: 'देश के कोड के साथ, जैसे +91 98123 45678। पेमेंट गेटवे को इसकी ज़रूरत होती है।',
  save: 'बिलिंग प्रोफ़ाइल सहेजें',
  saved: 'बिलिंग प्रोफ़ाइल सहेजी गई',
}

export const words = { en, hi }
