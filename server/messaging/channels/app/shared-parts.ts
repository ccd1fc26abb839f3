// A webhook of Meta for an account that organizations share, in parts: each status and each message is for one of them,
// and goes to it in a webhook of its own.

import { hash } from 'node:crypto'
import { parseTypeId } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import { NotUnderstood } from '../arrivals/arrival.ts'
import type { SharedParts, SharedReceipt, SharedWriting } from '../arrivals/shared-parts.ts'
import { amendedBy } from './amendments.ts'
import { type Fields, fieldsOf, listOf, textOf } from './json-values.ts'

/** Statuses with the change that they stood in, and what is not about them. */
interface Found {
  entry: Fields
  value: Fields
}

/** Only what is about the number of the account; what else there is, decisions on templates too, is of nobody here. */
export function sharedPartsOf(body: Buffer, phoneNumberId: string | null): SharedParts {
  const root = fieldsOf(parsed(body))
  if (root?.object !== 'whatsapp_business_account') throw new NotUnderstood('it is no webhook of a WhatsApp account')
  const found = listOf(root.entry).flatMap((one): Found[] => {
    const entry = fieldsOf(one)
    return listOf(entry?.changes).flatMap((change): Found[] => {
      const value = fieldsOf(change)?.field === 'messages' ? fieldsOf(fieldsOf(change)?.value) : null
      const number = textOf(fieldsOf(value?.metadata)?.phone_number_id)
      return entry && value && number !== null && number === phoneNumberId ? [{ entry, value }] : []
    })
  })
  const statuses = new Map<SharedReceipt, { found: Found; status: Fields }>()
  for (const one of found)
    for (const status of listOf(one.value.statuses).map(fieldsOf)) {
      const providerId = textOf(status?.id)
      if (!status || providerId === null) continue
      const deliveryId = parseTypeId('dlv', textOf(status.biz_opaque_callback_data) ?? '')
      statuses.set({ providerId, deliveryId }, { found: one, status })
    }
  return {
    source: 'cloud_api_part',
    receipts: [...statuses.keys()],
    writings: found.flatMap(writingsIn),
    receiptsBody(of) {
      const some = of.flatMap(({ receipt, deliveryId }) => {
        const known = statuses.get(receipt)
        const ours = { biz_opaque_callback_data: publicId('dlv', deliveryId) }
        return known ? [{ ...known, status: { ...known.status, ...ours } }] : []
      })
      const changes = some.map(({ found: { value }, status }) => changeOf(value, { statuses: [status] }))
      return webhook(some[0]?.found.entry, changes)
    },
    // Meta is told our name with every message.
    mayBeEarly: false,
  }
}

function writingsIn({ entry, value }: Found): SharedWriting[] {
  const people = listOf(value.contacts).map(fieldsOf)
  return listOf(value.messages)
    .map(fieldsOf)
    .flatMap((message): SharedWriting[] => {
      const id = textOf(message?.id)
      if (!message || id === null) return []
      const person = personOf(message, people)
      const number = textOf(message.from) ?? textOf(person?.wa_id)
      const userId = textOf(message.from_user_id) ?? textOf(person?.user_id)
      // As contacts have them: a number with its plus, or as Meta writes it.
      const [first, ...others] = [
        ...(number === null ? [] : [`+${number}`, number]),
        ...(userId === null ? [] : [userId]),
      ]
      if (first === undefined) return []
      const amended = amendedBy(message)
      return [
        {
          fingerprint: fingerprintOf(id),
          from: [first, ...others],
          text: textOf(fieldsOf(message.text)?.body),
          reactsTo: message.type === 'reaction' ? (textOf(fieldsOf(message.reaction)?.message_id) ?? '') : null,
          amends: amended === null ? null : fingerprintOf(amended),
          body: webhook(entry, [changeOf(value, { contacts: person ? [person] : [], messages: [message] })]),
        },
      ]
    })
}

const fingerprintOf = (id: string): string => `wamid:${hash('sha256', id)}`

function personOf(message: Fields, people: readonly (Fields | null)[]): Fields | undefined {
  const [from, userId] = [textOf(message.from), textOf(message.from_user_id)]
  const writer = people.find(
    (one) =>
      one && ((from !== null && textOf(one.wa_id) === from) || (userId !== null && textOf(one.user_id) === userId)),
  )
  return writer ?? (people.length === 1 ? (people[0] ?? undefined) : undefined)
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
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new NotUnderstood('it is no JSON')
  }
}
