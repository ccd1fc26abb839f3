// A campaign's audience as a contact filter: the server counts it before there is any content. Pure.

/** The part of a filter that is used here. */
interface Filter {
  all?: Filter[] | undefined
  any?: Filter[] | undefined
  not?: Filter | undefined
  list_id?: string | undefined
  reachable?: string | undefined
  consent?: string | undefined
}

interface Audience {
  listIds: readonly string[]
  /** The filters of its segments. */
  filters: readonly Filter[]
  excludedListIds: readonly string[]
}

/** Null without any list or segment. */
export function audienceFilter({ listIds, filters, excludedListIds }: Audience): Filter | null {
  const any: Filter[] = [...listIds.map((list_id) => ({ list_id })), ...filters]
  if (any.length === 0) return null
  const chosen: Filter = any.length === 1 ? (any[0] as Filter) : { any }
  if (excludedListIds.length === 0) return chosen
  return { all: [chosen, { not: { any: excludedListIds.map((list_id) => ({ list_id })) } }] }
}

/** Those who can be reached on the channel and have given consent where it is required. */
export const reachedFilter = (audience: Filter, channel: string, needsConsent: boolean): Filter => ({
  all: [audience, { reachable: channel }, ...(needsConsent ? [{ consent: channel }] : [])],
})
