// The SDK's types: code that compiles, and code that must not.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { install } from './installed.ts'
import { compile } from './typescript.ts'

const { folder } = await install()

const CALLS = `
import { type Answer, type Contact, List, type Message, type NewMessage, Samvad } from '@samvad/sdk'

const samvad = new Samvad({ baseUrl: 'http://samvad.example', token: async () => 'token', fetch })
const draft: NewMessage = { conversation_id: 'conv_1', channel: 'email', subject: undefined }

const message: Message = await samvad.messages.send(draft)
const price: string | null = message.price
const at: number = message.created_at
const answer: Answer<Message> = samvad.messages.send(draft, { idempotencyKey: 'mine', signal: undefined })
const promise: Promise<Message> = answer
const { data, response }: { data: Message; response: Response } = await answer.withResponse()
const nothing: void = await samvad.contacts.delete('contact_1')
const pdf: Response = await samvad.billing.invoices.retrievePdf('inv_1')
await samvad.attachments.upload({ file: new Blob(['a']) })
await samvad.messages.send(draft).catch((error: Error) => error.message)
await Promise.all([samvad.me.retrieve(), samvad.contacts.list()])

for await (const contact of samvad.contacts.list({ limit: 10, signal: AbortSignal.timeout(1) })) {
  const name: string | null = contact.display_name
}
const list: List<Contact> = samvad.contacts.list()
const next = await (await list).next()
const rows: Contact[] | undefined = next?.data
const total: string = (await samvad.billing.usage.list({ group_by: 'day' })).total.amount

// Words that are known are offered, and others are taken.
switch (message.status) {
  case 'queued':
  case 'a status of tomorrow':
}
await samvad.messages.send({ ...draft, channel: message.channel })

// @ts-expect-error money is text
await samvad.billing.recharges.create({ amount: 500 })
// @ts-expect-error a field that there is not
await samvad.messages.send({ ...draft, tekst: 'It has left.' })
// @ts-expect-error a message has a channel
await samvad.messages.send({ conversation_id: 'conv_1' })
// @ts-expect-error a parameter that there is not
samvad.contacts.list({ limt: 10 })
// @ts-expect-error messages are those of a conversation
samvad.messages.list()
// @ts-expect-error an id is text
await samvad.contacts.retrieve(7)
// @ts-expect-error times are numbers
const text: string = message.created_at
// @ts-expect-error a price may be null
const known: string = message.price
// @ts-expect-error there is no such method
samvad.messages.sendd(draft)
// @ts-expect-error what is told here is where the installation is
new Samvad({ token: 'token' })
`

const ERRORS = `
import { type ErrorCode, InsufficientBalanceError, SamvadError } from '@samvad/sdk'

export function tell(error: unknown): string {
  if (error instanceof InsufficientBalanceError) return error.detail
  if (!(error instanceof SamvadError)) throw error
  const known: ErrorCode = 'insufficient_balance'
  if (error.code === known || error.code === 'timed_out' || error.code === 'a_code_of_tomorrow') return error.code
  const field: string | undefined = error.errors[0]?.field
  const after: number | null = error.retryAfter
  // @ts-expect-error it may have had no answer
  const status: number = error.status
  return String([field, after, status])
}
`

const EVENTS = `
import {
  type Contact, type DeletedEventData, Samvad, type SamvadEvent, type UnknownEvent, verifyWebhook,
} from '@samvad/sdk'

const samvad = new Samvad({ baseUrl: 'http://samvad.example' })

export function tell(event: SamvadEvent): unknown {
  switch (event.type) {
    case 'contact.created': {
      const about: Contact | DeletedEventData = event.data
      return 'deleted' in event.data ? null : event.data.display_name
    }
    case 'balance.low': return 'deleted' in event.data ? null : event.data.level
    // @ts-expect-error there is no such event
    case 'contact.vanished': return null
    default: {
      const type: string = event.type
      return [type, event.id, event.position]
    }
  }
}

for await (const event of samvad.events.stream({ types: ['contact.created', 'group.*'] })) {
  const type: 'contact.created' | \`group.\${string}\` | 'reset' | UnknownEvent['type'] = event.type
  if (event.type === 'reset') continue
  if (event.type === 'contact.created' && !('deleted' in event.data)) event.data.display_name?.trim()
  // @ts-expect-error it was not asked for
  if (event.type === 'message.sent') throw event
}
for await (const event of samvad.events.stream({ types: ['thing.done', '*'], lastEventId: 'evt_1' })) {
  if (event.type === 'message.sent' && !('deleted' in event.data)) event.data.delivery.status satisfies string | null
}
for await (const event of samvad.events.list({ type: ['message.*'] })) tell(event)
const event: SamvadEvent = await verifyWebhook({ payload: '', headers: new Headers(), secrets: ['whsec_'] })
// @ts-expect-error a body that was parsed is another one
await verifyWebhook({ payload: { id: 'evt_1' }, headers: {}, secret: '' })
`

const RIGHT = { 'calls.ts': CALLS, 'errors.ts': ERRORS, 'events.ts': EVENTS }
const WRONG = "import { Samvad } from '@samvad/sdk'\nnew Samvad({ baseUrl: 7 })\n"

test('spec 20.2, 20.8: in node what is right compiles, strictly, and each mistake does not', () => {
  assert.equal(compile(folder, RIGHT, 'node'), '')
})

test('spec 20.2, 20.8: so it does in a browser, where a mistake beside it is found: what compiles is looked at', () => {
  const told = compile(folder, { ...RIGHT, 'wrong.ts': WRONG }, 'browser')
  assert.match(told, /wrong\.ts.* Type 'number' is not assignable to type 'string'/)
  assert.equal(told.match(/\berror TS/g)?.length, 1, told)
})
