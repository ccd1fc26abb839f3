// Resolves what an option names: an organization by its id, a user by id or email address, a file.

import { readFile } from 'node:fs/promises'
import type { Tx } from '#kit/database/database.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import * as users from '#people/identity/actions.ts'
import * as organizations from '#people/organizations/actions.ts'

/** The organization with this id; without an id, the only existing one. */
export async function organizationNamed(tx: Tx, id: string | undefined): Promise<Uuid> {
  if (id === undefined) {
    const { data, has_more } = await organizations.list(tx, { limit: 1 })
    const only = data[0]
    if (!only) throw new Error('There is no organization yet. Create one with samvad organization create --name NAME.')
    if (has_more) throw new Error('There are several organizations. Choose one with --organization ID.')
    return parseTypeId('org', only.id) as Uuid
  }
  const uuid = organizationOf(id)
  await organizations.find(tx, uuid)
  return uuid
}

export function organizationOf(id: string): Uuid {
  const uuid = parseTypeId('org', id)
  if (!uuid) throw new Error(`${id} is not the ID of an organization. Run samvad organization list to list them.`)
  return uuid
}

export async function userNamed(tx: Tx, text: string): Promise<Uuid> {
  const id = parseTypeId('user', text) ?? (text.includes('@') ? await users.findByEmail(tx, text) : null)
  if (!id) throw new Error(`${text} is neither the ID nor the email address of a user.`)
  return id
}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this user',
}

/** The text of the file named by an option. */
export async function textOfFile(option: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new Error(`--${option} ${file}: ${fileProblems[code] ?? message}`, { cause: error })
  }
}
