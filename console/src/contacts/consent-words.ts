const en = {
  consent: 'Consent',
  consentDetail: 'Whether this contact may be written to on each channel, and what was said about it.',
  mayWrite: 'May be written to',
  noAddress: 'No address',
  history: 'History',
  noHistory: 'Nothing has been noted yet.',
  granted: 'Agreed',
  revoked: 'Unsubscribed',
  sources: { api: 'noted', keyword: 'by a word in a message', link: 'by a link', import: 'by an import' },
  note: 'Note consent',
  noteTitle: 'Note what the contact said',
  noteStatus: 'What was said',
  noteText: 'In which words, and how',
  noteTextHint: 'E.g. “said on the phone on 3 June”',
  noted: 'Noted',
}

const hi: typeof en = {
  consent: 'सहमति',
  consentDetail: 'किस चैनल पर इस संपर्क को लिख सकते हैं, और इस बारे में क्या कहा गया।',
  mayWrite: 'लिख सकते हैं',
  noAddress: 'कोई पता नहीं',
  history: 'इतिहास',
  noHistory: 'अभी कुछ दर्ज नहीं है।',
  granted: 'सहमत',
  revoked: 'सदस्यता छोड़ी',
  sources: { api: 'दर्ज किया गया', keyword: 'संदेश के शब्द से', link: 'लिंक से', import: 'आयात से' },
  note: 'सहमति दर्ज करें',
  noteTitle: 'संपर्क ने जो कहा, दर्ज करें',
  noteStatus: 'क्या कहा',
  noteText: 'किन शब्दों में, और कैसे',
  noteTextHint: 'जैसे “3 जून को फ़ोन पर कहा”',
  noted: 'दर्ज हो गया',
}

export const consentWords = { en, hi }
