// Published forms by slug, for their pages and submissions: cached in the process for a few seconds, so that a page
// rarely waits for the database.

import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { areShards } from '#kit/database/shards.ts'
import { gathered } from '#kit/gathered.ts'
import type { Uuid } from '#kit/ids.ts'
import { Remembered } from '#kit/remembered.ts'
import type { FormDefinition, Settings } from './definition.ts'
import { SLUG_MAX } from './limits.ts'
import * as queries from './published-queries.ts'
import { SLUG } from './slugs.ts'

/** Maximum delay until a form's change is visible on its page. */
export const PUBLISHED_KEPT_MS = 4000
/** Maximum number of forms with cached state. */
const FORMS_KEPT_MAX = 20_000
/** Maximum number of cached parsed definitions. A version never changes. */
const DEFINITIONS_KEPT_MAX = 2000

export type FormState = 'open' | 'not_yet' | 'closed' | 'full' | 'suspended' | 'gone'

export interface PublishedForm {
  org_id: Uuid
  form_id: Uuid
  /** The slug that the form has now: an earlier one leads here too. */
  slug: string
  version: number
  name: string
  /** The organization's name, shown on the page. */
  organization: string
  definition: FormDefinition
  /** Of its organization. */
  hasPremium: boolean
  state: FormState
}

interface Cached extends Omit<PublishedForm, 'state'> {
  isPublished: boolean
  isSuspended: boolean
  submissions: number
}

export type FindPublished = (slug: string, now: Date) => Promise<PublishedForm | null>

/** Null for an unknown slug and for a form that was never published. */
export function createPublishedForms({ database }: Pick<App, 'database'>): FindPublished {
  const definitionOf = cachedDefinitions(database)
  const readState = gathered<string, queries.StateRow>((slugs) => readStates(database.reads, slugs))
  /** The same object while nothing changes: thousands of requests a second share it. */
  const shown = new WeakMap<Cached, PublishedForm>()
  const forms = new Remembered<Cached | undefined>(
    async (slug, isAhead) => {
      const row = await readState(slug, isAhead)
      const found = row && (await definitionOf(row))
      if (!row || !found) return undefined
      const {
        org_id,
        id,
        version,
        is_published: isPublished,
        is_suspended: isSuspended,
        organization,
        submissions,
        has_premium: hasPremium,
      } = row
      const { name, definition } = found
      return {
        org_id,
        form_id: id,
        slug: row.slug,
        version,
        name,
        organization,
        definition,
        hasPremium,
        isPublished,
        isSuspended,
        submissions,
      }
    },
    { keptMs: PUBLISHED_KEPT_MS, keysMax: FORMS_KEPT_MAX },
  )
  return async (slug, now) => {
    // Most invalid addresses are not well-formed slugs and need no database query.
    if (slug.length > SLUG_MAX || !SLUG.test(slug)) return null
    const cached = await forms.get(slug)
    if (!cached) return null
    const state = stateOf(cached, cached.definition.settings, now)
    const kept = shown.get(cached)
    if (kept?.state === state) return kept
    const { isPublished, isSuspended, submissions, ...form } = cached
    const one = { ...form, state }
    shown.set(cached, one)
    return one
  }
}

/**
 * The state in which a form accepts submissions or refuses them. `submissions` may be some seconds old: the maximum is
 * checked again when a submission is stored.
 */
export function stateOf(
  { isPublished, isSuspended, submissions }: Pick<Cached, 'isPublished' | 'isSuspended' | 'submissions'>,
  { opens_at, closes_at, max_submissions }: Settings,
  now: Date,
): FormState {
  if (isSuspended) return 'suspended'
  if (!isPublished) return 'gone'
  const seconds = now.getTime() / 1000
  if (closes_at !== undefined && seconds >= closes_at) return 'closed'
  if (max_submissions !== undefined && submissions >= max_submissions) return 'full'
  return opens_at !== undefined && seconds < opens_at ? 'not_yet' : 'open'
}

async function readStates(reads: Tx, slugs: readonly string[]): Promise<ReadonlyMap<string, queries.StateRow>> {
  const found = await reads.rows<queries.SlugRow>(queries.slugs(slugs))
  const rows = await eachOrTogether(found, (some) => reads.rows<queries.StateRow>(queries.states(some)))
  const byForm = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    found.flatMap(({ slug, form_id }) => {
      const row = byForm.get(form_id)
      return row ? [[slug, row] as const] : []
    }),
  )
}

type Found = Pick<queries.DefinitionRow, 'name' | 'definition'>

/** By organization, form and version. Creating it reads nothing, because routes are declared without a database. */
function cachedDefinitions(database: App['database']): (row: queries.StateRow) => Promise<Found | undefined> {
  const cache = new Map<string, Found>()
  const read = gathered<string, Found>(async (keys) => {
    const wanted = keys.map((key) => {
      const [org_id, form_id, version] = key.split(':') as [Uuid, Uuid, string]
      return { org_id, form_id, version: Number(version) }
    })
    const rows = await eachOrTogether(wanted, (some) =>
      database.reads.rows<queries.DefinitionRow>(queries.definitions(some)),
    )
    return new Map(
      rows.map(({ org_id, form_id, version, ...found }) => [`${org_id}:${form_id}:${version}`, found] as const),
    )
  })
  return async ({ org_id, id, version }) => {
    const key = `${org_id}:${id}:${version}`
    const kept = cache.get(key)
    if (kept) return kept
    const found = await read(key)
    if (!found) return undefined
    if (cache.size >= DEFINITIONS_KEPT_MAX) cache.delete(cache.keys().next().value as string)
    cache.set(key, found)
    return found
  }
}

/** All in one statement, or one organization's form at a time where organizations are distributed over machines. */
export async function eachOrTogether<One, Row>(
  some: readonly One[],
  read: (some: readonly One[]) => Promise<Row[]>,
): Promise<Row[]> {
  if (some.length === 0) return []
  if (!areShards()) return read(some)
  return (await Promise.all(some.map((one) => read([one])))).flat()
}
