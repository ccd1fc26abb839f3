// Splits a webhook for a shared account: each status and each message belongs to one organization, and becomes a
// webhook of its own.

import { hash } from 'node:crypto'
import { parseTypeId } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import { NotUnderstood } from '../arrivals/arrival.ts'
import type { IncomingNotice } from '../arrivals/arrived.ts'
import type { SharedParts, SharedReceipt, SharedWriting } from '../arrivals/shared-parts.ts'
import { accountNotice, errorNotice, strayNotice, unreadNotice } from './account-notices.ts'
import { addressesOf, personOf } from './addresses.ts'
import { amendedBy } from './amendments.ts'
import { callsIn, isOfCall } from './calls.ts'
import { type Fields, fieldsOf, listOf, parseWebhook, textOf, timeOf } from './json-values.ts'
import { type Notice, noticeOf } from './notices.ts'

/** The webhook fields about contacts; all others are about the account. */
const OF_PEOPLE: readonly unknown[] = ['messages', 'calls', 'user_preferences']

interface Found {
  field: string
  entry: Fields
  value: Fields
}

/** Parts for the account's phone number only; everything about the account itself, templates included, is a notice. */
export function sharedPartsOf(body: Buffer, phoneNumberId: string | null, receivedAt: Date): SharedParts {
  const root = fieldsOf(parsed(body))
  if (root?.object !== 'whatsapp_business_account') throw new NotUnderstood('not a webhook of a WhatsApp account')
  const notices: IncomingNotice[] = []
  const found = listOf(root.entry).flatMap((one): Found[] => {
    const entry = fieldsOf(one)
    return listOf(entry?.changes).flatMap((change): Found[] => {
      const { field, value: given } = fieldsOf(change) ?? {}
      const value = fieldsOf(given)
      const time = timeOf(entry?.time) ?? receivedAt
      if (!entry || !value) {
        notices.push(unreadNotice(change, time))
        return []
      }
      if (!OF_PEOPLE.includes(field)) {
        notices.push(accountNotice(field, value, time))
        return []
      }
      notices.push(...listOf(value.errors).map((error) => errorNotice(error, time)))
      const number = textOf(fieldsOf(value.metadata)?.phone_number_id)
      if (number !== null && number === phoneNumberId) return [{ entry, value, field: String(field) }]
      if (number !== null) notices.push(strayNotice('phone_number_id', number, time))
      else if (listOf(value.errors).length === 0) notices.push(unreadNotice(value, time))
      return []
    })
  })
  const statuses = new Map<SharedReceipt, { found: Found; status: Fields }>()
  for (const one of found)
    for (const status of listOf(one.value.statuses).map(fieldsOf)) {
      if (isOfCall(status)) continue
      const providerId = textOf(status?.id)
      if (!status || providerId === null) {
        notices.push(unreadNotice(status, receivedAt))
        continue
      }
      const deliveryId = parseTypeId('dlv', textOf(status.biz_opaque_callback_data) ?? '')
      statuses.set({ providerId, deliveryId }, { found: one, status })
    }
  return {
    source: 'cloud_api_part',
    receipts: [...statuses.keys()],
    writings: found.flatMap((one) => [
      ...writingsIn(one, notices, receivedAt),
      ...callWritingsIn(one),
      ...preferencesIn(one),
    ]),
    notices,
    receiptsBody(of) {
      const some = of.flatMap(({ receipt, deliveryId }) => {
        const known = statuses.get(receipt)
        const ours = { biz_opaque_callback_data: publicId('dlv', deliveryId) }
        return known ? [{ ...known, status: { ...known.status, ...ours } }] : []
      })
      const changes = some.map(({ found: { value }, status }) => changeOf(value, { statuses: [status] }))
      return webhook(some[0]?.found.entry, changes)
    },
    // Every message contains our id, so that its receipts find the delivery.
    mayBeEarly: false,
  }
}

