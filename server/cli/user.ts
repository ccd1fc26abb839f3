// samvad user create, user list, user remove, user set-password, user reset-factors

import { hashPassword } from '#kit/crypto.ts'
import { publicId } from '#kit/wire.ts'
import { roleNamed } from '#people/access/roles.ts'
import * as factors from '#people/factors/actions.ts'
import { checkedPassword } from '#people/identity/actions.ts'
import * as members from '#people/members/actions.ts'
import { showUser } from '#people/members/show.ts'
import { command } from './command.ts'
import { confirmed } from './confirm.ts'
import { organizationNamed, userNamed } from './named.ts'
import { everyPage } from './pages.ts'
import { chosenPassword, REFUSED, shownPassword } from './password.ts'

const ORGANIZATION = { type: 'string', value: 'ID', meaning: 'organization; optional if there is only one' } as const

export const userCreate = command({
  noun: 'user',
  verb: 'create',
  summary: 'add a user to an organization; an existing user with this email address joins it',
  options: {
    email: {
      type: 'string',
      required: true,
      value: 'EMAIL',
      meaning: 'email address to sign in with; it counts as verified',
    },
    role: {
      type: 'string',
      required: true,
      value: 'ROLE',
      meaning: 'owner, admin, billing, agent, viewer or the ID of a role',
    },
    organization: ORGANIZATION,
    name: { type: 'string', value: 'NAME', meaning: 'name of a new user; default: the email address' },
    'password-stdin': {
      type: 'boolean',
      meaning: "read a new user's password from standard input; default: generate and print one",
    },
    password: { type: 'string', value: 'TEXT', meaning: REFUSED },
    operator: { type: 'boolean', meaning: 'make the user an operator of the installation' },
    yes: { type: 'boolean', meaning: 'skip the confirmation for an operator' },
  },
  async run({ app, options }) {
    const password = await chosenPassword(options['password-stdin'], options.password, 'password')
    const question = `${options.email} will run the whole installation: prices, gateways, refunds and credits of everybody.`
    if (options.operator && !(await confirmed(question, options.yes)))
      throw new Error('Cancelled. Nothing was changed.')
    const made = await app.database.transaction(async (tx) => {
      const organizationId = await organizationNamed(tx, options.organization)
      const scope = { organizationId, at: app.clock() }
      const role = await roleNamed(tx, organizationId, options.role)
      const person = { email: options.email, display_name: options.name, password }
      const { row, isNewUser } = await members.add(tx, scope, person, role, 'command_line')
      if (options.operator) await members.makeOperator(tx, row.id, scope.at)
      const now = await members.find(tx, scope, row.id)
      return {
        ...showUser(now),
        is_operator: now.is_operator,
        organization_id: publicId('org', organizationId),
        password: isNewUser ? shownPassword(options['password-stdin'], password) : null,
        isNewUser,
      }
    })
    const { isNewUser, ...data } = made
    const secret = data.password === null ? 'password as given' : `password  ${data.password}`
    const known = 'an existing user; the password is unchanged'
    return { data, lines: [`${data.id}  ${data.email}  ${data.role}`, isNewUser ? secret : known] }
  },
})

export const userList = command({
  noun: 'user',
  verb: 'list',
  summary: 'list the people and service users of an organization',
  options: { organization: ORGANIZATION },
  async run({ app, options }) {
    const { reads } = app.database
    const organizationId = await organizationNamed(reads, options.organization)
    const data = await everyPage('user', (page) => members.list(reads, { organizationId }, page))
    const lines = data.map(({ id, kind, email, display_name, role }) =>
      [id, role, email ?? `(${kind})`, display_name].join('  '),
    )
    return { data, lines }
  },
})

export const userRemove = command({
  noun: 'user',
  verb: 'remove',
  summary: 'end a membership with its access tokens and sessions; other memberships stay',
  options: {
    user: { type: 'string', required: true, value: 'ID|EMAIL', meaning: 'user whose membership ends' },
    organization: ORGANIZATION,
    'transfer-to': {
      type: 'string',
      value: 'ID|EMAIL',
      meaning: 'member who takes over their conversations and contacts',
    },
  },
  async run({ app, options }) {
    const data = await app.database.transaction(async (tx) => {
      const organizationId = await organizationNamed(tx, options.organization)
      const userId = await userNamed(tx, options.user)
      const heir = options['transfer-to'] === undefined ? null : await userNamed(tx, options['transfer-to'])
      await members.removeFromCommandLine(tx, { organizationId, at: app.clock() }, userId, heir)
      return { id: publicId('user', userId), organization_id: publicId('org', organizationId), removed: true }
    })
    return { data, lines: [`${data.id} is no longer a member of ${data.organization_id}`] }
  },
})

export const userSetPassword = command({
  noun: 'user',
  verb: 'set-password',
  summary: 'set a new password for a person; all of their sessions and access tokens end',
  options: {
    user: { type: 'string', required: true, value: 'ID|EMAIL', meaning: 'user' },
    'password-stdin': {
      type: 'boolean',
      meaning: 'read the password from standard input; default: generate and print one',
    },
    password: { type: 'string', value: 'TEXT', meaning: REFUSED },
  },
  async run({ app, options }) {
    const password = await chosenPassword(options['password-stdin'], options.password, 'password')
    const passwordHash = await hashPassword(checkedPassword(password))
    const id = await app.database.transaction(async (tx) => {
      const userId = await userNamed(tx, options.user)
      await members.replacePassword(tx, 'command_line', userId, passwordHash, app.clock())
      return publicId('user', userId)
    })
    const shown = shownPassword(options['password-stdin'], password)
    return { data: { id, password: shown }, lines: shown === null ? [id] : [id, `password  ${shown}`] }
  },
})

export const userResetFactors = command({
  noun: 'user',
  verb: 'reset-factors',
  summary: 'remove the second factors of a person who lost them; the password alone signs them in again',
  options: {
    user: { type: 'string', required: true, value: 'ID|EMAIL', meaning: 'user; they are notified by email' },
    yes: { type: 'boolean', meaning: 'skip the confirmation' },
  },
  async run({ app, options }) {
    const question = `Whoever knows the password of ${options.user} will sign in with it alone. Be sure who asks for it.`
    if (!(await confirmed(question, options.yes))) throw new Error('Cancelled. Nothing was changed.')
    const data = await app.database.transaction(async (tx) => {
      const userId = await userNamed(tx, options.user)
      const removed = await factors.removeAll(tx, userId, 'command_line', app.clock())
      return { id: publicId('user', userId), removed }
    })
    return {
      data,
      lines: [data.removed ? `${data.id} no longer has a second factor` : `${data.id} had no second factor`],
    }
  },
})
