// The audience of a campaign as a filter of contacts: counted by the service before there is a content. Pure.

import type { ContactFilter } from '@samvad/sdk'

interface Audience {
  listIds: readonly string[]
  /** Of its segments. */
  filters: readonly ContactFilter[]
  excludedListIds: readonly string[]
}

/** Null where nobody is chosen. */
export function audienceFilter({ listIds, filters, excludedListIds }: Audience): ContactFilter | null {
  const any: ContactFilter[] = [...listIds.map((list_id) => ({ list_id })), ...filters]
  if (any.length === 0) return null
  const chosen: ContactFilter = any.length === 1 ? (any[0] as ContactFilter) : { any }
  if (excludedListIds.length === 0) return chosen
  return { all: [chosen, { not: { any: excludedListIds.map((list_id) => ({ list_id })) } }] }
}

/** Those of them who can be written to on the channel, and have agreed where that is needed. */
export const reachedFilter = (audience: ContactFilter, channel: string, needsConsent: boolean): ContactFilter => ({
  all: [audience, { reachable: channel }, ...(needsConsent ? [{ consent: channel }] : [])],
})
