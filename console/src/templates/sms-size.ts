// How many SMS a text takes, as the service counts them (server/kit/sms-text.ts): one character outside the GSM
// alphabet makes all of it UCS-2.

const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const EXTENDED = new Set('\f^{}\\[~]|€')
const SIZES = { gsm: { alone: 160, part: 153 }, ucs2: { alone: 70, part: 67 } } as const

export interface SmsSize {
  encoding: keyof typeof SIZES
  characters: number
  parts: number
}

export function smsSize(text: string): SmsSize {
  const signs = [...text]
  const isGsm = signs.every((sign) => GSM.has(sign) || EXTENDED.has(sign))
  const encoding = isGsm ? 'gsm' : 'ucs2'
  const widths = signs.map((sign) => (isGsm ? (EXTENDED.has(sign) ? 2 : 1) : sign.length))
  const characters = widths.reduce((sum, width) => sum + width, 0)
  const { alone, part } = SIZES[encoding]
  if (characters <= alone) return { encoding, characters, parts: 1 }
  // Neither an escape nor a pair is split between two.
  let parts = 1
  let used = 0
  for (const width of widths) {
    if (used + width > part) {
      parts++
      used = 0
    }
    used += width
  }
  return { encoding, characters, parts }
}
