import { plural } from '../app/plural.ts'

const en = {
  deleted: 'Reply to a deleted message',
  unknown: 'Reply to a message that isn’t stored here',
  notSeen: 'Reply to a message that was deleted or that you can’t view',
  notLoaded: 'Reply to another message',
  theirs: 'Received message',
  show: 'Show the message this replies to:',
  forwarded: 'Forwarded',
  forwardedOften: 'Forwarded many times',
  product: (id: string) => `About product ${id}`,
  fromAd: 'From an ad',
  fromPost: 'From a post',
  pressed: 'Pressed the button:',
  chose: 'Chose from the list:',
  order: 'Order',
  products: (count: number) => plural('en', count, { one: '1 product', other: `${count} products` }),
  moreProducts: (count: number) => plural('en', count, { one: '1 more product', other: `${count} more products` }),
  total: 'Total',
  seen: 'They saw:',
}

const hi: typeof en = {
  deleted: 'हटाए गए संदेश का जवाब',
  unknown: 'ऐसे संदेश का जवाब जो यहाँ सहेजा नहीं गया',
  notSeen: 'ऐसे संदेश का जवाब जो हटा दिया गया है या आप नहीं देख सकते',
  notLoaded: 'किसी और संदेश का जवाब',
  theirs: 'आया हुआ संदेश',
  show: 'जिस संदेश का जवाब है, उसे देखें:',
  forwarded: 'आगे भेजा गया',
  forwardedOften: 'कई बार आगे भेजा गया',
  product: (id: string) => `प्रोडक्ट ${id} के बारे में`,
  fromAd: 'विज्ञापन से आया',
  fromPost: 'पोस्ट से आया',
  pressed: 'यह बटन दबाया:',
  chose: 'सूची से चुना:',
  order: 'ऑर्डर',
  products: (count) => plural('hi', count, { one: `${count} प्रोडक्ट`, other: `${count} प्रोडक्ट` }),
  moreProducts: (count) => plural('hi', count, { one: `${count} और प्रोडक्ट`, other: `${count} और प्रोडक्ट` }),
  total: 'कुल',
  seen: 'उन्हें दिखा:',
}

export const answeredWords = { en, hi }
