// samvad organization suspend, organization resume

import * as organizations from '#people/organizations/actions.ts'
import { showOrganization } from '#people/organizations/show.ts'
import { command } from './command.ts'
import { organizationNamed } from './named.ts'

const organization = { type: 'string', required: true, value: 'ID', meaning: 'organization ID' } as const

export const organizationSuspend = command({
  noun: 'organization',
  verb: 'suspend',
  summary: 'stop an organization from sending and recharging; queued messages wait, reading still works',
  options: { organization, reason: { type: 'string', value: 'TEXT', meaning: 'reason; its members see it' } },
  async run({ app, options }) {
    const data = await app.database.transaction(async (tx) => {
      const scope = { organizationId: await organizationNamed(tx, options.organization), at: app.clock() }
      return showOrganization(await organizations.suspend(tx, scope, 'command_line', options.reason ?? null))
    })
    return { data, lines: [`${data.id}  ${data.name} is suspended; takes effect everywhere within 5 seconds`] }
  },
})

export const organizationResume = command({
  noun: 'organization',
  verb: 'resume',
  summary: 'let a suspended organization send and recharge again; queued messages are sent',
  options: { organization },
  async run({ app, options }) {
    const data = await app.database.transaction(async (tx) => {
      const scope = { organizationId: await organizationNamed(tx, options.organization), at: app.clock() }
      return showOrganization(await organizations.resume(tx, scope, 'command_line'))
    })
    return { data, lines: [`${data.id}  ${data.name} is no longer suspended`] }
  },
})
