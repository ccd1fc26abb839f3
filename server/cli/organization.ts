// samvad organization create, organization list

import { PAGE_MAX } from '#edge/paging.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import * as users from '#people/identity/actions.ts'
import * as organizations from '#people/organizations/actions.ts'
import { showOrganization } from '#people/organizations/show.ts'
import { command } from './command.ts'
import { chosenPassword, REFUSED, shownPassword } from './password.ts'

export const organizationCreate = command({
  noun: 'organization',
  verb: 'create',
  summary: 'create an organization with its wallet, and optionally its owner',
  options: {
    name: { type: 'string', required: true, value: 'NAME', meaning: 'name of the organization' },
    'owner-email': {
      type: 'string',
      value: 'EMAIL',
      meaning: 'email of the owner; a new user is created if needed',
    },
    'owner-name': { type: 'string', value: 'NAME', meaning: 'name of a new owner; default: the email address' },
    'owner-password-stdin': {
      type: 'boolean',
      meaning: "read a new owner's password from standard input; default: generate and print one",
    },
    'owner-password': { type: 'string', value: 'TEXT', meaning: REFUSED },
  },
  async run({ app, options }) {
    const email = options['owner-email']
    const chosen = await chosenPassword(options['owner-password-stdin'], options['owner-password'], 'owner-password')
    const password = email === undefined ? null : chosen
    const shown = password === null ? null : shownPassword(options['owner-password-stdin'], password)
    const made = await app.database.transaction(async (tx) => {
      const isKnown = email !== undefined && (await users.findByEmail(tx, email)) !== null
      const owner = { owner_email: email, owner_display_name: options['owner-name'], owner_password: password }
      const row = await organizations.found(tx, { name: options.name, ...owner }, 'command_line', app.clock())
      const userId = email === undefined ? null : await users.findByEmail(tx, email)
      return { ...showOrganization(row), owner_id: publicId('user', userId), password: isKnown ? null : shown }
    })
    const owner = made.owner_id === null ? [] : [`owner     ${made.owner_id}  ${email}`]
    const secret = made.password === null ? [] : [`password  ${made.password}`]
    return { data: made, lines: [`${made.id}  ${made.name}`, ...owner, ...secret] }
  },
})

export const organizationList = command({
  noun: 'organization',
  verb: 'list',
  summary: 'list all organizations, newest first',
  options: {},
  async run({ app }) {
    const data: ReturnType<typeof showOrganization>[] = []
    let page: Awaited<ReturnType<typeof organizations.list>> | undefined
    do {
      const last = data.at(-1)
      const after = last === undefined ? {} : { starting_after: parseTypeId('org', last.id) as Uuid }
      page = await organizations.list(app.database.reads, { limit: PAGE_MAX, ...after })
      data.push(...page.data)
    } while (page.has_more)
    return { data, lines: data.map(({ id, name }) => `${id}  ${name}`) }
  },
})
