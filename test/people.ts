// People with an address and optionally a password, as after an invitation.

import { argon2Sync, randomBytes } from 'node:crypto'
import type { App } from '#kit/app.ts'
import { sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import { createToken } from '#people/access/actions.ts'
import { roleNamed } from '#people/access/roles.ts'
import { permissions } from '#people/access/rules.ts'
import * as members from '#people/members/actions.ts'

export interface PersonOptions {
  email?: string
  password?: string
  name?: string
}

export interface Person {
  userId: Uuid
  /** The public id. */
  id: string
  email: string
  token: string
}

/** Adds a person as the operator's command line does, with a token. */
export async function addPerson(
  app: App,
  organizationId: Uuid,
  role: string,
  { email = `person-${randomBytes(6).toString('hex')}@company.example`, password, name }: PersonOptions = {},
): Promise<Person> {
  const at = new Date()
  return app.database.transaction(async (tx) => {
    const granted = await roleNamed(tx, organizationId, role)
    const person = { email, display_name: name, password: null }
    const { row, isNewUser } = await members.add(tx, { organizationId, at }, person, granted, 'command_line')
    if (password && isNewUser)
      await tx.run(sql`update users set password_hash = ${cheapHashOf(password)} where id = ${row.id}`)
    const { secret } = await createToken(
      tx,
      organizationId,
      { userId: row.id, name: 'test', permissions, allowedAddresses: null, expiresAt: null },
      at,
    )
    return { userId: row.id, id: publicId('user', row.id), token: secret, email: row.email as string }
  })
}

/** The minimum that Argon2 allows. A stored hash contains its cost, so signing in with it is as cheap. */
const CHEAP = { memory: 8, passes: 1, parallelism: 1, tagLength: 32 }

function cheapHashOf(password: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', { message: password, nonce, ...CHEAP })
  const [salt, hashed] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''))
  return `$argon2id$v=19$m=${CHEAP.memory},t=${CHEAP.passes},p=${CHEAP.parallelism}$${salt}$${hashed}`
}
