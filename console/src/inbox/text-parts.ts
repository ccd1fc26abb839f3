// What a text is made of: what somebody wrote, what they quoted below it, and addresses of pages within. Pure.

export interface TextParts {
  own: string
  /** What they answered, where it stands at the end: folded. */
  quoted: string | null
}

/** How programs begin what they quote: "On 5 Nov 2026, Ravi wrote:", "-----Original Message-----". */
const OPENINGS = [
  /^On .{4,200} wrote:\s*$/,
  /^-{2,}\s*(Original Message|Forwarded message)\s*-{2,}\s*$/i,
  /^_{10,}\s*$/,
]

export function partsOf(text: string): TextParts {
  const lines = text.split(/\r?\n/)
  const opening = lines.findIndex((line) => OPENINGS.some((one) => one.test(line)))
  const from = opening >= 0 ? opening : firstOfLastQuote(lines)
  if (from <= 0) return { own: text, quoted: null }
  const own = lines.slice(0, from).join('\n').trimEnd()
  return own === '' ? { own: text, quoted: null } : { own, quoted: lines.slice(from).join('\n').trim() }
}

/** Where nothing but quoted lines follow until the end. */
function firstOfLastQuote(lines: string[]): number {
  let from = lines.length
  while (from > 0 && /^(>|\s*$)/.test(lines[from - 1] as string)) from--
  return lines.slice(from).some((line) => line.startsWith('>')) ? from : -1
}

export interface Piece {
  text: string
  /** Where it is the address of a page. */
  href: string | null
}

const ADDRESS = /https?:\/\/[^\s<>"'`{}|\\^]+/g
/** What ends a sentence, not an address. */
const BEHIND = /[.,;:!?)\]]+$/

/** Only http and https, as they are written: what is shown is where it leads. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(BEHIND, '')
    // Signs that turn the direction could show another address than the one it leads to.
    if (!URL.canParse(address) || /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(address)) continue
    if (index > at) pieces.push({ text: text.slice(at, index), href: null })
    pieces.push({ text: address, href: address })
    at = index + address.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), href: null })
  return pieces
}
