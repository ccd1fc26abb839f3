// samvad quarantine list, quarantine assign, quarantine discard

import { parseTypeId, type Uuid } from '#kit/ids.ts'
import * as quarantine from '#messaging/inbound/shared/quarantine.ts'
import * as waiting from '#messaging/inbound/waiting/actions.ts'
import { command } from './command.ts'
import { organizationNamed } from './named.ts'
import { LIMIT, listWaiting } from './waiting-item.ts'

const MESSAGE = {
  type: 'string',
  required: true,
  value: 'ID',
  meaning: 'message ID; see samvad quarantine list',
} as const

export const quarantineList = command({
  noun: 'quarantine',
  verb: 'list',
  summary: 'list messages received on a shared account that match no organization, newest first',
  options: { limit: LIMIT },
  run: ({ app, options }) => listWaiting(app, { kind: 'quarantined' }, options.limit),
})

export const quarantineAssign = command({
  noun: 'quarantine',
  verb: 'assign',
  summary: 'assign a quarantined message to an organization, which receives it',
  options: {
    message: MESSAGE,
    organization: { type: 'string', required: true, value: 'ID', meaning: 'organization' },
  },
  async run({ app, options }) {
    const id = named(options.message)
    const organizationId = await organizationNamed(app.database.reads, options.organization)
    await quarantine.createAssign(app)('command_line', id, organizationId)
    return {
      data: { id: options.message, organization_id: options.organization },
      lines: [`assigned ${options.message} to ${options.organization}`],
    }
  },
})

export const quarantineDiscard = command({
  noun: 'quarantine',
  verb: 'discard',
  summary: 'discard a quarantined message',
  options: {
    message: MESSAGE,
    reason: { type: 'string', value: 'TEXT', meaning: 'reason, recorded in the audit log' },
  },
  async run({ app, options }) {
    const id = named(options.message)
    const { reason = null } = options
    await app.database.transaction((tx) =>
      waiting.discard(tx, app.clock(), 'command_line', { kind: 'quarantined', id }, reason),
    )
    return { data: { id: options.message, discarded: true }, lines: [`discarded ${options.message}`] }
  },
})

function named(text: string): Uuid {
  const id = parseTypeId('quar', text)
  if (!id) throw new Error(`${text} is not the ID of a message in quarantine. Run samvad quarantine list to list them.`)
  return id
}
