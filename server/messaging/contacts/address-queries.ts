// SQL of contacts' addresses, and how suppressions store them. Each channel uses the fields in its description
// (server/channels).

import type { AddressField } from '#channels/description.ts'
import { type ChannelName, channelDescriptions, channelNames } from '#channels/table.ts'
import { anyOf, listOf, literals, type Statement, sql } from '#kit/database/sql.ts'
import { otherFormIn } from './number-form-queries.ts'
import { formsOf } from './number-forms.ts'

interface FieldSql {
  /** True if contact `c` has this address. */
  is(address: string): Statement
  /** True if contact `c` has the address in a column of another row. */
  isColumn(address: Statement): Statement
  /** The address of contact `c` in the notations that suppressions may use. */
  spellings: readonly Statement[]
}

const fields: Readonly<Record<AddressField, FieldSql>> = {
  email: {
    is: (address) => sql`lower(c.email) = ${address} and c.email is not null`,
    isColumn: (address) => sql`lower(c.email) = ${address} and c.email is not null`,
    spellings: [sql`lower(c.email)`],
  },
  phone_number: {
    is: (address) => sql`c.phone_number = any(${formsOf(address)}::text[])`,
    isColumn: (address) => sql`c.phone_number in (${address}, ${otherFormIn(address)})`,
    spellings: [sql`c.phone_number`, otherFormIn(sql`c.phone_number`)],
  },
  app_id: {
    is: (address) => sql`c.app_id = ${address}`,
    isColumn: (address) => sql`c.app_id = ${address}`,
    spellings: [sql`c.app_id`],
  },
}

const ofChannel = (channel: ChannelName): FieldSql[] =>
  channelDescriptions[channel].addressFields.map((field) => fields[field])

/** True if contact `t` has an address of the channel. */
export const hasAddressOn = (channel: ChannelName): Statement =>
  anyOf(channelDescriptions[channel].addressFields.map((field) => sql`${columns[field]} is not null`))

const columns: Readonly<Record<AddressField, Statement>> = {
  email: sql`t.email`,
  phone_number: sql`t.phone_number`,
  app_id: sql`t.app_id`,
}

/** True if contact `c` is reached at this address on the channel. */
export const isReachedAt = (channel: ChannelName, address: string): Statement =>
  anyOf(ofChannel(channel).map(({ is }) => is(address)))

export const isReachedAtColumn = (channel: ChannelName, address: Statement): Statement =>
  anyOf(ofChannel(channel).map(({ isColumn }) => isColumn(address)))

/**
 * True when the suppression `s` is for an address of contact `c`. Where a channel has several addresses, such as phone
 * number and app ID, a suppression of one applies to all.
 */
export const isSuppressionOfContact: Statement = anyOf(
  channelNames.map((channel) => {
    const spellings = ofChannel(channel).flatMap((field) => field.spellings)
    return sql`s.channel = ${literals([channel])} and s.address in (${listOf(spellings)})`
  }),
)
