// samvad arrival list, arrival show, arrival retry, arrival release, arrival discard

import type { App } from '#kit/app.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import { FOR_ALL } from '#messaging/channels/accounts/shared.ts'
import * as waiting from '#messaging/inbound/waiting/actions.ts'
import { waitingKinds } from '#messaging/inbound/waiting/schema.ts'
import { command, type Outcome, UsageError } from './command.ts'
import { organizationNamed } from './named.ts'
import { LIMIT, linesOf, listWaiting, waitingIdOf } from './waiting-item.ts'

const ITEMS = {
  type: 'string',
  multiple: true,
  value: 'ID',
  meaning: 'which one; samvad arrival list shows them',
} as const

export const arrivalList = command({
  noun: 'arrival',
  verb: 'list',
  summary: 'list what was received and waits for you: what could not be processed, and quarantine; newest first',
  options: {
    organization: { type: 'string', value: 'ID', meaning: 'of this one only; of all by default' },
    kind: {
      type: 'string',
      value: 'KIND',
      meaning: 'arrival: could not be processed; quarantined: of no organization',
    },
    limit: LIMIT,
  },
  async run({ app, options }) {
    const kind = waitingKinds.find((one) => one === options.kind)
    if (options.kind !== undefined && !kind) throw new UsageError(`--kind is one of ${waitingKinds.join(', ')}`)
    const { organization } = options
    const owner = organization === undefined ? undefined : await organizationNamed(app.database.reads, organization)
    const query = { ...(kind ? { kind } : {}), ...(owner === undefined ? {} : { organization_id: owner }) }
    return listWaiting(app, query, options.limit)
  },
})

export const arrivalShow = command({
  noun: 'arrival',
  verb: 'show',
  summary: 'print one of them with its whole text, or as it was received where it cannot be read',
  words: 'arrival',
  options: { arrival: ITEMS },
  async run({ app, options }) {
    const [id, ...others] = options.arrival
    if (id === undefined || others.length > 0) throw new UsageError('name one of them: samvad arrival show ID')
    const data = await waiting.createReading(app).find('command_line', waitingIdOf(id))
    return { data, lines: linesOf(data) }
  },
})

const again = (verb: 'retry' | 'release') =>
  command({
    noun: 'arrival',
    verb,
    summary:
      verb === 'retry'
        ? 'process again what could not be processed: what is named, or all of an organization'
        : 'the same as retry',
    words: 'arrival',
    options: {
      arrival: { type: 'string', multiple: true, value: 'ID', meaning: 'which ones; samvad arrival list shows them' },
      organization: { type: 'string', value: 'ID', meaning: 'whose; may be left out while there is only one' },
      shared: { type: 'boolean', meaning: 'those of the accounts that organizations share, which are of none' },
    },
    async run({ app, options }) {
      const ids = options.arrival.map(arrivalNamed)
      if (options.shared && options.organization !== undefined)
        throw new UsageError('--shared and --organization exclude each other')
      if (ids.length > 0 && !options.shared && options.organization === undefined) return releaseNamed(app, ids)
      const owner = options.shared ? FOR_ALL : await organizationNamed(app.database.reads, options.organization)
      const count = await app.database.transaction(
        (tx) => waiting.releaseAll(tx, app.clock(), 'command_line', owner, ids.length === 0 ? null : ids),
        owner,
      )
      const whose = options.shared ? null : publicId('org', owner)
      return {
        data: { organization_id: whose, retried: count },
        lines: [`${count} of ${whose ?? 'shared accounts'} are processed again`],
      }
    },
  })

async function releaseNamed(app: App, ids: readonly Uuid[]): Promise<Outcome> {
  for (const id of ids)
    await app.database.transaction((tx) => waiting.release(tx, app.clock(), 'command_line', { kind: 'arrival', id }))
  return { data: { organization_id: null, retried: ids.length }, lines: [`${ids.length} are processed again`] }
}

export const arrivalRetry = again('retry')
export const arrivalRelease = again('release')

export const arrivalDiscard = command({
  noun: 'arrival',
  verb: 'discard',
  summary: 'discard what is named for good; the audit log keeps who did it, when and why',
  words: 'arrival',
  options: {
    arrival: ITEMS,
    reason: { type: 'string', value: 'TEXT', meaning: 'why, for the audit log, which nothing is removed from' },
  },
  async run({ app, options }) {
    const { arrival: ids, reason = null } = options
    if (ids.length === 0) throw new UsageError('name what is discarded: samvad arrival discard ID')
    for (const id of ids.map(waitingIdOf))
      await app.database.transaction((tx) => waiting.discard(tx, app.clock(), 'command_line', id, reason))
    return { data: { discarded: ids }, lines: ids.map((id) => `${id} is discarded`) }
  },
})

function arrivalNamed(text: string): Uuid {
  const id = parseTypeId('arr', text)
  if (!id) throw new Error(`${text} is not the id of an arrival; samvad arrival list shows them.`)
  return id
}
