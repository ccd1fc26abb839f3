// How the list of contacts is narrowed: as it stands in the address of the page, and as the API takes it.

import type { ListContactsQuery } from '@samvad/sdk'
import { type ChannelName, channelOf } from './known.ts'

export interface ContactFilter {
  /** An address, exactly. */
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

const DAY = /^\d{4}-\d\d-\d\d$/
const states = ['suppressed', 'unsubscribed', 'reachable'] as const

export function readFilter(search: Record<string, unknown>): ContactFilter {
  const id = (value: unknown, prefix: string) =>
    typeof value === 'string' && value.startsWith(`${prefix}_`) ? value : undefined
  const day = (value: unknown) => (typeof value === 'string' && DAY.test(value) ? value : undefined)
  const isText = typeof search.find === 'string' || typeof search.find === 'number'
  return said({
    find: isText && search.find !== '' ? String(search.find) : undefined,
    channel: channelOf(search.channel),
    state: states.find((one) => one === search.state),
    owner: id(search.owner, 'user'),
    list: id(search.list, 'list'),
    group: id(search.group, 'group'),
    from: day(search.from),
    to: day(search.to),
  })
}

/** Without what is not there. */
export function said(filter: { [Name in keyof ContactFilter]: ContactFilter[Name] | undefined }): ContactFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))
}

/** As exports take it too: all but the address that is looked for, and the period. */
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

export const queryOf = (filter: ContactFilter): ListContactsQuery => ({
  ...narrowed(filter),
  ...(filter.find && addressOf(filter.find)),
  ...(filter.from && { from: filter.from }),
  ...(filter.to && { to: filter.to }),
})

/** "98765 43210" is a number of India, as people write it. */
export function addressOf(text: string): { email: string } | { phone_number: string } {
  if (text.includes('@')) return { email: text.trim() }
  const digits = text.replace(/[\s().-]/g, '')
  if (/^[6-9]\d{9}$/.test(digits)) return { phone_number: `+91${digits}` }
  return { phone_number: /^\d/.test(digits) ? `+${digits}` : digits }
}
