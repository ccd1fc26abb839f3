// Fixed texts of form pages, in English and Hindi; an author's own texts take precedence.

import { madeWith } from '#forms/definitions/branding.ts'
import type { PageTextKey, Settings } from '#forms/definitions/definition.ts'
import { textIn } from '#forms/definitions/definition.ts'

const en = {
  next: 'Next',
  back: 'Back',
  optional: 'optional',
  choose: 'Choose',
  yes: 'Yes',
  no: 'No',
  choose_file: 'Choose a file',
  page_of: 'Page {page} of {pages}',
  check_errors: 'Check these answers',
  required: '',
  invalid: '',
  thank_you: 'Thank you',
  closed: 'This form is closed',
  not_open_yet: 'This form is not open yet',
  language: 'Language',
  report: 'Report this form',
  submit: 'Submit',
  thanksText: 'Your answers have been received.',
  confirmText: 'If you entered an email address, we have sent a link to it. Open the link to confirm the address.',
  closedText: 'It no longer accepts answers.',
  notOpenYetText: 'It opens on {time}.',
  full: 'This form is full',
  fullText: 'It has received as many answers as it accepts.',
  yourAnswers: 'Your answers were not submitted. Copy them if you need them:',
  suspended: 'This form is not available',
  suspendedText: 'The operator of this service has stopped it.',
  gone: 'This form is not available',
  goneText: 'Its owner has taken it offline.',
  unknown: 'There is no form at this address',
  unknownText: 'Check the address for a typo, or ask whoever sent it to you.',
  expired: 'This page was open for too long, or it is incomplete. Check your answers and submit them again.',
  changed: 'This form has changed since you opened it. Check your answers and submit them again.',
  revealed: 'Your answers lead to more questions.',
  unavailable: 'Your answers could not be stored just now. They are still here: submit them again in a moment.',
  tooMany: 'Too many answers were sent at once. Open the form again and fill it in there.',
  tooManyTitle: 'This is not an answer to this form',
  remove: 'Remove {file}',
  uploaded: 'Uploaded',
  filesUpTo: 'Up to {count}, each at most {size}',
  fileUpTo: 'At most {size}',
  errorPrefix: 'Error: ',
  stars: '{count} of {max}',
  checking: 'One moment',
  checkingText: 'This form receives unusually many answers. Your browser is checking that a person sent yours.',
  waitText: 'Your answers are kept on this page. Wait {seconds} seconds, then press the button.',
  leaveEmpty: 'Leave this field empty',
  madeWith: madeWith.en,
  by: 'This form belongs to {organization}.',
  noPasswords: 'Never enter passwords or card numbers here.',
  continue: 'Continue',
  openForm: 'Open the form',
  reportTitle: 'Report this form',
  reportText: 'Your report goes to the operator of this service, not to the owner of the form.',
  reportReason: 'What is wrong with it?',
  reason_secrets: 'It asks for a password, an OTP or a card number',
  reason_fraud: 'It pretends to be somebody else, or it is fraud',
  reason_illegal: 'Its content is illegal or harmful',
  reason_spam: 'It is spam',
  reason_other: 'Something else',
  reportDetails: 'Details',
  reportSend: 'Send report',
  reported: 'Thank you. The operator has been notified.',
  reportChoose: 'Choose a reason.',
  reportTooMany: 'Too many reports came from your network. Try again in an hour.',
}

export type PageWords = Readonly<typeof en>

