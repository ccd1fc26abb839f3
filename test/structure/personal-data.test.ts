// spec 6.33: everything that holds a contact's personal data is on one list, which deletion and erasure follow
// (server/program/personal-data.ts). New places that are on no list fail here.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { filesOfOthers, tablesOfOthers } from '#program/not-personal-data.ts'
import { artefacts } from '#program/personal-data.ts'
import { holds, readSources, root, tableKinds } from './sources.ts'

const schema = readFileSync(`${root}db/schema.sql`, 'utf8')
const listed = [...artefacts, ...tablesOfOthers].flatMap(({ tables }) => tables)

/** Columns that contain words, names or addresses of people. */
const OF_PEOPLE =
  /^(contact_id|display_name|email|phone_number|app_id|address|from_address|from_number|avatar_url|attributes|subject|text|html|raw|body|payload|variables|cells|content|facts|document|words)$/

function columnsOf(table: string): string[] {
  const [, body = ''] = new RegExp(`^create table ${table} \\(\\n([\\s\\S]*?)^\\)`, 'm').exec(schema) ?? []
  return [...body.matchAll(/^ {2}"?(\w+)"? /gm)]
    .map(([, name]) => name as string)
    .filter((name) => !['primary', 'unique', 'constraint', 'check', 'foreign'].includes(name))
}

test('spec 6.33: every table is on the list of personal data, or on that of those which hold none', () => {
  const tables = tableKinds().map(({ name }) => name)
  assert.ok(tables.length > 100)
  holds(
    'Say in server/program/personal-data.ts what becomes of it when a contact is deleted, or why it holds nothing of one.',
    tables.filter((table) => !listed.includes(table)),
  )
  holds(
    'There is no such table.',
    listed.filter((table) => !tables.includes(table)),
  )
  holds(
    'A table is on one list, once.',
    listed.filter((table, index) => listed.indexOf(table) !== index),
  )
})

test('spec 6.33: a table that is said to hold ids alone has no column for words, names or addresses', () => {
  const [ids] = tablesOfOthers
  assert.equal(ids?.because, 'ids, states, counts and times alone')
  assert.ok(
    columnsOf('contacts').some((name) => OF_PEOPLE.test(name)),
    'columns are found',
  )
  holds(
    'It belongs with the artefacts, or to another reason.',
    (ids?.tables ?? []).flatMap((table) =>
      columnsOf(table)
        .filter((name) => OF_PEOPLE.test(name))
        .map((name) => `${table}.${name}`),
    ),
  )
})

test('spec 6.33: every source that writes files is on the list of personal data, or on that of those which hold none', () => {
  const writes =
    /\b(?:writeFile|writeFileSync|appendFile|appendFileSync|createWriteStream|copyFile|copyFileSync|noteFile)\b|\bopen\([^)]*'(?:w|a|ax|wx)\+?'|[sS]tore\.put\(|\bfiles\?*\.put\(/
  const found = readSources('server/**/*.ts')
    .filter(({ isTest, uncommented }) => !isTest && writes.test(uncommented))
    // Declares what others call.
    .map(({ path }) => path)
    .filter((path) => path !== 'server/messaging/attachments/other-files.ts')
  const named = [...artefacts.flatMap(({ writers = [] }) => writers), ...Object.keys(filesOfOthers)]
  holds(
    'Say in server/program/personal-data.ts what becomes of the file when a contact is deleted, or why it holds nothing of one.',
    found.filter((path) => !named.includes(path)),
  )
  holds(
    'It writes no file.',
    named.filter((path) => !found.includes(path)),
  )
})

test('spec 6.33: each kind of personal data has what ends it', () => {
  holds(
    'Give it hooks of the deletion or the erasure, or the source that ends it.',
    artefacts
      .filter(({ deletion = [], erasure = [], by }) => deletion.length + erasure.length === 0 && by === undefined)
      .map(({ what }) => what),
  )
  holds(
    'There is no such source.',
    artefacts.flatMap(({ by }) => (by === undefined || existsSync(`${root}${by}`) ? [] : [by])),
  )
})
