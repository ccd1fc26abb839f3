// Selects the media type for a response from the Accept header (RFC 9110 §12.5.1).

const HEADER_LENGTH_MAX = 2000

/**
 * The preferred one of `offers`. The first is the default for requests without the header, or that accept none of them.
 */
export function preferred<const Offer extends string>(accept: string, offers: readonly [Offer, ...Offer[]]): Offer {
  const ranges = accept.slice(0, HEADER_LENGTH_MAX).split(',').map(readRange)
  const rated = offers.map((offer) => ({ offer, ...ratingOf(offer, ranges) }))
  // A named type wins over a wildcard: clients append */* to the type they need.
  rated.sort((left, right) => right.quality - left.quality || right.precision - left.precision)
  const best = rated[0]
  return best && best.quality > 0 ? best.offer : offers[0]
}

interface Range {
  type: string
  quality: number
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { type, quality: quality === undefined ? 1 : Number(quality) || 0 }
}

function ratingOf(offer: string, ranges: Range[]): { quality: number; precision: number } {
  const candidates = [offer, `${offer.split('/')[0]}/*`, '*/*']
  const index = candidates.findIndex((candidate) => ranges.some(({ type }) => type === candidate))
  const range = ranges.find(({ type }) => type === candidates[index])
  return { quality: range?.quality ?? 0, precision: index < 0 ? 0 : candidates.length - index }
}
