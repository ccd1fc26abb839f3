const en = {
  intro: 'Choose how the sandbox’s providers respond on each channel.',
  open: 'Open sandbox',
  openDetail: 'Shows the phone and the mailbox of everyone you message.',
  receipts: 'Delivery reports',
  automatic: 'Sent automatically',
  manual: 'Set by you in the sandbox',
  mailReports: 'Mail servers send no delivery reports on their own.',
  failNext: 'Next message',
  taken: 'Accepted',
  rejected: 'Rejected',
  timeout: 'Accepted, but no response arrives',
  withCode: 'Fails with a provider error code',
  code: 'Error code',
  off: 'The sandbox is off',
  offDetail: 'No channel uses the sandbox. Each one has a real account or is not set up.',
}

const hi: typeof en = {
  intro: 'चुनें कि हर चैनल पर सैंडबॉक्स का प्रदाता कैसा जवाब दे।',
  open: 'सैंडबॉक्स खोलें',
  openDetail: 'आप जिन्हें संदेश भेजते हैं, उन सबके फ़ोन और मेलबॉक्स यहाँ दिखते हैं।',
  receipts: 'डिलीवरी रिपोर्ट',
  automatic: 'अपने-आप आए',
  manual: 'आप सैंडबॉक्स में तय करें',
  mailReports: 'मेल सर्वर ख़ुद डिलीवरी रिपोर्ट नहीं भेजते।',
  failNext: 'अगला संदेश',
  taken: 'स्वीकार हो',
  rejected: 'अस्वीकार हो',
  timeout: 'स्वीकार हो, पर जवाब न आए',
  withCode: 'प्रदाता के एरर कोड के साथ विफल हो',
  code: 'एरर कोड',
  off: 'सैंडबॉक्स बंद है',
  offDetail: 'कोई चैनल सैंडबॉक्स में नहीं है। हर चैनल पर असली खाता है, या कोई खाता नहीं।',
}

export const words = { en, hi }
