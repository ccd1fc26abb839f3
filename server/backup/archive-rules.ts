// The names in an archive, and which objects a moment needs: pure.

/** `00000001000000000000002A`: a segment's timeline and position; timeline histories and backup labels exist too. */
const SEGMENT = /^[0-9A-F]{24}$/
const OF_THE_LOG = /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/

export const isSegment = (name: string): boolean => SEGMENT.test(name)
/** True for complete segments: PostgreSQL writes incomplete ones under another name. */
export const isOfTheLog = (name: string): boolean => OF_THE_LOG.test(name)

/** A copy of all files, taken while they are in use; it becomes consistent with the log from its first segment on. */
export interface Base extends BaseFacts {
  secret_key: string | null
  postgres_password: string
}

/** Its unencrypted metadata. */
export interface BaseFacts {
  id: string
  started_at: string
  /** Every moment from here on can be restored with it. */
  finished_at: string
  first_segment: string
  last_segment: string
  segment_bytes: number
  /** The version of the program that took it. */
  version: string
  postgres_version: string
  /** The hash of its stored file. */
  sha256: string
}

/** The last copy that was complete at that moment; without a moment, the last of all. */
export function baseFor<B extends BaseFacts>(bases: readonly B[], at: Date | null): B | undefined {
  return inOrder(bases).findLast(({ finished_at }) => at === null || new Date(finished_at) <= at)
}

/** Bases and segments that no moment after `since` needs. */
export function unneeded<B extends BaseFacts>(
  bases: readonly B[],
  segments: readonly string[],
  since: Date,
): { bases: B[]; segments: string[] } {
  const first = baseFor(bases, since) ?? inOrder(bases)[0]
  if (first === undefined) return { bases: [], segments: [] }
  return {
    bases: inOrder(bases).filter((base) => base.finished_at < first.finished_at),
    segments: segments.filter((name) => isSegment(name.slice(0, 24)) && name.slice(0, 24) < first.first_segment),
  }
}

/** Named by time, so that the names sort by time. */
export const baseId = (at: Date): string => at.toISOString().replace(/[:.]/g, '-')

/** Files of incomplete copies that were started before that id. */
export function strays(files: readonly string[], before: string): string[] {
  const ids = (suffix: RegExp) => files.filter((name) => suffix.test(name)).map((name) => name.replace(suffix, ''))
  const whole = new Set(ids(/\.json$/))
  return ids(/\.tar\.gz(\.age)?$/).filter((id) => !whole.has(id) && id < before)
}

/** Missing segments between a base and the last segment: recovery stops at a gap. */
export function holesIn(segments: readonly string[], from: string, segmentBytes: number): string[] {
  const there = new Set(segments)
  const last = segments
    .filter((name) => isSegment(name) && name.slice(0, 8) === from.slice(0, 8))
    .toSorted()
    .at(-1)
  const holes: string[] = []
  if (last === undefined) return [from]
  for (let name = from; name <= last && holes.length < HOLES_NAMED_MAX; name = segmentAfter(name, segmentBytes))
    if (!there.has(name)) holes.push(name)
  return holes
}

const HOLES_NAMED_MAX = 5

export function segmentAfter(name: string, segmentBytes: number): string {
  const perFile = 2 ** 32 / segmentBytes
  const log = Number.parseInt(name.slice(8, 16), 16)
  const place = Number.parseInt(name.slice(16), 16) + 1
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return `${name.slice(0, 8)}${hex(place < perFile ? log : log + 1)}${hex(place % perFile)}`
}

/** The segment that contains a log position in PostgreSQL's format: `0/2A000028`. */
export function segmentOf(place: string, timeline: number, segmentBytes: number): string {
  const [high = '0', low = '0'] = place.split('/')
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return `${hex(timeline)}${hex(Number.parseInt(high, 16))}${hex(Math.floor(Number.parseInt(low, 16) / segmentBytes))}`
}

function inOrder<B extends BaseFacts>(bases: readonly B[]): B[] {
  return bases.toSorted((a, b) => (a.finished_at < b.finished_at ? -1 : 1))
}
