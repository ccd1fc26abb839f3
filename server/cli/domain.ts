// samvad domain list, domain check

import type { App } from '#kit/app.ts'
import { createDns } from '#kit/dns.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import * as domains from '#messaging/channels/email/domains/actions.ts'
import type { SenderDomain } from '#messaging/channels/email/domains/schema.ts'
import { verify } from '#messaging/channels/email/domains/verify.ts'
import { command } from './command.ts'
import { organizationNamed } from './named.ts'
import { everyPage } from './pages.ts'

const ORGANIZATION = {
  type: 'string',
  value: 'ID',
  meaning: 'organization; optional if there is only one',
} as const

export const domainList = command({
  noun: 'domain',
  verb: 'list',
  summary: 'list the sender domains of an organization with their DNS records',
  options: { organization: ORGANIZATION },
  async run({ app, options }) {
    const data = await all(app, await organizationNamed(app.database.reads, options.organization))
    return {
      data,
      lines: data.length === 0 ? ['No sender domains. Create one with POST /v1/sender_domains.'] : data.flatMap(lines),
    }
  },
})

export const domainCheck = command({
  noun: 'domain',
  verb: 'check',
  summary: 'look up the DNS records of a sender domain and verify it',
  options: {
    name: { type: 'string', required: true, value: 'DOMAIN', meaning: 'domain, such as asha.example' },
    organization: ORGANIZATION,
  },
  async run({ app, options }) {
    const organizationId = await organizationNamed(app.database.reads, options.organization)
    const known = (await all(app, organizationId)).find(({ name }) => name === options.name.toLowerCase())
    if (!known)
      throw new Error(
        `${options.name} is not a sender domain of the organization. Run samvad domain list to list them.`,
      )
    const scope = { organizationId, at: app.clock() }
    const id = parseTypeId('sdom', known.id) as Uuid
    const data = await verify(app, createDns(app.settings), scope, 'command_line', id)
    return { data, lines: lines(data), exitCode: data.signs_with === null ? 1 : 0 }
  },
})

const all = (app: App, organizationId: Uuid): Promise<SenderDomain[]> =>
  everyPage('sdom', (page) => domains.list(app.database.reads, organizationId, page))

function lines({ name, status, signs_with, records }: SenderDomain): string[] {
  const signs = signs_with === null ? 'not used for signing' : `signs with ${signs_with}`
  return [
    `${name}  ${status}, ${signs}`,
    ...records.map((one) => `  ${one.state.padEnd(9)}  ${one.type}  ${one.name}  ${one.value}`),
  ]
}
