// Every catalogue of texts: the two languages name the same parameters. The type check demands the keys.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldErrorTexts } from '#kit/messages/field-errors.ts'
import { reasonTexts } from '#kit/messages/reasons.ts'
import type { Entries } from '#kit/messages/texts.ts'

const catalogues: Readonly<Record<string, { en: Entries; hi: Entries }>> = {
  'messages/field-errors': fieldErrorTexts,
  'messages/reasons': reasonTexts,
}

/** The parameters that a text reads, and what it says with each of them marked. */
function filled(text: Entries[string]): { names: string[]; shown: string } {
  const names = new Set<string>()
  const params = new Proxy(
    {},
    {
      get(_target, name) {
        names.add(String(name))
        return Object.assign([`<${String(name)}>`], { toString: () => `<${String(name)}>` })
      },
    },
  )
  const shown = typeof text === 'string' ? text : (text as (params: object) => string)(params)
  return { names: [...names].sort(), shown }
}

for (const [name, { en, hi }] of Object.entries(catalogues))
  test(`${name}: English and Hindi have the same keys, and show the same parameters`, () => {
    assert.deepEqual(Object.keys(hi).sort(), Object.keys(en).sort())
    for (const [key, text] of Object.entries(en)) {
      const english = filled(text)
      const hindi = filled(hi[key] as Entries[string])
      assert.deepEqual(hindi.names, english.names, key)
      for (const { shown } of [english, hindi])
        for (const parameter of english.names) assert.ok(shown.includes(`<${parameter}>`), `${key}: ${shown}`)
      assert.match(hindi.shown, /[\u0900-\u097f]/, key)
      assert.match(english.shown, /^[^\u0900-\u097f]+[.!?]?$/, key)
    }
  })
