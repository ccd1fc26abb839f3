const en = {
  deleted: 'Answers a message that was deleted',
  unknown: 'Answers a message that is not stored here',
  notSeen: 'Answers a message that is gone, or that you cannot see',
  notLoaded: 'Answers another message',
  theirs: 'Received message',
  show: 'Show the answered message:',
  forwarded: 'Forwarded',
  forwardedOften: 'Forwarded many times',
  product: (id: string) => `About the product ${id}`,
  fromAd: 'Came from an ad',
  fromPost: 'Came from a post',
}

const hi: typeof en = {
  deleted: 'एक हटाए गए संदेश का जवाब',
  unknown: 'ऐसे संदेश का जवाब जो यहाँ सहेजा नहीं गया',
  notSeen: 'ऐसे संदेश का जवाब जो अब नहीं है या आपको नहीं दिखता',
  notLoaded: 'किसी और संदेश का जवाब',
  theirs: 'मिला हुआ संदेश',
  show: 'जिस संदेश का जवाब है उसे देखें:',
  forwarded: 'आगे भेजा गया',
  forwardedOften: 'कई बार आगे भेजा गया',
  product: (id: string) => `उत्पाद ${id} के बारे में`,
  fromAd: 'विज्ञापन से आया',
  fromPost: 'पोस्ट से आया',
}

export const answeredWords = { en, hi }
