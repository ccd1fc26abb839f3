// Double opt-in and automatic replies: the effects of a confirmed link, and who gets a reply.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { formStory } from '../../../test/forms.ts'
import { fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { sandboxMail } from '../../../test/invitations.ts'
import { until } from '../../../test/mail-story.ts'
import { person } from '../../../test/story.ts'

const samvad = await startSamvad()
const { form, store, submission, when } = formStory(samvad)
samvad.startWorker()
const asha = person(samvad)
const { company } = samvad
await fund(samvad, company.organizationId, 100n)
const HTML = { headers: { accept: 'text/html' }, token: null }

const submit = async (formId: Uuid, answers: any, more = {}) => {
  const { outcome, id } = await store.submit(submission(company, formId, answers, more))
  assert.equal(outcome, 'stored')
  return id as Uuid
}
const linkTo = async (email: string, id: string) => {
  const mail = await sandboxMail(samvad, company, email, (raw) => raw.includes(`Message-ID: <${id}@`))
  const path = /\/f\/confirm\/[\w-]{64}/.exec(mail.text)?.[0]
  assert.ok(path, mail.text)
  return { path, mail }
}
const contactOf = async (id: string) => (await asha.get(`/v1/contacts/${id}`)).body
const consentsOf = async (id: string) => (await asha.get(`/v1/contacts/${id}/consents`)).body.data
const template = async () => {
  const draft = {
    name: 'thanks',
    channel: 'email',
    language: 'en',
    subject: 'Thank you',
    text: 'Dear {{name}}, thank you.',
    category: 'utility',
  }
  const one = await asha.make('/v1/templates', draft)
  const { body } = await asha.post(`/v1/templates/${one.id}/submit`, {})
  assert.equal(body.status ?? body.latest?.status, 'approved', JSON.stringify(body))
  return uuidOf('tmpl', one.id)
}
const templateId = await template()
const reply = { channel: 'email', template_id: templateId, variables: { name: 'name' } } as const

test('spec 22.51, 22.52: only the button behind the mailed link confirms, once; then the contact gets what was submitted', async () => {
  const list = await asha.make('/v1/lists', { name: 'Confirmed' })
  const formId = await form(company, { double_opt_in: true, list_ids: [uuidOf('list', list.id)] })
  const before = await asha.make('/v1/contacts', {
    display_name: 'Kiran',
    email: 'kiran@customer.example',
    phone_number: '+919876543210',
  })
  const answers = {
    name: 'Kiran Rao',
    email: 'kiran@customer.example',
    phone: '+919876500000',
    village: 'Wai',
    offers: true,
  }
  const waiting = await when(asha, await submit(formId, answers, { language: 'hi' }))
  assert.deepEqual([waiting.contact_link, waiting.contact_id, waiting.confirmation], ['claimed', before.id, 'pending'])
  const { path, mail } = await linkTo('kiran@customer.example', waiting.id)
  assert.match(mail.subject, /पुष्टि/)

  const asked = await samvad.request('GET', path, HTML)
  assert.equal(asked.status, 200)
  assert.match(asked.text, /<form method="post">/)
  assert.equal((await asha.get(`/v1/submissions/${waiting.id}`)).body.confirmation, 'pending')
  assert.deepEqual(await consentsOf(before.id), [])
  assert.equal((await asha.get(`/v1/lists/${list.id}`)).body.contact_count, 0)

  const pressed = await samvad.request('POST', path, { ...HTML, form: {} } as never)
  assert.equal(pressed.status, 200, pressed.text)
  const id = uuidOf('sub', waiting.id)
  const after = await when(asha, id, ({ contact_link: link }) => link === 'confirmed')
  assert.equal(after.confirmation, 'confirmed')
  const contact = await contactOf(before.id)
  assert.deepEqual(
    [contact.display_name, contact.phone_number, contact.attributes],
    ['Kiran Rao', '+919876543210', { village: 'Wai' }],
  )
  assert.deepEqual(
    (await consentsOf(before.id)).map(({ text }: any) => text),
    ['मुझे ईमेल से ऑफ़र भेजें।'],
  )
  const again = await samvad.request('POST', path, { ...HTML, form: {} } as never)
  assert.equal(again.status, 200)
  assert.equal((await consentsOf(before.id)).length, 1)
  assert.equal((await asha.get(`/v1/lists/${list.id}`)).body.contact_count, 1)
  const wrong = await samvad.request('GET', `${path.slice(0, -2)}AA`, HTML)
  assert.equal(wrong.status, 404)
})

test('spec 22.49: a submission lifts neither an unsubscribe nor a suppression', async () => {
  const formId = await form(company, { double_opt_in: true })
  const one = await asha.make('/v1/contacts', {
    display_name: 'Sita',
    email: 'sita@customer.example',
    unsubscribed: { email: 1767225600 },
  })
  await asha.make('/v1/suppressions', { channel: 'email', address: 'gone@customer.example' })
  const gone = await asha.make('/v1/contacts', { display_name: 'Gone', email: 'gone@customer.example' })
  for (const [contact, email] of [
    [one, 'sita@customer.example'],
    [gone, 'gone@customer.example'],
  ] as const) {
    const { id } = await when(asha, await submit(formId, { email, offers: true }))
    await samvad.request('POST', (await linkTo(email, id)).path, { ...HTML, form: {} } as never)
    await when(asha, uuidOf('sub', id), ({ contact_link: link }) => link === 'confirmed')
    assert.deepEqual(
      (await consentsOf(contact.id)).filter(({ status }: any) => status === 'granted'),
      [],
    )
    const { unsubscribed, suppressed } = await contactOf(contact.id)
    assert.deepEqual([unsubscribed, suppressed], [contact.unsubscribed, contact.suppressed])
  }
})

test('spec 22.53: a reply goes once to an address and form in a day, charged, never without consent or under attack', async () => {
  const formId = await form(company, { auto_reply: reply })
  const balance = async () => Number((await asha.get('/api/v1/billing/balance')).body.balance)
  const before = await balance()
  const ended = async (answers: any, more = {}) => when(asha, await submit(formId, answers, more))
  const sent = await ended({ name: 'Anu', email: 'anu@customer.example', offers: true })
  assert.equal(sent.auto_reply, 'sent')
  const { body: message } = await asha.get(`/v1/messages/${sent.auto_reply_message_id}`)
  assert.deepEqual([message.text, message.template_version], ['Dear Anu, thank you.', 1])
  assert.ok((await balance()) < before)
  const charged = await balance()
  const others = [
    await ended({ name: 'Anu', email: 'anu@customer.example', offers: true }),
    await ended({ name: 'Bala', email: 'bala@customer.example' }),
    await ended({ name: 'Chitra', email: 'chitra@customer.example', offers: true }, { under_attack: true }),
    await ended({ name: 'Dev', offers: true }),
  ]
  assert.deepEqual(
    others.map(({ auto_reply: why }) => why),
    ['already_replied', 'no_consent', 'under_attack', 'no_address'],
  )
  assert.equal(await balance(), charged)
  const other = await when(
    asha,
    await submit(await form(company, { auto_reply: reply }), {
      name: 'Anu',
      email: 'anu@customer.example',
      offers: true,
    }),
  )
  assert.equal(other.auto_reply, 'sent')
})

test('spec 22.54: why a reply was refused is shown with the submission', async () => {
  const poor = await samvad.newCompany('Poor')
  const who = person(samvad, poor)
  const formId = await form(poor, { auto_reply: { ...reply, template_id: templateId } })
  const { id } = await store.submit(
    submission(poor, formId, { name: 'Anu', email: 'anu@customer.example', offers: true }),
  )
  const shown = await when(who, id as Uuid)
  assert.equal(shown.state, 'done')
  assert.equal(shown.auto_reply, 'not_found')
})

test('spec 22.58: what is no spam after all waits for its confirmation again, and the link is mailed anew', async () => {
  const formId = await form(company, { double_opt_in: true })
  const email = 'lata@customer.example'
  const waiting = await when(asha, await submit(formId, { name: 'Lata', email, offers: true }))
  const { path } = await linkTo(email, waiting.id)
  const marked = async (name: string) => (await asha.post(`/v1/submissions/${waiting.id}/${name}`)).body
  assert.equal((await marked('spam')).confirmation, 'expired')
  assert.equal((await marked('not_spam')).confirmation, 'pending')
  samvad.app.wake('form_mails')
  const mailed = async () =>
    (await samvad.rows('select mail_due_at from form_submissions where id = $1', [uuidOf('sub', waiting.id)])) as any[]
  await until(mailed, ([{ mail_due_at }]) => mail_due_at === null)
  assert.equal((await samvad.request('POST', path, { ...HTML, form: {} })).status, 200)
  await when(asha, uuidOf('sub', waiting.id), ({ confirmation }) => confirmation === 'confirmed')
})
