// Filters of the contact list, in the page's URL and in the API.

import type { ListContactsQuery, SearchContactsQuery } from '@samvad/sdk'
import { type ChannelName, readChannel } from '../app/channels.ts'
import { daysOf } from '../app/india.ts'

export interface ContactFilter {
  /** Words of a name, parts of an address, or digits of a number. */
  find?: string
  channel?: ChannelName
  state?: 'suppressed' | 'unsubscribed' | 'reachable'
  owner?: string
  list?: string
  group?: string
  /** Days in India: created on the first or later, and on the last or before. */
  from?: string
  to?: string
}

const states = ['suppressed', 'unsubscribed', 'reachable'] as const

export function readFilter(search: Record<string, unknown>): ContactFilter {
  const id = (value: unknown, prefix: string) =>
    typeof value === 'string' && value.startsWith(`${prefix}_`) ? value : undefined
  const isText = typeof search.find === 'string' || typeof search.find === 'number'
  return said({
    find: isText && search.find !== '' ? String(search.find) : undefined,
    channel: readChannel(search.channel),
    state: states.find((one) => one === search.state),
    owner: id(search.owner, 'user'),
    list: id(search.list, 'list'),
    group: id(search.group, 'group'),
    ...daysOf(search),
  })
}

/** Without unset values. */
export function said(filter: { [Name in keyof ContactFilter]: ContactFilter[Name] | undefined }): ContactFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))
}

/** Without search text and period, as exports accept it. */
export function narrowed({ channel, state, owner, list, group }: ContactFilter) {
  return {
    ...(channel && { channel }),
    ...(state === 'suppressed' && { suppressed: true }),
    ...(state === 'unsubscribed' && { unsubscribed: true }),
    ...(state === 'reachable' && { suppressed: false, unsubscribed: false }),
    ...(owner && { owner_id: owner }),
    ...(list && { list_id: list }),
    ...(group && { group_id: group }),
  }
}

export const queryOf = (filter: ContactFilter): ListContactsQuery & Omit<SearchContactsQuery, 'q'> => ({
  ...narrowed(filter),
  ...(filter.from && { from: filter.from }),
  ...(filter.to && { to: filter.to }),
})
