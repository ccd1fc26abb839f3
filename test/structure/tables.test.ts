// Ownership of tables: who writes and reads each, and how a statement restricts its rows to an organization.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainOrder } from '#program/domains.ts'
import { ownerOf } from './owners.ts'
import { reads, readsOfBelow } from './reads.ts'
import * as rules from './rules.ts'
import {
  domainOf,
  fileName,
  holds,
  migrations,
  places,
  readSources,
  type Source,
  statementsOf,
  tableKinds,
} from './sources.ts'

const product = readSources('server/**/*.ts').filter(({ isTest }) => !isTest)
const order = domainOrder
/** Words after a table's name that are not its alias. */
const NO_ALIAS = 'where|set|join|left|cross|inner|on|order|group|limit|for|using|returning|union|as'
const isQueries = (path: string) => /(^|-)queries$/.test(fileName(path))

test('SQL stands in the queries files', () => {
  const mayHold = ({ path }: Source) =>
    isQueries(path) || ['kit', 'edge', 'postgres'].includes(domainOf(path)) || path in rules.sqlElsewhere
  const others = product.filter((source) => !mayHold(source))
  holds('Who looks for what touches a table finds it in one file of its domain.', [
    ...places(others, /\bsql`/),
    ...places(others, /['"`]\s*(select|insert into|update \w+ set|delete from)\s/i, 'uncommented'),
  ])
})

test('arrays that belong together are handed to a statement as rows', () => {
  const violations = product.flatMap((source) =>
    statementsOf(source)
      .filter((text) => /\bunnest\(\s*\?(?:::[a-z0-9]+\[\])?\s*,/i.test(text))
      .map((text) => `${source.path}: ${text.slice(0, 120)}`),
  )
  holds(
    'Matched by hand, one array that is shifted gives each row the values of another: rowsOf names them.',
    violations,
  )
})

test('a table is written by one domain', () => {
  const violations = product.flatMap((source) =>
    statementsOf(source).flatMap((text) => {
      const written = [...text.matchAll(/\b(?:insert into|update|delete from) ([a-z_]+)\b/gi)].map(
        ([, table]) => table as string,
      )
      return written
        .filter((table) => table in ownerOf && ![ownerOf[table]].flat().includes(domainOf(source.path)))
        .map(
          (table) =>
            `${source.path} writes ${table}, which belongs to ${[ownerOf[table]].flat().join(', ')}: ${text.slice(0, 80)}`,
        )
    }),
  )
  holds('A table with two writers has rules that neither knows. Call the action or the query of its owner.', violations)
})

test('every table has an owner', () => {
  const tables = migrations().flatMap((text) =>
    [...text.matchAll(/^create table (\w+)/gm)].map(([, name]) => name as string),
  )
  assert.ok(tables.length > 20)
  holds(
    'Say in test/structure/rules.ts who writes it.',
    tables.filter((table) => !(table in ownerOf)),
  )
  holds(
    'There is no such table any more.',
    Object.keys(ownerOf).filter((table) => !tables.includes(table)),
  )
})

test('every table is of a kind', () => {
  const owned = Object.keys(ownerOf)
  const kinds = tableKinds()
  const named = kinds.map(({ name }) => name)
  assert.equal(new Set(named).size, named.length)
  holds(
    'Say in db/tables.sql where the table lies when organizations are distributed over several machines.',
    owned.filter((table) => !named.includes(table)),
  )
  holds(
    'There is no such table any more.',
    named.filter((table) => !owned.includes(table) && table !== 'schema_migrations'),
  )
  holds(
    "An organization's table is distributed by a column, and no other is.",
    kinds.filter(({ kind, key }) => (kind === 'by organization') !== (key !== null)).map(({ name }) => name),
  )
})

test("every statement on an organization's table names the organization", () => {
  // The queue of due work is read across organizations.
  const tenant = tableKinds().flatMap(({ name, key }) => (key === 'org_id' && name !== 'due_work' ? [name] : []))
  const named = new RegExp(
    `\\b(?:from|join|update|using) (${tenant.join('|')})\\b(?: (?!(?:${NO_ALIAS})\\b)([a-z_]+))?`,
    'gi',
  )
  const forgets = (text: string) =>
    [...text.matchAll(named)].some(
      ([, , alias]) => !new RegExp(alias === undefined ? '(?<!\\.)\\borg_id\\b' : `\\b${alias}\\.org_id\\b`).test(text),
    )
  const violations = product.flatMap((source) =>
    statementsOf(source)
      .filter((text) => /^(select|insert|update|delete|with|\()/i.test(text) && forgets(text))
      .map((text) => `${source.path}: ${text.slice(0, 120)}`),
  )
  holds("A statement that forgets org_id shows one customer another's data.", violations)
})

test('a domain reads tables of others only where a line says why it does not ask their owner', () => {
  const declared = [reads, readsOfBelow].flatMap((table) =>
    Object.entries(table).flatMap(([domain, tables]) => Object.keys(tables).map((name) => `${domain} reads ${name}`)),
  )
  const isAbove = (domain: string, table: string) =>
    ownersOf(table).some(
      (owner) => owner === 'kit' || (order.includes(owner) && order.indexOf(owner) < order.indexOf(domain)),
    )
  const found = product.flatMap((source) => {
    const domain = domainOf(source.path)
    return statementsOf(source).flatMap((text) =>
      // A fragment may start with the tables of its statement.
      [...text.matchAll(/(?:\b(?:from|join|into|update|using) |^(?=\w+ \w+ (?:left |cross )?join ))([a-z_]+)\b/gi)]
        .map(([, table]) => table as string)
        .filter((table) => table in ownerOf && !ownersOf(table).includes(domain))
        .map((table) => ({
          domain,
          table,
          line: `${domain} reads ${table}`,
          place: `${source.path}: ${text.slice(0, 80)}`,
        })),
    )
  })
  holds(
    'Who changes a table must know who reads it: ask its owner (a fragment of its queries), or say why not in test/structure/reads.ts.',
    found.filter(({ line }) => !declared.includes(line)).map(({ line, place }) => `${line}, ${place}`),
  )
  holds(
    'Nobody reads it: take the line away.',
    declared.filter((line) => !found.some((one) => one.line === line)),
  )
  holds(
    'Against the order of the domains is another table of test/structure/reads.ts than along it.',
    found
      .filter(({ domain, table }) => !(isAbove(domain, table) ? reads : readsOfBelow)[domain]?.[table])
      .map(({ line }) => line),
  )
})

const ownersOf = (table: string): readonly string[] => [ownerOf[table] ?? []].flat()
