// samvad token create, token list, token revoke

import { parseTypeId } from '#kit/ids.ts'
import { absent } from '#kit/refusals.ts'
import { publicId, readTime } from '#kit/wire.ts'
import { permissionsOfMember } from '#people/access/actions.ts'
import { readAllowedAddress } from '#people/access/addresses.ts'
import { isPermission, type Permission } from '#people/access/rules.ts'
import { showToken } from '#people/access/show.ts'
import * as tokens from '#people/access/tokens.ts'
import * as organizations from '#people/organizations/actions.ts'
import { command, UsageError } from './command.ts'
import { organizationNamed, userNamed } from './named.ts'
import { everyPage } from './pages.ts'

export const tokenCreate = command({
  noun: 'token',
  verb: 'create',
  summary: 'create an access token for a user in an organization',
  options: {
    user: { type: 'string', required: true, value: 'ID|EMAIL', meaning: 'the user of the token' },
    organization: { type: 'string', value: 'ID', meaning: 'organization; optional if there is only one' },
    name: { type: 'string', value: 'NAME', meaning: 'what the token is for' },
    permission: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      meaning: 'a permission of the user; default: all of them',
    },
    'allowed-address': {
      type: 'string',
      multiple: true,
      value: 'ADDRESS',
      meaning: 'address or network that may use it, such as 203.0.113.0/24; default: any',
    },
    'expires-at': { type: 'string', value: 'TIME', meaning: 'Unix seconds or ISO 8601; default: never' },
  },
  async run({ app, options }) {
    const wanted = options.permission.map(permissionNamed)
    const expiresAt = options['expires-at'] === undefined ? null : timeOf(options['expires-at'])
    const addresses = options['allowed-address'].map(addressNamed)
    const allowedAddresses = addresses.length > 0 ? addresses : null
    const made = await app.database.transaction(async (tx) => {
      const organizationId = await organizationNamed(tx, options.organization)
      const userId = await userNamed(tx, options.user)
      const ofUser = await permissionsOfMember(tx, organizationId, userId)
      if (!ofUser) throw absent('user')
      const permissions = wanted.length > 0 ? wanted : [...ofUser]
      const name = options.name ?? 'Command line'
      const request = { userId, name, permissions, allowedAddresses, expiresAt }
      const { row, secret } = await tokens.issue(
        tx,
        { organizationId, at: app.clock() },
        ofUser,
        request,
        'command_line',
      )
      return { ...showToken(row), access_token: secret }
    })
    return { data: made, lines: [made.access_token] }
  },
})

export const tokenList = command({
  noun: 'token',
  verb: 'list',
  summary: 'list the active access tokens of an organization or a user',
  options: {
    organization: {
      type: 'string',
      value: 'ID',
      meaning: 'organization; optional with --user, or if there is only one',
    },
    user: { type: 'string', value: 'ID|EMAIL', meaning: 'only this user' },
  },
  async run({ app, options }) {
    const { reads } = app.database
    const userId = options.user === undefined ? null : await userNamed(reads, options.user)
    const isEverywhere = userId !== null && options.organization === undefined
    const organizationIds = isEverywhere
      ? await organizations.allOfUser(reads, userId)
      : [await organizationNamed(reads, options.organization)]
    const data = []
    for (const organizationId of organizationIds) {
      const shown = await everyPage('token', (page) => tokens.listOf(reads, organizationId, userId, page))
      data.push(...shown.map((one) => ({ ...one, organization_id: publicId('org', organizationId) })))
    }
    const lines = data.map(({ id, user_id, name, hint, expires_at }) => {
      const end = expires_at === null ? 'does not expire' : `expires ${new Date(expires_at * 1000).toISOString()}`
      return [id, user_id, `…${hint}`, end, name].join('  ')
    })
    return { data, lines }
  },
})

export const tokenRevoke = command({
  noun: 'token',
  verb: 'revoke',
  summary: 'revoke an access token permanently; takes effect everywhere within 5 seconds',
  options: { token: { type: 'string', required: true, value: 'ID', meaning: 'token ID; see samvad token list' } },
  async run({ app, options }) {
    const id = parseTypeId('token', options.token)
    if (!id) throw new Error(`${options.token} is not the ID of a token. Run samvad token list to list them.`)
    const data = await app.database.transaction(async (tx) => {
      const organizationId = await tokens.organizationOf(tx, id)
      const row = await tokens.revokeFromCommandLine(tx, { organizationId, at: app.clock() }, id)
      return { ...showToken(row), organization_id: publicId('org', organizationId), revoked: true }
    })
    return { data, lines: [`${data.id} of ${data.user_id} was revoked`] }
  },
})

function addressNamed(text: string): string {
  const address = readAllowedAddress(text)
  if (address === null)
    throw new UsageError(`--allowed-address ${text}: must be an IP address or a network such as 203.0.113.0/24`)
  return address
}

function permissionNamed(name: string): Permission {
  if (!isPermission(name)) throw new UsageError(`--permission ${name}: unknown permission`)
  return name
}

function timeOf(text: string): Date {
  const reading = readTime(/^\d+$/.test(text) ? Number(text) : text)
  if ('message' in reading) throw new UsageError(`--expires-at ${text}: ${reading.message}`)
  return reading.value
}
