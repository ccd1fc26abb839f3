// Hostile definitions: too large, nested too deep, containing scripts, or with a pattern that never terminates.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../../test/harness.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const NAME = { key: 'name', type: 'short_text', label: 'Name' }
const create = (fields: unknown, settings?: unknown) =>
  asha.post('/v1/forms', { name: 'Hostile', fields, ...(settings ? { settings } : {}) })

test('spec 22.2: 10,000 fields, and 2,000 options in one field or in several, are refused by their limit', async () => {
  const fields = Array.from({ length: 10_000 }, (_, index) => ({ ...NAME, key: `f${index}` }))
  const answer = await create(fields)
  assertRefused(answer, 422, 'invalid_content', 'fields')
  assert.deepEqual(answer.body.errors[0].params, { max: 200 })
  const options = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)
  const choice = (key: string, count: number) => ({ ...NAME, key, type: 'dropdown', options: options(count) })
  assertRefused(await create([choice('a', 2000)]), 422, 'invalid_content', 'fields[0].options')
  assertRefused(await create(['a', 'b', 'c', 'd'].map((key) => choice(key, 500))), 422, 'invalid_content', 'fields')
})

test('spec 22.4: a condition that nests without end is refused', async () => {
  const deep = (levels: number): unknown => (levels === 0 ? { field: 'name', is: 'x' } : { not: deep(levels - 1) })
  for (const levels of [5, 30, 90]) {
    const answer = await create([NAME, { ...NAME, key: 'b', show_if: deep(levels) }])
    assert.ok(answer.status === 422 || answer.status === 400, answer.text)
  }
  const wide = { all: Array.from({ length: 5000 }, () => ({ field: 'name', is: 'x' })) }
  assertRefused(
    await create([NAME, { ...NAME, key: 'b', show_if: wide }]),
    422,
    'invalid_content',
    'fields[1].show_if.all',
  )
})

test('spec 22.6: an own pattern is refused, whatever it is', async () => {
  for (const pattern of ['(a+)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '.*', 'constructor', 'pan|gstin'])
    assertRefused(await create([{ ...NAME, pattern }]), 422, 'invalid_content', 'fields[0].pattern')
  assert.equal((await create([{ ...NAME, pattern: 'gstin' }])).status, 201)
})

test('spec 22.8: a script in a label is a text, and what turns or hides text is refused', async () => {
  const script = '<script>alert(1)</script>'
  const made = await create([{ ...NAME, label: { en: script }, help: '"><img src=x onerror=alert(1)>' }])
  assert.equal(made.status, 201, made.text)
  assert.equal(made.body.fields[0].label.en, script)
  for (const label of ['\u202egnp.exe', 'a\u0000b', 'two\nlines', '   ', '\ud800'])
    assert.equal((await create([{ ...NAME, label }])).status, 422, JSON.stringify(label))
})

test('spec 22.1: names of prototypes are keys like others, or refused', async () => {
  for (const key of ['constructor', 'prototype', 'tostring', 'hasownproperty'])
    assert.equal((await create([{ ...NAME, key }])).status, 201, key)
  for (const key of ['__proto__', 'toString', '_nonce', '1a', 'a-b', 'a b', 'ａ'])
    assertRefused(await create([{ ...NAME, key }]), 422, 'invalid_content', 'fields[0].key')
  const polluting = await samvad.request('POST', '/v1/forms', {
    token: samvad.company.token,
    headers: { 'content-type': 'application/json' },
    body: '{"name":"X","fields":[{"key":"a","type":"short_text","label":{"__proto__":"x"}}]}',
  })
  assert.ok(polluting.status === 400 || polluting.status === 422, polluting.text)
})

test('spec 22.7: the API names the field that asks for a secret', async () => {
  const answer = await create([NAME, { key: 'code', type: 'number', label: { en: 'Code', hi: 'ओटीपी' } }], {
    languages: ['en', 'hi'],
    default_language: 'en',
  })
  assertRefused(answer, 422, 'invalid_content', 'fields[1].label')
  assert.match(answer.body.detail, /The field code seems to ask for a one-time password/)
})
