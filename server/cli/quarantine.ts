// samvad quarantine list, quarantine assign, quarantine discard

import type { App } from '#kit/app.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import * as quarantine from '#messaging/inbound/shared/quarantine.ts'
import type { Quarantined } from '#messaging/inbound/shared/schema.ts'
import { command } from './command.ts'
import { organizationNamed } from './named.ts'
import { everyPage } from './pages.ts'

const MESSAGE = {
  type: 'string',
  required: true,
  value: 'ID',
  meaning: 'which one; samvad quarantine list shows them',
} as const

export const quarantineList = command({
  noun: 'quarantine',
  verb: 'list',
  summary: 'list what came in through a shared account and is of no organization, the newest first',
  options: {},
  async run({ app }) {
    const data = await all(app)
    return { data, lines: data.length === 0 ? ['There is none.'] : data.map(line) }
  },
})

export const quarantineAssign = command({
  noun: 'quarantine',
  verb: 'assign',
  summary: 'give a message in quarantine to an organization, where it comes in',
  options: {
    message: MESSAGE,
    organization: { type: 'string', required: true, value: 'ID', meaning: 'whose it is' },
  },
  async run({ app, options }) {
    const id = named(options.message)
    const organizationId = await organizationNamed(app.database.reads, options.organization)
    await quarantine.createAssign(app)('command_line', id, organizationId)
    return {
      data: { id: options.message, organization_id: options.organization },
      lines: [`${options.message} comes in for ${options.organization}`],
    }
  },
})

export const quarantineDiscard = command({
  noun: 'quarantine',
  verb: 'discard',
  summary: 'discard a message in quarantine',
  options: { message: MESSAGE },
  async run({ app, options }) {
    const id = named(options.message)
    await app.database.transaction((tx) => quarantine.discard(tx, app.clock(), 'command_line', id))
    return { data: { id: options.message, discarded: true }, lines: [`${options.message} is discarded`] }
  },
})

function all({ database }: App): Promise<Quarantined[]> {
  return everyPage('quar', (page) => quarantine.list(database.reads, page))
}

function named(text: string): Uuid {
  const id = parseTypeId('quar', text)
  if (!id) throw new Error(`${text} is not the id of a message in quarantine; samvad quarantine list shows them.`)
  return id
}

function line({ id, channel, from, text, received_at }: Quarantined): string {
  const when = new Date(received_at * 1000).toISOString().replace('.000', '')
  return [id, when, channel, from, text ?? ''].join('  ').trimEnd()
}
