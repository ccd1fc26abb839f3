// Pure rules for merging a contact into another.

import { invalid } from '#kit/refusals.ts'
import type { Attributes } from './rules.ts'
import { ATTRIBUTES_MAX } from './schema.ts'

export const takenFields = ['display_name', 'email', 'phone_number', 'app_id', 'avatar_url'] as const
export type TakenField = (typeof takenFields)[number]

export type Mergeable = Record<TakenField, string | null> & {
  attributes: Attributes
  unsubscribed: Record<string, number>
  marketing_stopped_at: Date | null
  marketing_said_at: Date | null
  last_active_at: Date | null
  last_inbound_at: Date | null
}

/**
 * The remaining contact keeps its own values and takes missing ones, or those named in `take`, from the other. An
 * unsubscription of either applies, from the earlier time. The 24-hour session belongs to the app address that is kept.
 */
export function mergedOf(into: Mergeable, from: Mergeable, take: readonly TakenField[]): Mergeable {
  const pick = (field: TakenField) =>
    (take.includes(field) ? (from[field] ?? into[field]) : (into[field] ?? from[field])) as string | null
  const attributes = { ...from.attributes, ...into.attributes }
  if (Object.keys(attributes).length > ATTRIBUTES_MAX)
    throw invalid('from', 'merge_too_many_attributes', { max: ATTRIBUTES_MAX })
  const { phone_number, app_id } = { phone_number: pick('phone_number'), app_id: pick('app_id') }
  const isWrittenToAs = (one: Mergeable) => one.phone_number === phone_number && one.app_id === app_id
  const inbound = [into, from].filter((one) => isWrittenToAs(one) || hasAppAddressOf(one, { phone_number, app_id }))
  return {
    display_name: pick('display_name'),
    email: pick('email'),
    phone_number,
    app_id,
    avatar_url: pick('avatar_url'),
    attributes,
    unsubscribed: earliest(from.unsubscribed, into.unsubscribed),
    marketing_stopped_at: into.marketing_stopped_at ?? from.marketing_stopped_at,
    marketing_said_at: latest([into.marketing_said_at, from.marketing_said_at]),
    last_active_at: latest([into.last_active_at, from.last_active_at]),
    last_inbound_at: latest(inbound.map(({ last_inbound_at }) => last_inbound_at)),
  }
}

/** True if the merged contact keeps all app addresses of this one. */
function hasAppAddressOf(one: Mergeable, merged: Pick<Mergeable, 'phone_number' | 'app_id'>): boolean {
  const fields = ['phone_number', 'app_id'] as const
  const own = fields.filter((field) => one[field] !== null)
  return own.length > 0 && own.every((field) => one[field] === merged[field])
}

/** Values of `from` that the merged contact does not have: shown to the user who merges. */
export const lostOf = (from: Mergeable, merged: Mergeable): TakenField[] =>
  takenFields.filter((field) => from[field] !== null && from[field] !== merged[field])

function earliest(one: Record<string, number>, other: Record<string, number>): Record<string, number> {
  const all = { ...one }
  for (const [channel, at] of Object.entries(other)) all[channel] = Math.min(at, all[channel] ?? at)
  return all
}

const latest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((last, at) => (last === null || (at !== null && at > last) ? at : last), null)
