// First start of an installation: creates an organization, its owner, who is also the operator, and a token with every
// permission.

import { randomBytes } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '#kit/app.ts'
import { sql } from '#kit/database/sql.ts'
import { publicId } from '#kit/wire.ts'
import { createToken } from '#people/access/actions.ts'
import { permissions } from '#people/access/rules.ts'
import * as audit from '#people/audit/actions.ts'
import * as users from '#people/identity/actions.ts'
import * as organizations from '#people/organizations/actions.ts'

const FIRST_ACCESS_LOCK = 5_316_201_128
const OWNER_EMAIL = 'owner@samvad.example'

export interface FirstAccess {
  url: string
  email: string
  password: string
  organization_id: string
  user_id: string
  access_token: string
}

/**
 * Creates the first organization unless one exists, and writes `first-access.json`, readable by its owner only. The
 * file is written before the commit: if the process is killed in between, the next start creates both again; in the
 * other order nobody would know the password.
 */
export async function createFirstAccess(app: App): Promise<FirstAccess | null> {
  const at = app.clock()
  return app.database.transaction(async (tx) => {
    // Two processes that start at once on one database: the second finds the first one's organization.
    await tx.row(sql`select pg_advisory_xact_lock(${FIRST_ACCESS_LOCK})`)
    if (!(await organizations.isEmptyInstallation(tx))) return null
    const password = randomBytes(12).toString('base64url')
    const organizationId = await organizations.create(tx, 'My organization', at)
    const owner = { email: OWNER_EMAIL, displayName: 'Owner', password, isOperator: true }
    const { id: userId } = await users.findOrCreate(tx, owner, at)
    await organizations.addMember(tx, organizationId, userId, { name: 'owner' }, at)
    const token = await createToken(
      tx,
      organizationId,
      { userId, name: 'First access', permissions, allowedAddresses: null, expiresAt: null },
      at,
    )
    const scope = { organizationId, at }
    for (const [action, object, details] of [
      ['organization.created', publicId('org', organizationId), {}],
      ['member.added', publicId('user', userId), { role: 'owner' }],
      ['token.created', publicId('token', token.id), { user_id: publicId('user', userId), name: 'First access' }],
    ] as const)
      audit.record(tx, scope, 'system', { action, object, details })
    const operator = { action: 'operator.appointed', object: publicId('user', userId) } as const
    audit.record(tx, { organizationId: audit.INSTALLATION, at }, 'system', operator)
    const made: FirstAccess = {
      url: app.settings.publicUrl,
      email: OWNER_EMAIL,
      password,
      organization_id: publicId('org', organizationId),
      user_id: publicId('user', userId),
      access_token: token.secret,
    }
    await keep(app, made)
    return made
  })
}

/** With PORT=0 the address is known only once the program listens. */
export async function tellAddress(app: App, made: FirstAccess): Promise<void> {
  if (made.url !== app.settings.publicUrl) await keep(app, { ...made, url: app.settings.publicUrl })
}

/** Written completely or not at all: renamed once it is on disk. */
async function keep(app: App, access: FirstAccess): Promise<void> {
  const draft = `${firstAccessFile(app)}-${process.pid}`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(access, null, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, firstAccessFile(app))
}

export function firstAccessFile(app: App): string {
  return join(app.settings.dataDirectory, 'first-access.json')
}
