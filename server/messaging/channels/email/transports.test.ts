// The connections of many accounts: which stay open, and that none is closed while it sends.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { until } from '../../../../test/mail-story.ts'
import { startMailbox } from '../../../../test/mailbox.ts'
import { ACCOUNTS_MAX, Transports } from './transports.ts'

const mailbox = await startMailbox()
const transports = new Transports(async () => {})
after(() => {
  transports.close()
  return mailbox.close()
})

const send = (account: string, to = `${account}@shop.example`) =>
  transports.send(account, { url: mailbox.url }, { from: 'asha@mills.example', to, subject: 'Hello', text: 'Hello' })

test('more accounts at work than are kept: none is closed before its mails are answered for', async () => {
  const held = Promise.withResolvers<'accept'>()
  mailbox.answer(() => held.promise)
  const accounts = Array.from({ length: ACCOUNTS_MAX + 20 }, (_, index) => `account-${index}`)
  const sending = accounts.map((account) => send(account))
  await until(
    async () => mailbox.connections,
    (count) => count === accounts.length,
  )
  held.resolve('accept')
  assert.equal((await Promise.all(sending)).length, accounts.length)
  assert.equal(mailbox.received.length, accounts.length)
})

test('what is idle makes room for others, and an account that was used lately keeps its connection', async () => {
  mailbox.answer(() => 'accept')
  await send('new')
  const before = mailbox.connections
  await send('new')
  await send(`account-${ACCOUNTS_MAX + 19}`)
  assert.equal(mailbox.connections, before, 'their connections are there still')
  await send('account-0')
  assert.equal(mailbox.connections, before + 1, 'the one that was not used for longest was closed')
})
