// Hashes of the applied migrations, stored with their names. A database that another version migrated further, or that
// was made with different texts, is refused before anything is changed.

import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { CannotStart } from '#kit/cannot-start.ts'

const TABLE = 'schema_migrations'

/** This version's migrations, by name. */
export async function migrationTexts(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const read = async (file: string) =>
    [basename(file, '.sql'), hashOf(await readFile(join(folder, file), 'utf8'))] as const
  return new Map(await Promise.all(files.map(read)))
}

/** Git may have changed the line ends: that is no difference. */
export function hashOf(text: string): string {
  return hash('sha256', text.replaceAll('\r\n', '\n'))
}

export interface Applied {
  name: string
  text_hash: string | null
}

/** The reason why these are not this version's migrations, or null. Pure. */
export function faultOf(applied: readonly Applied[], texts: ReadonlyMap<string, string>): string | null {
  const unknown = applied.filter(({ name }) => !texts.has(name)).map(({ name }) => name)
  if (unknown.length > 0)
    return (
      `The database was migrated by another version of Samvad. This version does not have ${unknown.join(', ')}. ` +
      'Start that version or a later one.'
    )
  const edited = applied.filter(({ name, text_hash }) => text_hash !== null && text_hash !== texts.get(name))
  if (edited.length > 0)
    return (
      `Applied migrations differ from their files: ${edited.map(({ name }) => name).join(', ')} ` +
      'in db/migrations. Restore the original files. Put changes into a new migration.'
    )
  return null
}

/** The applied migrations. Throws before any change when they are not this version's. */
export async function mustBeOurs(client: pg.Client, texts: ReadonlyMap<string, string>): Promise<Applied[]> {
  const applied = await appliedTo(client)
  const fault = faultOf(applied, texts)
  if (fault) throw new CannotStart(fault)
  return applied
}

/** The migrations that produced the database's schema, in order; empty for an empty database. */
export async function appliedTo(client: pg.Client): Promise<Applied[]> {
  const { rows: found } = await client.query('select to_regclass($1) is not null as exists', [TABLE])
  if (!found[0].exists) return []
  await keepColumn(client)
  return (await client.query<Applied>(`select name, text_hash from ${TABLE} order by id`)).rows
}

/** Stores the hashes of the migrations applied now, and of those that a killed process applied without storing them. */
export async function noteTexts(client: pg.Client, texts: ReadonlyMap<string, string>): Promise<void> {
  await keepColumn(client)
  await client.query(
    `update ${TABLE} m set text_hash = t.hash from unnest($1::text[], $2::text[]) as t (name, hash)
      where m.name = t.name and m.text_hash is null`,
    [[...texts.keys()], [...texts.values()]],
  )
}

/** The table belongs to the migration tool. Checked first, because adding a column waits for all readers. */
async function keepColumn(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = to_regclass($1) and attname = 'text_hash' and not attisdropped`,
    [TABLE],
  )
  if (rowCount === 0) await client.query(`alter table ${TABLE} add column if not exists text_hash text`)
}
