import { plural } from '../../app/plural.ts'

const en = {
  create: 'Create segment',
  newTitle: 'New segment',
  copyTitle: (name: string) => `Copy of ${name}`,
  none: 'No segments yet',
  hint: 'A segment selects contacts by conditions, such as a city or when they were last active. It is always up to date: contacts enter and leave it by themselves.',
  contacts: (count: number, figure: string) => plural('en', count, { one: '1 contact', other: `${figure} contacts` }),
  counting: 'Counting…',
  tooSlow: 'Could not be counted',
  countAgain: (name: string) => `Count ${name} again`,
  edit: 'Edit segment',
  rename: 'Rename',
  renameTitle: 'Rename segment',
  duplicate: 'Duplicate',
  nobody: 'No contacts match now',
  nobodyDetail: 'Contacts appear here as soon as they match the conditions.',
  deleteTitle: (name: string) => `Delete the segment ${name}?`,
  deleteDetail: 'The contacts are kept. This can’t be undone.',
  usedBy: (count: number, figure: string) =>
    plural('en', count, {
      one: 'This campaign uses the segment and can’t start until you choose other contacts for it:',
      other: `These ${figure} campaigns use the segment and can’t start until you choose other contacts for them:`,
    }),
  usedByMore: (figure: string) => `and ${figure} more`,
  usedByNone: 'No draft or scheduled campaign uses it.',
  usedByUnknown: 'Draft and scheduled campaigns that use it can’t start until other contacts are chosen for them.',
  startedGoOn: 'Campaigns that have started continue.',
  checking: 'Looking for campaigns that use it…',
}

const hi: typeof en = {
  create: 'सेगमेंट बनाएँ',
  newTitle: 'नया सेगमेंट',
  copyTitle: (name) => `${name} की कॉपी`,
  none: 'अभी कोई सेगमेंट नहीं',
  hint: 'सेगमेंट शर्तों के हिसाब से संपर्क चुनता है, जैसे शहर या पिछली बार सक्रिय होने का समय। यह हमेशा ताज़ा रहता है: संपर्क अपने-आप इसमें आते और निकलते हैं।',
  contacts: (_, figure) => `${figure} संपर्क`,
  counting: 'गिना जा रहा है…',
  tooSlow: 'गिना नहीं जा सका',
  countAgain: (name) => `${name} को फिर से गिनें`,
  edit: 'सेगमेंट बदलें',
  rename: 'नाम बदलें',
  renameTitle: 'सेगमेंट का नाम बदलें',
  duplicate: 'कॉपी बनाएँ',
  nobody: 'अभी कोई संपर्क इन शर्तों पर पूरा नहीं उतरता',
  nobodyDetail: 'जैसे ही कोई संपर्क शर्तों पर पूरा उतरेगा, वह यहाँ दिखेगा।',
  deleteTitle: (name) => `सेगमेंट ${name} हटाएँ?`,
  deleteDetail: 'संपर्क बने रहेंगे। इसे वापस नहीं किया जा सकता।',
  usedBy: (count, figure) =>
    plural('hi', count, {
      one: 'यह कैंपेन इस सेगमेंट का इस्तेमाल करता है, और दूसरे संपर्क चुने बिना शुरू नहीं हो पाएगा:',
      other: `ये ${figure} कैंपेन इस सेगमेंट का इस्तेमाल करते हैं, और दूसरे संपर्क चुने बिना शुरू नहीं हो पाएँगे:`,
    }),
  usedByMore: (figure) => `और ${figure} अन्य`,
  usedByNone: 'कोई ड्राफ़्ट या शेड्यूल किया हुआ कैंपेन इसका इस्तेमाल नहीं करता।',
  usedByUnknown: 'जो ड्राफ़्ट और शेड्यूल किए हुए कैंपेन इसका इस्तेमाल करते हैं, वे दूसरे संपर्क चुने बिना शुरू नहीं हो पाएँगे।',
  startedGoOn: 'जो कैंपेन शुरू हो चुके हैं, वे चलते रहेंगे।',
  checking: 'देखा जा रहा है कि कौन से कैंपेन इसका इस्तेमाल करते हैं…',
}

export const segmentPageWords = { en, hi }
