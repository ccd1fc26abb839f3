// For unknown paths: suggests the most similar ones. The comparison is bounded, so that arbitrary paths cost next to
// nothing.

import { reasonOf } from '#kit/messages/reasons.ts'
import { Refusal } from '#kit/refusals.ts'
import type { Route } from './route.ts'

const PATH_LENGTH_MAX = 200
const SEGMENTS_MAX = 12
const SEGMENT_LENGTH_MAX = 40
/** Maximum number of wrong, missing or additional letters in the whole path. */
const SLIPS_MAX = 2
/** A missing or additional segment counts more than a letter. */
const PART_COST = 2
/** Prefixes ignored in the comparison. */
const PREFIXES = ['/v1', '/api/v1', '/api']

export interface Place {
  method: string
  /** As in the contract: `/v1/contacts/{contact_id}`. */
  path: string
}

/** 404 for a path without a route. */
export class NoSuchPath extends Refusal {
  /** The requested path, shortened to fit into a sentence. */
  readonly path: string
  readonly nearest: Place | null

  constructor(method: string, path: string, nearest: Place | null) {
    super(
      'not_found',
      nearest === null
        ? reasonOf('operation_not_found', { method, path })
        : reasonOf('operation_not_found_near', { method, path, nearest: `${nearest.method} ${nearest.path}` }),
    )
    this.path = path
    this.nearest = nearest
  }
}

/** Pages that are not in the contract. */
const PAGES = ['/console/', '/docs', '/docs/errors', '/about', '/sandbox', '/healthz']

interface Known extends Place {
  parts: string[]
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

export function createNowhere(routes: readonly Route[]): (asked: { method: string; url: string }) => NoSuchPath {
  const known: Known[] = [
    ...routes
      .filter(({ operationId }) => operationId !== undefined)
      .map(({ method, path }) => ({ method, path: path.replace(/:(\w+)/g, '{$1}'), parts: partsOf(path) })),
    ...PAGES.map((path) => ({ method: 'GET', path, parts: partsOf(path) })),
  ]
  return ({ method, url }) => {
    const path = (url.split('?', 1)[0] as string).slice(0, PATH_LENGTH_MAX)
    return new NoSuchPath(method, path, nearestOf(known, method, path))
  }
}

/** Null when no path is similar enough. */
function nearestOf(known: readonly Known[], method: string, path: string): Place | null {
  const asked = ['', ...PREFIXES].map((prefix) => partsOf(`${prefix}${path}`))
  if (asked.some((parts) => parts.length > SEGMENTS_MAX)) return null
  let best: { place: Known; slips: number } | null = null
  for (const [index, parts] of asked.entries())
    for (const place of known) {
      // The path as written is preferred, then paths with the method.
      const dearer = (index > 0 ? 1 : 0) + (place.method === method ? 0 : 1) / 2
      const slips = slipsOf(parts, place.parts) + dearer
      if (slips <= SLIPS_MAX + dearer && (best === null || slips < best.slips)) best = { place, slips }
    }
  return best && { method: best.place.method, path: best.place.path }
}

/** The edit distance of two paths; a parameter matches any segment. */
function slipsOf(asked: readonly string[], place: readonly string[]): number {
  const common = Math.min(asked.length, place.length)
  let slips = Math.abs(asked.length - place.length) * PART_COST
  let isAlike = false
  for (let at = 0; at < common && slips <= SLIPS_MAX; at++) {
    const [own, theirs] = [asked[at] as string, place[at] as string]
    if (theirs.startsWith(':')) continue
    const far = own === theirs ? 0 : editsOf(own, theirs)
    // Short words are similar to too many others.
    if (far >= theirs.length / 2) return Number.POSITIVE_INFINITY
    if (theirs.length > 2) isAlike = true
    slips += far
  }
  return isAlike ? slips : Number.POSITIVE_INFINITY
}

/** Levenshtein distance; not computed when the lengths differ too much. */
function editsOf(left: string, right: string): number {
  if (left.length > SEGMENT_LENGTH_MAX || Math.abs(left.length - right.length) > SLIPS_MAX)
    return Number.POSITIVE_INFINITY
  let above = Array.from({ length: right.length + 1 }, (_one, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const differs = left[row - 1] === right[column - 1] ? 0 : 1
      current[column] = Math.min(
        (above[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (above[column - 1] as number) + differs,
      )
    }
    above = current
  }
  return above[right.length] as number
}
