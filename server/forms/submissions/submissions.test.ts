// Submissions: stored once, processed once, and their effects on contacts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { formStory } from '../../../test/forms.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { person } from '../../../test/story.ts'

const samvad = await startSamvad()
const { form, store, submission, when } = formStory(samvad)
samvad.startWorker()
const asha = person(samvad)
const { company } = samvad
const consentsOf = async (id: string) => (await asha.get(`/v1/contacts/${id}/consents`)).body.data
const submit = async (formId: string, answers: any, more = {}) => {
  const { outcome, id } = await store.submit(submission(company, formId, answers, more))
  assert.equal(outcome, 'stored')
  return id as string
}

test('spec 22.45: of 1,001 submissions at once a form with a cap of 1,000 takes 1,000; the same page twice is one', async () => {
  const formId = await form(company, { max_submissions: 1000 })
  const all = await Promise.all(
    Array.from({ length: 1001 }, (_, index) => store.submit(submission(company, formId, { rating: index % 5 }))),
  )
  const outcomes = Object.groupBy(all, ({ outcome }) => outcome)
  assert.deepEqual([outcomes.stored?.length, outcomes.full?.length], [1000, 1])
  const [count] = await samvad.rows<{ submissions: bigint; rows: bigint }>(
    `select c.submissions, (select count(*) from form_submissions s where s.form_id = c.form_id) as rows
       from form_counts c where c.form_id = $1`,
    [formId],
  )
  assert.deepEqual([Number(count?.submissions), Number(count?.rows)], [1000, 1000])

  const other = await form(company)
  const one = submission(company, other, { rating: 3 })
  const twice = await Promise.all([store.submit(one), store.submit(one)])
  const again = await store.submit(one)
  assert.deepEqual(twice.map(({ outcome }) => outcome).toSorted(), ['duplicate', 'stored'])
  assert.equal(again.outcome, 'duplicate')
  assert.deepEqual(new Set([...twice, again].map(({ id }) => id)).size, 1)
})

test('spec 22.46: a form takes submissions from its opening until its closing, to the second', async () => {
  const opens = new Date('2026-12-01T00:00:00Z')
  const closes = new Date('2026-12-02T00:00:00Z')
  const formId = await form(company, { opens_at: opens.getTime() / 1000, closes_at: closes.getTime() / 1000 })
  const at = async (time: number) =>
    (await store.submit(submission(company, formId, { rating: 1 }, { submitted_at: new Date(time) }))).outcome
  assert.deepEqual(
    [
      await at(opens.getTime() - 1000),
      await at(opens.getTime()),
      await at(closes.getTime() - 1),
      await at(closes.getTime()),
      await at(closes.getTime() + 1000),
    ],
    ['not_yet', 'stored', 'stored', 'closed', 'closed'],
  )
  await samvad.rows('update forms set suspended_at = now(), suspension_reason = $2 where id = $1', [formId, 'phishing'])
  assert.equal(await at(opens.getTime()), 'unavailable')
})

test('spec 22.47, 22.50: a submission creates a contact, with consents in the exact words, lists and a message that opens no session', async () => {
  const list = await asha.make('/v1/lists', { name: 'Farmers' })
  const formId = await form(company, { list_ids: [uuidOf('list', list.id)], create_conversation: true })
  const answers = { name: 'Ravi', email: 'Ravi@customer.example', village: 'Wai', rating: 4, offers: true }
  const shown = await when(asha, await submit(formId, answers, { language: 'hi', source: 'newsletter' }))
  assert.equal(shown.contact_link, 'created')
  assert.deepEqual(shown.answers, answers)
  const contact = (await asha.get(`/v1/contacts/${shown.contact_id}`)).body
  assert.deepEqual(
    [contact.display_name, contact.email, contact.attributes],
    ['Ravi', 'Ravi@customer.example', { village: 'Wai' }],
  )
  const [consent] = await consentsOf(shown.contact_id)
  assert.deepEqual([consent.source, consent.status, consent.text], ['form', 'granted', 'मुझे ईमेल से ऑफ़र भेजें।'])
  assert.deepEqual(shown.consents, [{ field: 'offers', text: 'मुझे ईमेल से ऑफ़र भेजें।', channels: ['email'] }])
  assert.equal((await asha.get(`/v1/lists/${list.id}`)).body.contact_count, 1)
  const message = (await asha.get(`/v1/messages/${shown.message_id}`)).body
  assert.deepEqual([message.direction, message.subject, message.authenticated], ['inbound', 'Seeds', false])
  assert.match(message.text, /^Name: Ravi\nEmail: Ravi@customer\.example\nVillage: Wai\nRating: 4\nOffers: Yes$/)
  assert.equal(message.conversation_id, shown.conversation_id)
  const [row] = await samvad.rows<{ last_inbound_at: Date | null }>(
    'select last_inbound_at from contacts where id = $1',
    [uuidOf('contact', shown.contact_id)],
  )
  assert.equal(row?.last_inbound_at, null)
})

test('spec 22.48: an address that nobody has proven changes nothing of the contact who has it', async () => {
  const formId = await form(company)
  const before = await asha.make('/v1/contacts', {
    display_name: 'Meena',
    email: 'meena@customer.example',
    attributes: { village: 'Satara' },
  })
  const shown = await when(
    asha,
    await submit(formId, { name: 'Mallory', email: 'MEENA@customer.example', village: 'Elsewhere', offers: true }),
  )
  assert.deepEqual([shown.contact_link, shown.contact_id], ['claimed', before.id])
  const { conversation_id: _, ...contact } = (await asha.get(`/v1/contacts/${before.id}`)).body
  const { conversation_id: __, ...was } = before
  assert.deepEqual(contact, was)
  assert.deepEqual(await consentsOf(before.id), [])
  assert.equal((await asha.get('/v1/contacts?email=meena@customer.example')).body.data.length, 1)
})

test('spec 22.29: a file that its visitor removed is deleted, though a submission still names it', async () => {
  const formId = await form(samvad.company)
  const id = newUuid()
  // The state after a removal: recorded, and without a form.
  await samvad.rows(`insert into attachment_removals (org_id, id, size, due_at) values ($1, $2, 0, '2099-01-01')`, [
    samvad.company.organizationId,
    id,
  ])
  await store.submit(submission(samvad.company, formId, { name: 'Asha' }, { file_ids: [id] }))
  assert.equal((await samvad.rows('select from attachment_removals where id = $1', [id])).length, 1)
  await samvad.rows('delete from attachment_removals where id = $1', [id])
})

test('spec 22.59: a submission without an address that fails stops none of those that are processed with it', async () => {
  const formId = await form(samvad.company)
  await samvad.rows(`
    create function refuse_poison() returns trigger language plpgsql as $$
    begin
      if new.state = 'done' and new.answers ->> 'name' = 'Poison' then raise exception 'poison'; end if;
      return new;
    end $$`)
  await samvad.rows(
    'create trigger refuse_poison before update on form_submissions for each row execute function refuse_poison()',
  )
  const all = await Promise.all(
    ['Asha', 'Poison', 'Ravi'].map((name) => store.submit(submission(samvad.company, formId, { name }))),
  )
  const [first, poison, last] = all.map(({ id }) => id as Uuid) as [Uuid, Uuid, Uuid]
  await when(asha, first)
  await when(asha, last)
  await when(asha, poison, ({ error }) => error === 'internal_error')
  await samvad.rows('drop trigger refuse_poison on form_submissions')
  await samvad.rows('drop function refuse_poison()')
})
