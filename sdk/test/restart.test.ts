// The service is killed, or in the long run stopped, and started again while a client sends and follows with the SDK.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { testDatabase } from '../../test/harness.ts'
import { isLong } from '../../test/long-stories.ts'
import { payAtCheckout } from '../../test/payments.ts'
import { urlOf } from '../../test/postgres.ts'
import {
  eventually,
  freePort,
  newDataDirectory,
  type Program,
  removeDataDirectory,
  startProgram,
} from '../../test/program.ts'
import type { Message, SamvadEvent } from '../src/index.ts'
import { install } from './installed.ts'

/** Leaves the processor to the program while it starts. */
const BETWEEN_SENDS_MS = 100

const SHORT_PAUSES = 0.05
/** So few that restarting the service takes longer than all retries; the send is then repeated under its own key. */
const RETRIES = 2

const { sdk } = await install()
const dataDirectory = await newDataDirectory()
const environment = { DATABASE_URL: urlOf(await testDatabase()), PORT: String(await freePort()) }
let program: Program | undefined
const abort = new AbortController()
after(async () => {
  abort.abort()
  await program?.stop()
  await removeDataDirectory(dataDirectory)
})
const start = async () => {
  program = await startProgram(dataDirectory, environment)
  return program
}

test('spec 20.4, 20.8: through a kill of the service every send is made once, and every event told once', async (t) => {
  // Removes chance from the SDK's randomized delays: this test gets short ones.
  t.mock.method(Math, 'random', () => SHORT_PAUSES)
  const { url, token } = await start()
  const samvad = new sdk.Samvad({ baseUrl: url, token, retries: RETRIES })
  const recharge = await samvad.billing.recharges.create({ amount: '1000.00' })
  await payAtCheckout(recharge.checkout_url as string, 'success')
  const contact = await samvad.contacts.create({ display_name: 'Ravi', email: 'ravi@customer.example' })
  const conversation = await samvad.conversations.create({ contact_id: contact.id })

  const told: SamvadEvent[] = []
  const connections: boolean[] = []
  const onConnection = (isThere: boolean) => void connections.push(isThere)
  const following = (async () => {
    for await (const event of samvad.events.stream({ signal: abort.signal, onConnection }))
      if (event.type !== 'reset') told.push(event)
      else assert.fail('nothing was lost')
  })().catch((error: Error) => error)
  await eventually('it is connected', async () => connections.includes(true))

  const made: Message[] = []
  const over = new AbortController()
  const sending = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      const draft = { conversation_id: conversation.id, channel: 'email', text: `Number ${n}` }
      made.push(await untilMade(n, (idempotencyKey) => samvad.messages.send(draft, { idempotencyKey })))
      await pause(BETWEEN_SENDS_MS)
    }
  })()
  const more = (count: number) => eventually(`${count} more`, async () => made.length >= count)
  await more(5)
  // The long run also stops it, which lets requests in progress finish.
  for (const end of isLong ? (['stop', 'kill'] as const) : (['kill'] as const)) {
    await program?.[end]()
    await start()
    await more(made.length + 5)
    await eventually('it follows again', async () => connections.at(-1) === true)
  }
  over.abort()
  await sending

  const listed: Message[] = []
  for await (const message of samvad.messages.list({ conversation_id: conversation.id })) listed.push(message)
  assert.deepEqual(
    listed.map(({ text }) => text),
    made.map((_, n) => `Number ${n}`).reverse(),
    'each once, in order',
  )
  const created = () => told.filter(({ type }) => type === 'message.created')
  await eventually('all of them are told', async () => created().length >= made.length)
  const [first] = told
  const kept: SamvadEvent[] = []
  for await (const event of samvad.events.list({ after: first?.id })) kept.push(event)
  await eventually('all that is kept', async () => told.length > kept.length)
  assert.deepEqual(
    told.slice(1, kept.length + 1).map(({ id, position }) => `${position} ${id}`),
    kept.map(({ id, position }) => `${position} ${id}`),
    'nothing left out, nothing twice, in order',
  )
  assert.deepEqual(
    created().map(({ object_id: id }) => id),
    made.map(({ id }) => id),
  )
  assert.ok(connections.includes(false), 'it was cut off')
  abort.abort()
  assert.equal((await following)?.name, 'AbortError')
})

/** As in the README: with an idempotency key of its own, a send may be retried for as long as necessary. */
async function untilMade(n: number, send: (key: string) => PromiseLike<Message>): Promise<Message> {
  for (;;) {
    try {
      return await send(`number-${n}`)
    } catch (error) {
      if (!(error instanceof sdk.UnreachableError)) throw error
      await pause(BETWEEN_SENDS_MS)
    }
  }
}
