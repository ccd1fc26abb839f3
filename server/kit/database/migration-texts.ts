// The migrations as they were applied: a hash of each text stands beside its name. A database that another version has
// brought further, or that was made with other texts, is refused before anything is changed.

import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { CannotStart } from '#kit/cannot-start.ts'

const TABLE = 'schema_migrations'

/** By name, as this version has them. */
export async function migrationTexts(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const read = async (file: string) =>
    [basename(file, '.sql'), hashOf(await readFile(join(folder, file), 'utf8'))] as const
  return new Map(await Promise.all(files.map(read)))
}

/** Git may have given a text the line ends of another system: that is no change. */
export function hashOf(text: string): string {
  return hash('sha256', text.replaceAll('\r\n', '\n'))
}

export interface Applied {
  name: string
  text_hash: string | null
}

/** Why these migrations cannot be those of this version, or null. Pure. */
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

/**
 * What was applied. Throws when that is not of this version, before anything is changed.
 */
export async function mustBeOurs(client: pg.Client, texts: ReadonlyMap<string, string>): Promise<Applied[]> {
  const applied = await appliedTo(client)
  const fault = faultOf(applied, texts)
  if (fault) throw new CannotStart(fault)
  return applied
}

/** What the database was brought to its schema with, in order: nothing when it is empty. */
export async function appliedTo(client: pg.Client): Promise<Applied[]> {
  const { rows: found } = await client.query('select to_regclass($1) is not null as exists', [TABLE])
  if (!found[0].exists) return []
  await keepColumn(client)
  return (await client.query<Applied>(`select name, text_hash from ${TABLE} order by id`)).rows
}

/** Notes the texts of what was applied now, and of what a process applied that was killed before it could note them. */
export async function noteTexts(client: pg.Client, texts: ReadonlyMap<string, string>): Promise<void> {
  await keepColumn(client)
  await client.query(
    `update ${TABLE} m set text_hash = t.hash from unnest($1::text[], $2::text[]) as t (name, hash)
      where m.name = t.name and m.text_hash is null`,
    [[...texts.keys()], [...texts.values()]],
  )
}

/** The table is the migration tool's. Asked first: to add a column that is there would wait for everybody who reads. */
async function keepColumn(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = to_regclass($1) and attname = 'text_hash' and not attisdropped`,
    [TABLE],
  )
  if (rowCount === 0) await client.query(`alter table ${TABLE} add column if not exists text_hash text`)
}
