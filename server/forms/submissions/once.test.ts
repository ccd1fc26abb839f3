// Each submission is processed once: in any order, repeated, concurrently, and by workers that are killed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import { createSender } from '#messaging/sending/send.ts'
import fc, { casesOf, STORY_CASES } from '../../../test/cases.ts'
import { contactFields, formStory } from '../../../test/forms.ts'
import { type Company, fund, startSamvad, uuidOf } from '../../../test/harness.ts'
import { person } from '../../../test/story.ts'
import { createAutoReplies } from './auto-reply.ts'
import { createProcessing } from './processing.ts'

const samvad = await startSamvad()
const { form, store, submission } = formStory(samvad)
const { app } = samvad
const sender = createSender(app)

/** Ends the attempt at its nth transaction, before or after the commit, like a kill. */
class Killed extends Error {}

function killable(plan: { at: number; isAfter: boolean }[]) {
  let count = 0
  const left = [...plan]
  const database = {
    ...app.database,
    reads: app.database.reads,
    async transaction(...[work, options]: Parameters<typeof app.database.transaction>) {
      count++
      const kill = left.find(({ at }) => at === count)
      if (kill && !kill.isAfter) throw new Killed()
      const result = await app.database.transaction(work, options)
      if (kill) throw new Killed()
      return result
    },
  }
  return { ...app, database: Object.assign(Object.create(app.database), database) } as typeof app
}

async function stateOf({ organizationId }: Company) {
  const read = async (text: string) =>
    (await samvad.rows(text, [organizationId])).map((row) => JSON.stringify(row)).toSorted()
  return {
    contacts: await read(`select email, phone_number, attributes from contacts where org_id = $1`),
    consents: await read(`select t.email, c.channel, c.status, c.source, c.text from consents c
      join contacts t on t.org_id = c.org_id and t.id = c.contact_id where c.org_id = $1`),
    messages: await read(`select direction, subject, text from messages where org_id = $1`),
    events: await read(`select payload ->> 'id' is not null as is_told, count(*)::int from events
      where org_id = $1 and type = 'form.submitted' group by 1`),
    states: await read(`select state, auto_reply, count(*)::int from form_submissions where org_id = $1 group by 1, 2`),
    links: await read(`select contact_link, count(*)::int from form_submissions where org_id = $1 group by 1`),
  }
}

/** A form whose automatic reply thanks by email. */
async function thankingForm(company: Company): Promise<Uuid> {
  await fund(samvad, company.organizationId, 100n)
  const who = person(samvad, company)
  const draft = {
    name: 'thanks',
    channel: 'email',
    language: 'en',
    subject: 'Thank you',
    text: 'Thank you.',
    category: 'utility',
  }
  const template = await who.make('/v1/templates', draft)
  await who.post(`/v1/templates/${template.id}/submit`, {})
  const reply = { channel: 'email', template_id: uuidOf('tmpl', template.id) } as const
  return form(company, { create_conversation: true, auto_reply: reply }, contactFields)
}

const people = ['anu', 'bala', 'chitra']

/** Processes until nothing is due; every failed attempt is retried. */
async function finish(
  { organizationId }: Company,
  plan: { at: number; isAfter: boolean }[],
  together: number,
  by: Pick<typeof sender, 'answer'> = sender,
) {
  const killed = killable(plan)
  const work = createProcessing(killed, createAutoReplies(killed, by))
  const { signal } = new AbortController()
  for (let round = 0; round < 40; round++) {
    await Promise.allSettled(Array.from({ length: together }, () => work(organizationId as Uuid, signal)))
    const [{ left }] = (await samvad.rows<{ left: number }>(
      `with again as (
         update form_submissions set due_at = now(), tries = 0
          where org_id = $1 and due_at is not null returning 1)
       select (select count(*) from again)::int as left`,
      [organizationId],
    )) as [{ left: number }]
    if (left === 0) return
  }
  assert.fail('it did not end')
}

test('spec 22.63: any order, kills between the steps and repetitions give the same contacts, consents, messages and replies', async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...people), { minLength: 1, maxLength: 6 }),
      fc.array(fc.record({ at: fc.integer({ min: 1, max: 14 }), isAfter: fc.boolean() }), { maxLength: 5 }),
      fc.integer({ min: 1, max: 3 }),
      async (given, plan, together) => {
        const outcomes = []
        for (const kills of [[], plan]) {
          const company = await samvad.newCompany(`Company ${++made}`)
          const formId = await thankingForm(company)
          // A double submission has the same data: it does not matter which of the two creates the contact.
          for (const name of given)
            await store.submit(
              submission(company, formId, {
                email: `${name}@customer.example`,
                village: name,
                ...(name !== 'bala' && { offers: true }),
              }),
            )
          await finish(company, kills, kills.length === 0 ? 1 : together)
          outcomes.push(await stateOf(company))
        }
        assert.deepEqual(outcomes[1], outcomes[0])
      },
    ),
    { numRuns: STORY_CASES },
  )
})

test('spec 22.63: a reply that another attempt is sending is tried again, and recorded as sent', async () => {
  const company = await samvad.newCompany('Two Attempts')
  const formId = await thankingForm(company)
  await store.submit(submission(company, formId, { email: 'anu@customer.example', offers: true }))
  let inFlight = 2
  const answer: typeof sender.answer = (...given) =>
    inFlight-- > 0 ? Promise.reject(refusal('idempotency_in_flight', 'idempotency_in_flight')) : sender.answer(...given)
  await finish(company, [], 1, { answer })
  const { messages, states } = await stateOf(company)
  assert.deepEqual(states, ['{"state":"done","auto_reply":"sent","count":1}'])
  assert.equal(messages.filter((one) => one.includes('Thank you.')).length, 1)
})

const STORM_ORGANIZATIONS = casesOf(16)

test('spec 22.64: a storm of many organizations: every acknowledged submission is stored, counted and processed once', async () => {
  const companies = await Promise.all(
    Array.from({ length: STORM_ORGANIZATIONS }, (_, index) => samvad.newCompany(`Storm ${index}`)),
  )
  const forms = await Promise.all(companies.map((company) => form(company, { max_submissions: 20 })))
  const all = await Promise.all(
    Array.from({ length: STORM_ORGANIZATIONS * 25 }, (_, index) => {
      const at = index % STORM_ORGANIZATIONS
      const [company, formId] = [companies[at] as Company, forms[at] as Uuid]
      return store.submit(submission(company, formId, { email: `p${index % 5}@customer.example`, rating: 3 }))
    }),
  )
  assert.equal(all.filter(({ outcome }) => outcome === 'stored').length, STORM_ORGANIZATIONS * 20)
  assert.equal(all.filter(({ outcome }) => outcome === 'full').length, STORM_ORGANIZATIONS * 5)
  await Promise.all(companies.map((company) => finish(company, [], 2)))
  const rows = await samvad.rows<{ state: string; events: number; count: number }>(
    `select s.state, (select count(*) from events e where e.org_id = s.org_id and e.object_id = s.id)::int as events,
            count(*)::int as count
       from form_submissions s where s.form_id = any($1) group by 1, 2`,
    [forms],
  )
  assert.deepEqual(rows, [{ state: 'done', events: 1, count: STORM_ORGANIZATIONS * 20 }])
})
