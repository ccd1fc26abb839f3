// All inputs of addresses follow one rule: spec 6.3.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../../test/harness.ts'
import { PASSWORD, signIn } from '../../../test/invitations.ts'
import { newOperator } from '../../../test/prices.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const { company } = samvad
const owner = person(samvad)
const operator = person(samvad, await newOperator(samvad))

/** All requests that store an address. */
const places: [string, field: string, give: (email: string) => ReturnType<typeof owner.post>][] = [
  ['a contact', 'email', (email) => owner.post('/v1/contacts', { email })],
  ['an invitation', 'email', (email) => owner.post('/v1/invitations', { email, role: 'agent' })],
  ['a billing profile', 'email', (email) => owner.put('/api/v1/billing/profile', { email, state_code: '27' })],
  ['an owner', 'owner_email', (email) => operator.post('/v1/organizations', { name: 'Buch', owner_email: email })],
]

test('spec 6.3: what is no address is refused alike wherever it is given', async () => {
  const wrong = ['.a@b.example', 'a..b@b.example', 'a.@b.example', 'a@127.0.0.1', 'a@b.123', 'a@b', 'a b@b.example']
  for (const [place, field, give] of places) {
    for (const email of wrong) {
      const answer = await give(email)
      assert.equal(answer.status, 422, `${place}: ${email} ${answer.text}`)
      assertRefused(answer, 422, 'invalid_content', field)
    }
  }
})

test('spec 6.3: a domain in another script is taken and stored in ASCII wherever it is given', async () => {
  for (const [place, , give] of places) {
    const answer = await give('meera@bücher.example')
    assert.ok([200, 201, 202].includes(answer.status), `${place}: ${answer.text}`)
  }
  const ascii = 'meera@xn--bcher-kva.example'
  for (const table of ['contacts', 'invitations', 'billing_profiles'])
    assert.ok((await samvad.rows(`select email from ${table} where email = $1`, [ascii])).length > 0, table)
})

test('spec 2.8, 6.3: one signs in by the address as one writes it, in either script and any case', async () => {
  const email = 'ravi@xn--bcher-kva.example'
  await samvad.newPerson(company.organizationId, 'agent', { email, password: PASSWORD })
  for (const typed of [email, 'Ravi@BÜCHER.example', ' ravi@bücher.example '])
    assert.equal((await signIn(samvad, typed, PASSWORD)).status, 201, typed)
  await samvad.rows(`update users set email = 'ra..vi@docomo.example' where email = $1`, [email])
  const old = await signIn(samvad, 'Ra..vi@docomo.example', PASSWORD)
  assert.equal(old.status, 201, 'an address that earlier versions took is still somebody')
})
