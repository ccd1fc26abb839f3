// samvad token create

import { permissionsOfMember } from '#access/actions.ts'
import { isPermission, type Permission } from '#access/rules.ts'
import { showToken } from '#access/schema.ts'
import * as tokens from '#access/tokens.ts'
import { absent } from '#kit/refusals.ts'
import { readTime } from '#kit/wire.ts'
import { command, UsageError } from './command.ts'
import { organizationNamed, userNamed } from './named.ts'

export const tokenCreate = command({
  noun: 'token',
  verb: 'create',
  summary: 'make an access token for a user in an organization',
  options: {
    user: { type: 'string', required: true, value: 'ID|EMAIL', meaning: 'for whom' },
    organization: { type: 'string', value: 'ID', meaning: 'may be left out while there is only one' },
    name: { type: 'string', value: 'NAME', meaning: 'what it is for' },
    permission: { type: 'string', multiple: true, value: 'NAME', meaning: "one of the user's; all of them by default" },
    'expires-at': { type: 'string', value: 'TIME', meaning: 'Unix seconds or ISO 8601; never by default' },
  },
  async run({ app, options }) {
    const wanted = options.permission.map(permissionNamed)
    const expiresAt = options['expires-at'] === undefined ? null : timeOf(options['expires-at'])
    const made = await app.database.transaction(async (tx) => {
      const organizationId = await organizationNamed(tx, options.organization)
      const userId = await userNamed(tx, options.user)
      const ofUser = await permissionsOfMember(tx, organizationId, userId)
      if (!ofUser) throw absent('user')
      const permissions = wanted.length > 0 ? wanted : [...ofUser]
      const name = options.name ?? 'Command line'
      const request = { userId, name, permissions, allowedAddresses: null, expiresAt }
      const { row, secret } = await tokens.issue(
        tx,
        { organizationId, at: app.clock() },
        ofUser,
        request,
        'command_line',
      )
      return { ...showToken(row), access_token: secret }
    })
    return { data: made, text: made.access_token }
  },
})

function permissionNamed(name: string): Permission {
  if (!isPermission(name)) throw new UsageError(`--permission ${name}: there is no such permission`)
  return name
}

function timeOf(text: string): Date {
  const reading = readTime(/^\d+$/.test(text) ? Number(text) : text)
  if ('message' in reading) throw new UsageError(`--expires-at ${text}: ${reading.message}`)
  return reading.value
}
