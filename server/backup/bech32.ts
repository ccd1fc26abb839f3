// Bech32, the format of age's keys. Source: BIP 173; age allows any length.

const CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const CHECKSUM_LENGTH = 6

/** In lower case; a text in upper case is equivalent. */
export function bech32(prefix: string, bytes: Buffer): string {
  const values = regroup([...bytes], 8, 5, true)
  const rest = checksumOf([...spread(prefix), ...values, ...Array(CHECKSUM_LENGTH).fill(0)]) ^ 1
  const checksum = Array.from({ length: CHECKSUM_LENGTH }, (_, at) => (rest >>> (5 * (5 - at))) & 31)
  return `${prefix}1${[...values, ...checksum].map((value) => CHARACTERS[value]).join('')}`
}

/** Null when it is not one with this prefix, or contains a typo. */
export function fromBech32(prefix: string, text: string): Buffer | null {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return null
  const small = text.toLowerCase()
  if (!small.startsWith(`${prefix}1`)) return null
  const values = Array.from(small.slice(prefix.length + 1), (character) => CHARACTERS.indexOf(character))
  if (values.length < CHECKSUM_LENGTH || values.includes(-1)) return null
  if (checksumOf([...spread(prefix), ...values]) !== 1) return null
  return Buffer.from(regroup(values.slice(0, -CHECKSUM_LENGTH), 5, 8, false))
}

const spread = (prefix: string): number[] => {
  const codes = [...prefix].map((character) => character.charCodeAt(0))
  return [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)]
}

function checksumOf(values: readonly number[]): number {
  let checksum = 1
  for (const value of values) {
    const top = checksum >>> 25
    checksum = ((checksum & 0x1ffffff) << 5) ^ value
    for (const [at, one] of GENERATOR.entries()) if ((top >>> at) & 1) checksum ^= one
  }
  return checksum >>> 0
}

function regroup(values: readonly number[], from: number, to: number, isPadded: boolean): number[] {
  const out: number[] = []
  let held = 0
  let bits = 0
  for (const value of values) {
    held = ((held << from) | value) & 0xfff
    bits += from
    while (bits >= to) {
      bits -= to
      out.push((held >>> bits) & (2 ** to - 1))
    }
  }
  if (isPadded && bits > 0) out.push((held << (to - bits)) & (2 ** to - 1))
  return out
}
