// Which of the media types that a route offers the caller wants, as RFC 9110 §12.5.1 reads the Accept header.

const HEADER_LENGTH_MAX = 2000

/**
 * The wanted one of `offers`. The first is the default: it answers whoever says nothing, or something that is not
 * offered.
 */
export function preferred<const Offer extends string>(accept: string, offers: readonly [Offer, ...Offer[]]): Offer {
  const ranges = accept.slice(0, HEADER_LENGTH_MAX).split(',').map(readRange)
  const rated = offers.map((offer) => ({ offer, ...ratingOf(offer, ranges) }))
  // A type that is named wins over one that only a wildcard covers: clients append */* to what they really want.
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
