const en = {
  intro: 'How the providers of the sandbox behave, on each channel that it carries.',
  open: 'Open the sandbox',
  openDetail: 'A phone and a mailbox of everybody that you write to.',
  receipts: 'What became of messages',
  automatic: 'The provider reports it by itself',
  manual: 'You report it in the sandbox',
  mailReports: 'A mail server reports nothing by itself.',
  failNext: 'The next message',
  taken: 'Is taken',
  rejected: 'Is refused',
  timeout: 'Is taken, and nobody answers',
  withCode: 'Fails with a code of the provider',
  code: 'Code',
  off: 'The sandbox is off',
  offDetail: 'Every channel has a real account, or none.',
}

const hi: typeof en = {
  intro: 'सैंडबॉक्स के प्रदाता हर चैनल पर कैसे पेश आएँ।',
  open: 'सैंडबॉक्स खोलें',
  openDetail: 'जिन्हें आप लिखते हैं उन सबका फ़ोन और मेलबॉक्स।',
  receipts: 'संदेशों का क्या हुआ',
  automatic: 'प्रदाता ख़ुद बताए',
  manual: 'आप सैंडबॉक्स में बताएँ',
  mailReports: 'मेल सर्वर ख़ुद कुछ नहीं बताता।',
  failNext: 'अगला संदेश',
  taken: 'ले लिया जाए',
  rejected: 'मना हो',
  timeout: 'लिया जाए, पर जवाब न आए',
  withCode: 'प्रदाता के कोड से विफल हो',
  code: 'कोड',
  off: 'सैंडबॉक्स बंद है',
  offDetail: 'हर चैनल पर असली खाता है, या कोई नहीं।',
}

export const words = { en, hi }
