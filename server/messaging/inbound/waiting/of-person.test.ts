// Waiting events of a person are exported and erased with their contact.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { writeBrought } from '#messaging/channels/sms/http/brought.ts'
import { eraseContact, extentOf } from '#privacy/erase.ts'
import { exportContact } from '#privacy/export.ts'
import { uuidOf } from '../../../../test/harness.ts'
import { setAccount } from '../../../../test/smpp/story.ts'
import {
  app,
  asha,
  banyanCompany,
  company,
  fail,
  mailOf,
  operator,
  PATH,
  quarantined,
  webhook,
} from '../../../../test/waiting-story.ts'

test('spec 5.50: a call of an HTTP gateway is shown as its account describes it, and as it was received where it does not', async () => {
  const callbacks = {
    reports: { format: 'json', list: '/results', id: '/id', status: '/status', delivered: ['OK'] },
    incoming: { format: 'json', list: '/messages', from: '/from', text: '/text', id: '/id' },
  }
  const account = {
    protocol: 'http',
    from: 'ASHATX',
    password: 'the-key',
    url: 'https://gateway.example/send',
    body: '{"to": "{to}", "text": "{text}"}',
    message_id: '/id',
    callbacks,
  }
  await setAccount(asha, account)
  const http = { channel: 'sms', source: 'sms_http' } as const
  const incoming = (messages: object[]) =>
    writeBrought({ kind: 'incoming', format: 'json', content: JSON.stringify({ messages }) })
  const two = await fail(
    incoming([
      { from: '09876500001', text: 'mine' },
      { from: '+919876500002', text: 'hers' },
    ]),
    http,
  )
  const report = { results: [{ id: 'm1', status: 'XYZZY' }] }
  await fail(writeBrought({ kind: 'reports', format: 'json', content: JSON.stringify(report) }), http)
  await fail(incoming([{ sender: '09876500001' }]), http)
  const { data } = (await operator.get(PATH)).body
  assert.deepEqual(
    data.map(({ from, text, is_readable }: any) => [from, text, is_readable]),
    [
      [null, '{"messages":[{"sender":"09876500001"}]}', false],
      [null, 'm1 XYZZY', true],
      ['+919876500001', 'mine\nhers', true],
    ],
  )
  // One of several people in an event is erased.
  await erase(await contactWith({ phone_number: '+919876500001' }))
  const left = (await operator.get(`${PATH}/${two}`)).body
  assert.deepEqual([left.from, left.text], ['+919876500002', 'hers'])
  assert.ok(!left.raw.includes('9876500001'))
})

const contactWith = async (fields: object) => uuidOf('contact', (await asha.make('/v1/contacts', fields)).id)
const scope = () => ({ organizationId: company.organizationId, at: app.clock() })
const erase = (contactId: Uuid) =>
  app.database.transaction(async (tx) => {
    const extent = await extentOf(tx, scope(), contactId)
    await eraseContact(tx, scope(), contactId, extent)
    return extent
  }, company.organizationId)

test('spec 7.110: what waits of a contact is exported with them and erased with them; what others wrote stays', async () => {
  const contactId = await contactWith({ email: 'Ravi@customer.example', phone_number: '+919876500001' })
  const mail = await fail(mailOf('ravi@customer.example', 'Order 17', 'Where is it?'))
  const both = await fail(
    webhook([
      { from: '919876500001', text: 'mine' },
      { from: '919876500002', text: 'hers' },
    ]),
    { channel: 'app', source: 'cloud_api' },
  )
  const others = await fail(mailOf('meena@customer.example', 'Re: Ravi', 'as ravi@customer.example says'))
  const elsewhere = await fail(mailOf('ravi@customer.example', 'Order 18', 'of another organization'), {
    organizationId: banyanCompany.organizationId,
  })
  const nobodys = await quarantined('+919876500001', 'Hello')

  const { waiting } = await app.database.transaction((tx) => exportContact(tx, scope(), contactId))
  assert.deepEqual(
    waiting.map(({ id, subject, text }) => [id, subject, text]),
    [
      [nobodys, null, 'Hello'],
      [both, null, 'mine'],
      [mail, 'Order 17', 'Where is it?'],
    ],
  )
  const { quarantined: inQuarantine, waiting: failed } = await erase(contactId)
  assert.deepEqual([inQuarantine, failed], [1, 2])
  const left = (await operator.get(PATH)).body.data
  assert.deepEqual(
    left.map(({ id, text }: any) => [id, text]),
    [
      [elsewhere, 'of another organization'],
      [others, 'as ravi@customer.example says'],
      [both, 'hers'],
    ],
  )
})
