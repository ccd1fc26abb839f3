// How many parts an SMS travels in: 3GPP TS 23.038. One character outside the GSM alphabet turns the whole text to
// UCS-2.

/** The basic alphabet takes 7 bits a character; an extension character is an escape and one of these. */
const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const GSM_EXTENSION = new Set('\f^{}\\[~]|€')

/** Of a text that fits one part, and of each part of a longer one, which also says which part it is. */
interface Size {
  alone: number
  part: number
}
const GSM: Size = { alone: 160, part: 153 }
const UCS2: Size = { alone: 70, part: 67 }

/** At least 1. Neither an extension character nor a surrogate pair is split between two parts. */
export function segmentsOf(text: string): number {
  const characters = [...text]
  const isGsm = characters.every((one) => GSM_BASIC.has(one) || GSM_EXTENSION.has(one))
  const lengths = characters.map((one) => (isGsm ? (GSM_EXTENSION.has(one) ? 2 : 1) : one.length))
  const { alone, part } = isGsm ? GSM : UCS2
  if (lengths.reduce((sum, length) => sum + length, 0) <= alone) return 1
  let segments = 1
  let used = 0
  for (const length of lengths) {
    if (used + length > part) {
      segments++
      used = 0
    }
    used += length
  }
  return segments
}
