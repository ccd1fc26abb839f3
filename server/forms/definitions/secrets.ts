// Data that a form must not ask for: passwords, card details, PINs, one-time passwords, Aadhaar numbers and bank
// credentials. A form that asks for them is phishing, or its author does not know how they must be protected. Pure.

import type { Field, Text } from './definition.ts'

export type Secret = 'password' | 'card' | 'pin' | 'otp' | 'aadhaar' | 'banking' | 'wallet_key'

/** Letters and digits of other scripts that look like these letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
  а: 'a',
  ɑ: 'a',
  α: 'a',
  с: 'c',
  ϲ: 'c',
  ԁ: 'd',
  е: 'e',
  ε: 'e',
  һ: 'h',
  і: 'i',
  ι: 'i',
  ı: 'i',
  ј: 'j',
  к: 'k',
  κ: 'k',
  м: 'm',
  ո: 'n',
  η: 'n',
  о: 'o',
  ο: 'o',
  р: 'p',
  ρ: 'p',
  ѕ: 's',
  т: 't',
  τ: 't',
  υ: 'u',
  ν: 'v',
  ѵ: 'v',
  ԝ: 'w',
  ѡ: 'w',
  х: 'x',
  у: 'y',
}
/** Marks of letters of the Latin script; those of Indian scripts are letters. */
const LATIN_MARKS = /[\u0300-\u036f]/gu
const INVISIBLE = /[\p{Cf}\p{DI}]/gu
/** `p a s s w o r d`, `o.t.p`: single letters with something between them. */
const SPELLED = /(?<![\p{L}\p{N}])([\p{L}\p{N}])[\s._*-]{1,3}(?=[\p{L}\p{N}](?![\p{L}\p{N}\p{M}]))/gu
const SEPARATORS = /[^\p{L}\p{N}\p{M}]+/gu

/** Words separated by single spaces, in lower case, without characters used to obfuscate them. */
function plain(text: string): string {
  const letters = text.normalize('NFKD').replace(LATIN_MARKS, '').normalize('NFC').replace(INVISIBLE, '').toLowerCase()
  return ` ${letters.replace(SPELLED, '$1').replace(SEPARATORS, ' ').trim()} `
}

const unmasked = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z\s]/gu, (letter) => LOOKALIKES[letter] ?? letter)

/** Matched against the output of `plain`. Without nested repetition, so that no text causes backtracking. */
const ASKED: readonly (readonly [Secret, RegExp])[] = [
  [
    'otp',
    / (?:otp|otps|one time password|one time passcode|one time pin|onetimepassword|verification code|sms code)(?= )/u,
  ],
  ['otp', / (?:ओटीपी|ओ टी पी|वन टाइम पासवर्ड)(?= )/u],
  ['password', / (?:password|passwords|passwort|passcode|passphrase|pass word|login pass|pwd|passwd)(?= )/u],
  ['password', / (?:पासवर्ड|पासकोड|कूटशब्द)(?= )/u],
  [
    'card',
    / (?:card|debit card|credit card|atm card|dc|cc) (?:number|num|no|nos|details|expiry|expiration|pin|code)(?= )/u,
  ],
  ['card', / (?:cardnumber|cardno|cvv|cvv2|cvc|cvc2|cvn|card verification|card security)(?= )/u],
  ['card', / (?:number|expiry|digits) (?:on|of) (?:the|your|my) (?:debit |credit |atm )?card(?= )/u],
  ['card', / (?:सीवीवी|कार्ड नंबर|कार्ड नम्बर|कार्ड संख्या|कार्ड का नंबर|कार्ड का नम्बर|कार्ड की संख्या)(?= )/u],
  ['pin', / (?:upi|atm|card|bank|debit|mobile banking|secret|security|sim|your) pin(?= )(?! (?:code|codes|kod))/u],
  ['pin', / (?:mpin|m pin|tpin|t pin|upipin|atmpin|pin number|pin no)(?= )/u],
  ['pin', /^ (?:pin|enter pin|the pin|पिन|पिन नंबर) $/u],
  ['pin', / (?:यूपीआई पिन|एटीएम पिन|गुप्त पिन|एमपिन)(?= )/u],
  ['aadhaar', / (?:aadhaar|aadhar|adhaar|adhar|aadhaarnumber|uidai|uid number)(?= )/u],
  ['aadhaar', / (?:आधार) (?:नंबर|नम्बर|संख्या|कार्ड|क्रमांक)(?= )/u],
  ['banking', / (?:net banking|netbanking|internet banking|online banking|bank login)(?= )/u],
  ['banking', / (?:नेट बैंकिंग|नेटबैंकिंग)(?= )/u],
  ['wallet_key', / (?:seed phrase|recovery phrase|private key|secret key|mnemonic phrase)(?= )/u],
]
const WARNS = / (?:never|not|dont|don t|without|no|मत|नहीं|न|ना)(?= )/u

/** The kind of secret that a text appears to ask for. */
export function secretIn(text: string): Secret | null {
  for (const candidate of [plain(text), plain(unmasked(text))])
    for (const [secret, asked] of ASKED) if (asked.test(candidate)) return secret
  return null
}

const textsOf = (text: Text | undefined): string[] =>
  text === undefined ? [] : typeof text === 'string' ? [text] : Object.values(text)

/**
 * The kind of secret that a field asks for, and the property that does. A warning in a help text or heading ("Never
 * tell anybody your PIN") asks for none.
 */
export function secretOf(field: Field): { property: string; secret: Secret } | null {
  const asks: readonly (readonly [string, string[], boolean])[] = [
    ['label', textsOf(field.label), field.type === 'heading' || field.type === 'page_break'],
    ['placeholder', textsOf(field.placeholder), false],
    ['help', textsOf(field.help), true],
    ['key', [field.key.replaceAll('_', ' ')], false],
  ]
  for (const [property, texts, mayWarn] of asks)
    for (const text of texts) {
      const secret = secretIn(text)
      if (secret !== null && !(mayWarn && WARNS.test(plain(text)))) return { property, secret }
    }
  return null
}
