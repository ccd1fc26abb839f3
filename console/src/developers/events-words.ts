const en = {
  when: 'Time',
  type: 'Type',
  object: 'Object',
  position: 'Position',
  any: 'All types',
  allOf: (noun: string) => `All ${noun} events`,
  from: 'From',
  to: 'To',
  objectId: 'Object ID',
  none: 'No events yet',
  noneDetail: 'Everything that changes in this organization appears here as it happens.',
  noMatch: 'No events match these filters',
  clear: 'Clear filters',
  live: 'Live',
  show: 'View',
  title: 'Event',
  payload: 'Payload',
  id: 'ID',
  intro:
    'Events are kept for 30 days. Delivery events are recorded only while a webhook endpoint subscribes to them, or an event stream did in the last 24 hours.',
}

const hi: typeof en = {
  when: 'समय',
  type: 'प्रकार',
  object: 'ऑब्जेक्ट',
  position: 'क्रम संख्या',
  any: 'सभी प्रकार',
  allOf: (noun) => `${noun} के सभी इवेंट`,
  from: 'कब से',
  to: 'कब तक',
  objectId: 'ऑब्जेक्ट आईडी',
  none: 'अभी कोई इवेंट नहीं',
  noneDetail: 'इस संगठन में जो भी बदलेगा, वह तुरंत यहाँ दिखेगा।',
  noMatch: 'इन फ़िल्टर से कोई इवेंट नहीं मिला',
  clear: 'फ़िल्टर हटाएँ',
  live: 'लाइव',
  show: 'देखें',
  title: 'इवेंट',
  payload: 'पेलोड',
  id: 'आईडी',
  intro:
    'इवेंट 30 दिन तक रखे जाते हैं। डिलीवरी के इवेंट तभी दर्ज होते हैं जब किसी वेबहुक एंडपॉइंट ने उन्हें चुना हो, या पिछले 24 घंटों में किसी इवेंट स्ट्रीम ने माँगा हो।',
}

export const words = { en, hi }
