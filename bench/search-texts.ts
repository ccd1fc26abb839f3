// Halves of messages as they are written in India: common words in English and Hindi, and a long tail of rare ones with
// Zipf frequencies (one over the rank); also order numbers, phone numbers and emoji.

import { wordsOf } from '#messaging/search/words.ts'

const ENGLISH =
  'the your order is for and to of has been will delivered payment received today please thank you we our on in at with confirm address call pack shipped tomorrow invoice amount rupees account number time team support help link track refund return cancel delivery item size colour price offer diwali sale store pickup slot appointment doctor report ready bill due reminder policy renewal loan school fee class exam result'
const HINDI =
  'आपका ऑर्डर है और का की के में से को पर धन्यवाद कृपया भुगतान प्राप्त हुआ आज कल डिलीवरी पता फ़ोन नंबर समय राशि रुपये खाता बिल तारीख़ अपॉइंटमेंट डॉक्टर रिपोर्ट तैयार दुकान छूट दिवाली ऑफ़र स्कूल फ़ीस परीक्षा परिणाम'
const CONSONANTS = 'b ch d dh g h j k kh l m n p r s sh t th v y z'.split(' ')
const VOWELS = 'a aa e i o u ai'.split(' ')
const WORDS = 40_000
const WORDS_OF_HALF = 6

let seed = 1
/** The same each time. */
export function random(): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return (seed >>> 8) / 2 ** 24
}
const oneOf = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

function vocabulary(): string[] {
  const [english, hindi] = [ENGLISH.split(' '), HINDI.split(' ')]
  const words = new Set(english.flatMap((word, at) => [word, ...(hindi[at] === undefined ? [] : [hindi[at]])]))
  while (words.size < WORDS) {
    let word = ''
    for (let syllables = 2 + Math.floor(random() * 3); syllables > 0; syllables--)
      word += oneOf(CONSONANTS) + oneOf(VOWELS)
    words.add(word)
  }
  return [...words]
}

export interface Half {
  text: string
  words: string
}

export function halves(count: number): Half[] {
  const words = vocabulary()
  return Array.from({ length: count }, () => {
    const picked = Array.from({ length: WORDS_OF_HALF }, () => words[Math.floor(WORDS ** random()) - 1] as string)
    const text = [...picked, ...(random() < 0.1 ? ['👍'] : [])].join(' ')
    return { text, words: [...wordsOf(text)].join(' ') }
  })
}