const hi: PageWords = {
  next: 'आगे',
  back: 'पीछे',
  optional: 'वैकल्पिक',
  choose: 'चुनें',
  yes: 'हाँ',
  no: 'नहीं',
  choose_file: 'फ़ाइल चुनें',
  page_of: '{pages} में से पेज {page}',
  check_errors: 'ये जवाब जाँचें',
  required: '',
  invalid: '',
  thank_you: 'धन्यवाद',
  closed: 'यह फ़ॉर्म बंद हो चुका है',
  not_open_yet: 'यह फ़ॉर्म अभी खुला नहीं है',
  language: 'भाषा',
  report: 'इस फ़ॉर्म की शिकायत करें',
  submit: 'जमा करें',
  thanksText: 'आपके जवाब मिल गए हैं।',
  confirmText: 'अगर आपने ईमेल पता भरा है, तो हमने उस पर एक लिंक भेजा है। पते की पुष्टि के लिए वह लिंक खोलें।',
  closedText: 'अब इसमें जवाब नहीं लिए जा रहे हैं।',
  notOpenYetText: 'यह {time} को खुलेगा।',
  full: 'यह फ़ॉर्म भर चुका है',
  fullText: 'इसमें जितने जवाब लिए जाने थे, उतने मिल चुके हैं।',
  yourAnswers: 'आपके जवाब जमा नहीं हुए। ज़रूरत हो, तो इन्हें कॉपी कर लें:',
  suspended: 'यह फ़ॉर्म उपलब्ध नहीं है',
  suspendedText: 'इस सेवा के ऑपरेटर ने इसे रोक दिया है।',
  gone: 'यह फ़ॉर्म उपलब्ध नहीं है',
  goneText: 'इसके मालिक ने इसे हटा लिया है।',
  unknown: 'इस पते पर कोई फ़ॉर्म नहीं है',
  unknownText: 'देखें कि पता सही लिखा है या नहीं, या जिसने भेजा उससे पूछें।',
  expired: 'यह पेज बहुत देर तक खुला रहा या अधूरा है। अपने जवाब जाँचें और फिर से जमा करें।',
  changed: 'आपके खोलने के बाद यह फ़ॉर्म बदल गया है। अपने जवाब जाँचें और फिर से जमा करें।',
  revealed: 'आपके जवाबों के अनुसार कुछ और सवाल हैं।',
  unavailable: 'आपके जवाब अभी सहेजे नहीं जा सके। वे यहीं हैं: थोड़ी देर में फिर से जमा करें।',
  tooMany: 'एक साथ बहुत ज़्यादा जवाब भेजे गए। फ़ॉर्म फिर से खोलकर भरें।',
  tooManyTitle: 'यह इस फ़ॉर्म का जवाब नहीं है',
  remove: '{file} हटाएँ',
  uploaded: 'अपलोड हो गई',
  filesUpTo: '{count} फ़ाइलों तक, हर फ़ाइल ज़्यादा से ज़्यादा {size}',
  fileUpTo: 'ज़्यादा से ज़्यादा {size}',
  errorPrefix: 'गलती: ',
  stars: '{max} में से {count}',
  checking: 'एक पल रुकें',
  checkingText: 'इस फ़ॉर्म में असामान्य रूप से बहुत जवाब आ रहे हैं। आपका ब्राउज़र जाँच रहा है कि जवाब किसी व्यक्ति ने भेजा है।',
  waitText: 'आपके जवाब इस पेज पर सुरक्षित हैं। {seconds} सेकंड रुकें, फिर बटन दबाएँ।',
  leaveEmpty: 'इसे खाली छोड़ें',
  madeWith: madeWith.hi,
  by: 'यह फ़ॉर्म {organization} का है।',
  noPasswords: 'यहाँ पासवर्ड या कार्ड नंबर कभी न लिखें।',
  continue: 'आगे बढ़ें',
  openForm: 'फ़ॉर्म खोलें',
  reportTitle: 'इस फ़ॉर्म की शिकायत करें',
  reportText: 'आपकी शिकायत इस सेवा के ऑपरेटर को जाती है, फ़ॉर्म के मालिक को नहीं।',
  reportReason: 'इसमें क्या गलत है?',
  reason_secrets: 'यह पासवर्ड, OTP या कार्ड नंबर माँगता है',
  reason_fraud: 'यह किसी और के नाम से बना है, या धोखाधड़ी है',
  reason_illegal: 'इसकी सामग्री गैरकानूनी या नुकसानदेह है',
  reason_spam: 'यह स्पैम है',
  reason_other: 'कुछ और',
  reportDetails: 'विवरण',
  reportSend: 'शिकायत भेजें',
  reported: 'धन्यवाद। ऑपरेटर को बता दिया गया है।',
  reportChoose: 'कोई एक कारण चुनें।',
  reportTooMany: 'आपके नेटवर्क से बहुत ज़्यादा शिकायतें आई हैं। एक घंटे बाद फिर कोशिश करें।',
}

export const pageWords = { en, hi }

/** Reasons of a report, for operators. */
export const reportReasonsIn = (language: 'en' | 'hi'): Readonly<Record<string, string>> => {
  const words = pageWords[language]
  const { reason_secrets: secrets, reason_fraud: fraud, reason_illegal: illegal, reason_spam: spam } = words
  return { secrets, fraud, illegal, spam, other: words.reason_other }
}

/** Forms in other languages get English fixed texts, marked as such (`lang`). */
export const wordsLanguage = (language: string): 'en' | 'hi' => (language === 'hi' ? 'hi' : 'en')

export function wordsOf(settings: Settings, language: string): PageWords {
  const words = pageWords[wordsLanguage(language)]
  const own = Object.entries(settings.texts ?? {}) as [PageTextKey, NonNullable<Settings['texts']>[PageTextKey]][]
  if (own.length === 0) return words
  const texts = own.flatMap(([key, text]) => {
    // A text in one language does not replace our own text in another language.
    const isOurs = language === 'en' || language === 'hi'
    const isThere = typeof text === 'string' ? language === settings.default_language : text?.[language] !== undefined
    return text === undefined || (isOurs && !isThere) ? [] : [[key, textIn(text, language, settings)]]
  })
  return { ...words, ...Object.fromEntries(texts) }
}

/** `{name}` in a text, filled in. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

const languageNames: Record<string, string> = {
  as: 'অসমীয়া',
  bn: 'বাংলা',
  en: 'English',
  gu: 'ગુજરાતી',
  hi: 'हिन्दी',
  kn: 'ಕನ್ನಡ',
  ml: 'മലയാളം',
  mr: 'मराठी',
  ne: 'नेपाली',
  or: 'ଓଡ଼ିଆ',
  pa: 'ਪੰਜਾਬੀ',
  sa: 'संस्कृतम्',
  ta: 'தமிழ்',
  te: 'తెలుగు',
  ur: 'اردو',
}
export const languageName = (language: string): string => languageNames[language] ?? language

const RIGHT_TO_LEFT = new Set(['ur', 'ar', 'fa', 'he', 'ks', 'sd'])
export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr')
