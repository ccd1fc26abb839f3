// Addresses of pages within a text. Pure.

export interface Piece {
  text: string
  /** The URL, if this part is a link. */
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