function writingsIn({ entry, value }: Found, notices: IncomingNotice[], at: Date): SharedWriting[] {
  const people = listOf(value.contacts)
    .map(fieldsOf)
    .filter((one) => one !== null)
  return listOf(value.messages)
    .map(fieldsOf)
    .flatMap((message): SharedWriting[] => {
      const id = textOf(message?.id)
      const notice = message ? noticeOf(message) : null
      const [first, ...others] = message ? allAddressesOf(message, people, notice) : []
      if (!message || id === null || first === undefined) {
        notices.push(unreadNotice(message, at))
        return []
      }
      const person = personOf(message, people)
      const amended = amendedBy(message)
      return [
        {
          fingerprint: fingerprintOf(id),
          from: [first, ...others],
          text: textOf(fieldsOf(message.text)?.body),
          reactsTo: message.type === 'reaction' ? (textOf(fieldsOf(message.reaction)?.message_id) ?? '') : null,
          answers: textOf(fieldsOf(message.context)?.id),
          amends: amended === null ? null : fingerprintOf(amended),
          isForAll: notice !== null,
          body: webhook(entry, [changeOf(value, { contacts: person ? [person] : [], messages: [message] })]),
        },
      ]
    })
}

const fingerprintOf = (id: string): string => `wamid:${hash('sha256', id)}`

/** Phone numbers first; for a notice the former addresses too, or the new ones when it names no other. */
function allAddressesOf(message: Fields, people: readonly Fields[], notice: Notice | null = null): string[] {
  const addresses = [...addressesOf(message, people).toReversed(), ...(notice?.formerly ?? [])]
  return (addresses.length > 0 ? addresses : (notice?.movesTo ?? [])).flatMap(asContactsHaveIt)
}

/** A phone number with and without its plus; any other address as Meta writes it. */
const asContactsHaveIt = (address: string): string[] =>
  /^\+\d+$/.test(address) ? [address, address.slice(1)] : [address]

/** A call's start and its end are separate webhooks. */
function callWritingsIn({ entry, value, field }: Found): SharedWriting[] {
  return callsIn(value).flatMap((call): SharedWriting[] => {
    const id = textOf(call?.id)
    const contact = call?.direction === 'BUSINESS_INITIATED' ? { from: call.to } : {}
    const [first, ...others] = call ? allAddressesOf({ ...call, ...contact }, []) : []
    if (!call || id === null || first === undefined) return []
    return [
      {
        fingerprint: `wacid:${hash('sha256', `${id} ${String(call.event)}`)}`,
        from: [first, ...others],
        text: null,
        reactsTo: null,
        body: webhook(entry, [{ ...changeOf(value, { calls: [call] }), field }]),
      },
    ]
  })
}

/** Stopping marketing from a shared number applies to all organizations that write from it. */
function preferencesIn({ entry, value, field }: Found): SharedWriting[] {
  return listOf(value.user_preferences)
    .map(fieldsOf)
    .flatMap((given): SharedWriting[] => {
      const [first, ...others] = allAddressesOf({ from: given?.wa_id, from_user_id: given?.user_id }, [])
      if (!given || first === undefined) return []
      return [
        {
          fingerprint: `pref:${hash('sha256', JSON.stringify(given))}`,
          from: [first, ...others],
          text: null,
          reactsTo: null,
          isForAll: true,
          isPreference: true,
          body: webhook(entry, [{ ...changeOf(value, { user_preferences: [given] }), field }]),
        },
      ]
    })
}

const changeOf = ({ messaging_product, metadata }: Fields, what: object) => ({
  field: 'messages',
  value: { messaging_product, metadata, ...what },
})

const webhook = (entry: Fields | undefined, changes: readonly object[]): Buffer =>
  Buffer.from(
    JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: entry?.id, time: entry?.time, changes }] }),
  )

function parsed(body: Buffer): unknown {
  try {
    return parseWebhook(body)
  } catch {
    throw new NotUnderstood('not valid JSON')
  }
}
