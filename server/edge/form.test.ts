// Queries, forms and multipart fields: spec 3.4.

import assert from 'node:assert/strict'
import test from 'node:test'
import fc, { anyText } from '../../test/cases.ts'
import { superlinearGrowth } from '../../test/growth.ts'
import { FAULTS_MAX, FORM_FIELDS_MAX, FORM_NESTING_MAX, Form, type FormTree, parseForm, Repeated } from './form.ts'

const faultsOf = (text: string) => parseForm(text).faults.map(({ field, code }) => `${field}: ${code}`)
/** As an object with a prototype, which assertions require. */
const treeOf = (text: string): unknown => structuredClone(parseForm(text).tree)

test('spec 3.4: brackets say lists and nesting', () => {
  assert.deepEqual(treeOf('a=1&b[]=2&b[]=3&c[d]=4&c[e][]=5&f[0][g]=6&f[1][g]=7'), {
    a: '1',
    b: ['2', '3'],
    c: { d: '4', e: ['5'] },
    f: { 0: { g: '6' }, 1: { g: '7' } },
  })
  assert.deepEqual(treeOf('a=%E0%A4%A8%2B+%5B%5D&b%5Bc%5D=1'), { a: 'न+ []', b: { c: '1' } })
  assert.deepEqual(faultsOf('prices[email][tiers][0][price]=0.15'), [])
})

test('spec 3.4: a name that comes twice is told from a list', () => {
  const { a } = parseForm('a=1&a=2&a=3').tree
  assert.ok(a instanceof Repeated)
  assert.deepEqual(a.values, ['1', '2', '3'])
})

test('spec 3.4: names are names: none reaches into a prototype', () => {
  for (const text of [
    '__proto__[x]=1',
    'constructor[prototype][x]=1',
    'a[__proto__][x]=1',
    'toString=1',
    '__proto__=1',
  ]) {
    const { tree, faults } = parseForm(text)
    assert.deepEqual(faults, [])
    assert.equal(Object.getPrototypeOf(tree), null)
    assert.equal(({} as Record<string, unknown>).x, undefined)
    assert.ok(Object.keys(tree)[0] && text.startsWith(Object.keys(tree)[0] as string))
  }
})

test('spec 3.4: what contradicts itself, nests deep or comes in crowds is a fault that says so', () => {
  assert.match(faultsOf('a=1&a[b]=2')[0] as string, /^a\[b\]: mixed_brackets/)
  assert.match(faultsOf('a[b]=2&a=1')[0] as string, /^a: mixed_brackets/)
  assert.match(faultsOf('a[]=2&a=1')[0] as string, /^a: mixed_brackets/)
  assert.match(faultsOf('a[][b]=2')[0] as string, /^a\[\]\[b\]: empty_brackets/)
  assert.deepEqual(faultsOf(`a${'[b]'.repeat(FORM_NESTING_MAX)}=1`), [])
  assert.match(faultsOf(`a${'[b]'.repeat(FORM_NESTING_MAX + 1)}=1`)[0] as string, /too_many_brackets/)
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=1`).join('&')
  assert.deepEqual(faultsOf(fields(FORM_FIELDS_MAX)), [])
  assert.match(faultsOf(fields(FORM_FIELDS_MAX + 1))[0] as string, /too_many_form_fields/)
  assert.equal(faultsOf(Array.from({ length: 100 }, (_, index) => `a${index}[][x]=1`).join('&')).length, FAULTS_MAX)
})

test('spec 3.4: brackets that do not pair belong to the name', () => {
  for (const name of ['a[', 'a]', '[a]', 'a[b', 'a[[b]]', 'a]b[c]', '[]', '[', 'a[b]c'])
    assert.deepEqual(Object.keys(parseForm(`${encodeURIComponent(name)}=1`).tree), [name])
})

test('spec 3.4: whatever arrives is read without an error, into nothing but texts, lists and names', () => {
  const piece = fc.oneof(
    anyText(),
    fc.constantFrom(
      'a',
      'b',
      '[',
      ']',
      '[]',
      '[0]',
      '=',
      '&',
      '+',
      '%',
      '%ZZ',
      '%5B',
      '%00',
      '__proto__',
      'constructor',
      ';',
      '?',
      '#',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { tree, faults } = parseForm(pieces.join(''))
      assert.ok(faults.length <= FAULTS_MAX)
      for (const { field, message } of faults) assert.ok(field.length > 0 && field.length <= 100 && message.length > 0)
      mustBePlain(tree)
    }),
  )
})

test('spec 3.4: what is written as a form is read back as it was', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((one) => !/[[\]]/.test(one))
  const text = fc.string({ unit: 'grapheme', maxLength: 30 })
  const flat = fc.dictionary(name, fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 4 })), { maxKeys: 8 })
  fc.assert(
    fc.property(fc.dictionary(name, fc.oneof(text, flat), { maxKeys: 8 }), (given) => {
      const pairs: [string, string][] = []
      const write = (path: string, value: unknown) => {
        if (typeof value === 'string') pairs.push([path, value])
        else if (Array.isArray(value)) for (const one of value) write(`${path}[]`, one)
        else for (const [step, one] of Object.entries(value as object)) write(`${path}[${step}]`, one)
      }
      const full = Object.entries(given).filter(([, one]) => typeof one === 'string' || Object.keys(one).length > 0)
      for (const [step, one] of full) write(step, one)
      const form = parseForm(new URLSearchParams(pairs).toString())
      assert.deepEqual(form.faults, [])
      assert.deepEqual(sorted(form.tree), sorted(Object.fromEntries(full)))
      assert.deepEqual(sorted(new Form(pairs).tree), sorted(form.tree), 'multipart fields are read alike')
    }),
  )
})

test('spec 3.4: reading takes time in proportion to what is read', () => {
  const parts = (count: number) => Array.from({ length: 499 }, () => `a${'[b]'.repeat(count)}=1`).join('&')
  const table: [size: number, text: (size: number) => string][] = [
    [1e6, (size) => '['.repeat(size)],
    [5e5, (size) => `a${'[]'.repeat(size)}=1`],
    [1e6, (size) => '&'.repeat(size)],
    [1e6, (size) => '='.repeat(size)],
    [3e5, (size) => '%41'.repeat(size)],
    [600, parts],
    [1e5, (size) => 'a[b][c]='.repeat(size)],
  ]
  for (const [size, textOf] of table)
    assert.equal(
      superlinearGrowth(size, (given) => {
        const text = textOf(given)
        return () => parseForm(text)
      }),
      null,
      `${textOf(5)}…`,
    )
})

function mustBePlain(value: unknown): void {
  if (typeof value === 'string') return
  if (Array.isArray(value)) return value.forEach((one) => assert.equal(typeof one, 'string'))
  if (value instanceof Repeated) return assert.ok(value.values.length > 1)
  assert.equal(Object.getPrototypeOf(value), null)
  for (const one of Object.values(value as FormTree)) mustBePlain(one)
}

const sorted = (tree: object): unknown =>
  JSON.stringify(tree, (_, value) =>
    typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
      : value,
  )
