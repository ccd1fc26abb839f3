// samvad user create, user set-password

import { roleNamed } from '#access/roles.ts'
import { publicId } from '#kit/wire.ts'
import * as members from '#members/actions.ts'
import { showUser } from '#members/schema.ts'
import { command } from './command.ts'
import { organizationNamed, userNamed } from './named.ts'
import { newPassword } from './password.ts'

export const userCreate = command({
  noun: 'user',
  verb: 'create',
  summary: 'add a user to an organization; one who has the address already joins as they are',
  options: {
    email: { type: 'string', required: true, value: 'EMAIL', meaning: 'address to sign in with' },
    role: {
      type: 'string',
      required: true,
      value: 'ROLE',
      meaning: 'owner, admin, billing, agent, viewer or the id of a role',
    },
    organization: { type: 'string', value: 'ID', meaning: 'may be left out while there is only one' },
    name: { type: 'string', value: 'NAME', meaning: 'name of a new user; the address by default' },
    password: { type: 'string', value: 'TEXT', meaning: 'password of a new user; made and shown by default' },
    operator: { type: 'boolean', meaning: 'makes them an operator of the installation' },
  },
  async run({ app, options }) {
    const password = options.password ?? newPassword()
    const made = await app.database.transaction(async (tx) => {
      const organizationId = await organizationNamed(tx, options.organization)
      const scope = { organizationId, at: app.clock() }
      const role = await roleNamed(tx, organizationId, options.role)
      const person = { email: options.email, display_name: options.name, password }
      const { row, isNewUser } = await members.add(tx, scope, person, role, 'command_line')
      if (options.operator) await members.makeOperator(tx, row.id, scope.at)
      return {
        ...showUser(await members.find(tx, scope, row.id)),
        organization_id: publicId('org', organizationId),
        password: isNewUser ? password : null,
      }
    })
    const secret = made.password === null ? 'an existing user; the password is as it was' : `password  ${made.password}`
    return { data: made, text: `${made.id}  ${made.email}  ${made.role}\n${secret}` }
  },
})

export const userSetPassword = command({
  noun: 'user',
  verb: 'set-password',
  summary: 'give a user a new password, and end their console sessions',
  options: {
    user: { type: 'string', required: true, value: 'ID|EMAIL', meaning: 'whose password' },
    password: { type: 'string', value: 'TEXT', meaning: 'the new one; made and shown by default' },
  },
  async run({ app, options }) {
    const password = options.password ?? newPassword()
    const id = await app.database.transaction(async (tx) => {
      const userId = await userNamed(tx, options.user)
      await members.setPassword(tx, 'command_line', userId, password, app.clock())
      return publicId('user', userId)
    })
    return { data: { id, password }, text: `${id}\npassword  ${password}` }
  },
})
