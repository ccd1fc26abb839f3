// Counts the parts of an SMS: 3GPP TS 23.038 (alphabets) and TS 23.040 (long messages). One character outside the GSM
// alphabet turns the whole text to UCS-2. Pure: the console also counts with it, at every keystroke.

/** The GSM basic alphabet, each character at its code; the escape at 0x1B has no character of its own. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
export const ESCAPE = 0x1b
/** Characters encoded as an escape and one of these codes. */
const EXTENSION: readonly [character: string, code: number][] = [
  ['\f', 0x0a],
  ['^', 0x14],
  ['{', 0x28],
  ['}', 0x29],
  ['\\', 0x2f],
  ['[', 0x3c],
  ['~', 0x3d],
  [']', 0x3e],
  ['|', 0x40],
  ['€', 0x65],
]

export const octetsOf = new Map<string, readonly number[]>([
  ...[...BASIC].flatMap((one, code): [string, number[]][] => (code === ESCAPE ? [] : [[one, [code]]])),
  ...EXTENSION.map(([one, code]): [string, number[]] => [one, [ESCAPE, code]]),
])
export const basicOf = [...BASIC]
export const extensionOf = new Map(EXTENSION.map(([one, code]) => [code, one]))

export const smsEncodings = ['gsm', 'ucs2'] as const
export type SmsEncoding = (typeof smsEncodings)[number]

/** Sizes of a text that fits one part, and of each part of a longer one, which includes a part header. */
interface Size {
  alone: number
  part: number
  /** Per unit: a GSM character takes one octet here, though 7 bits when transmitted. */
  octets: 1 | 2
}
export const sizes: Record<SmsEncoding, Size> = {
  gsm: { alone: 160, part: 153, octets: 1 },
  ucs2: { alone: 70, part: 67, octets: 2 },
}

/** The number of parts of a text, and their encoding. */
export interface SmsSize {
  encoding: SmsEncoding
  segments: number
  /** Remaining room in the last part, in units of the encoding: an extension character takes two. */
  left: number
}

export function sizeOfSms(text: string): SmsSize {
  const { encoding, starts, length } = layOut(text)
  const { alone, part } = sizes[encoding]
  const left = starts.length === 1 ? alone - length : (starts.at(-1) ?? 0) + part - length
  return { encoding, segments: starts.length, left }
}

/** Up to `limit` distinct characters that make a text UCS-2; empty for a GSM text. */
export function outsideGsm(text: string, limit: number): string[] {
  const outside = new Set<string>()
  for (const one of text) {
    if (outside.size >= limit) break
    if (!octetsOf.has(one)) outside.add(one)
  }
  return [...outside]
}

export const segmentsOf = (text: string): number => layOut(text).starts.length

/** Start of each part, in units of the encoding. */
export function layOut(text: string): { encoding: SmsEncoding; starts: number[]; length: number } {
  const characters = [...text]
  const encoding = characters.every((one) => octetsOf.has(one)) ? 'gsm' : 'ucs2'
  const { alone, part } = sizes[encoding]
  const lengths = characters.map((one) => (encoding === 'gsm' ? (octetsOf.get(one)?.length ?? 0) : one.length))
  const length = lengths.reduce((sum, one) => sum + one, 0)
  const starts = [0]
  if (length <= alone) return { encoding, starts, length }
  let at = 0
  for (const one of lengths) {
    if (at + one > (starts.at(-1) ?? 0) + part) starts.push(at)
    at += one
  }
  return { encoding, starts, length }
}
