const en = {
  when: 'When',
  type: 'Type',
  object: 'About',
  position: 'Position',
  any: 'All types',
  allOf: (noun: string) => `All of ${noun}`,
  from: 'From',
  to: 'Until',
  objectId: 'ID of the object',
  none: 'No events yet',
  noneDetail: 'What changes is told here as it happens, and kept for 30 days.',
  noMatch: 'Nothing fits these filters',
  clear: 'Clear the filters',
  live: 'Live',
  show: 'Details',
  payload: 'Payload',
  id: 'ID',
  intro:
    'Kept for 30 days. Events of deliveries are written only while an endpoint asks for them, or a live stream did in the last 24 hours.',
}

const hi: typeof en = {
  when: 'कब',
  type: 'प्रकार',
  object: 'किसके बारे में',
  position: 'स्थान',
  any: 'सभी प्रकार',
  allOf: (noun) => `${noun} की सभी`,
  from: 'से',
  to: 'तक',
  objectId: 'जिसके बारे में है उसकी आईडी',
  none: 'अभी कोई घटना नहीं',
  noneDetail: 'जो बदलता है वह होते ही यहाँ दिखता है, और 30 दिन रहता है।',
  noMatch: 'इन फ़िल्टर में कुछ नहीं',
  clear: 'फ़िल्टर हटाएँ',
  live: 'लाइव',
  show: 'ब्योरा',
  payload: 'पूरा ब्योरा',
  id: 'आईडी',
  intro: '30 दिन रखी जाती हैं। डिलीवरी की घटनाएँ उनके लिए लिखी जाती हैं जिन्होंने माँगा हो: एंडपॉइंट से, या पिछले 24 घंटे में लाइव।',
}

export const words = { en, hi }
