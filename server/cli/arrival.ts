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
  meaning: 'inbound event ID; see samvad arrival list',
} as const

export const arrivalList = command({
  noun: 'arrival',
  verb: 'list',
  summary: 'list inbound events that need attention: not processed, or quarantined; newest first',
  options: {
    organization: { type: 'string', value: 'ID', meaning: 'only this organization; default: all' },
    kind: {
      type: 'string',
      value: 'KIND',
      meaning: 'arrival: processing failed; quarantined: matches no organization',
    },
    limit: LIMIT,
  },
  async run({ app, options }) {
    const kind = waitingKinds.find((one) => one === options.kind)
    if (options.kind !== undefined && !kind) throw new UsageError(`--kind must be one of ${waitingKinds.join(', ')}`)
    const { organization } = options
    const owner = organization === undefined ? undefined : await organizationNamed(app.database.reads, organization)
    const query = { ...(kind ? { kind } : {}), ...(owner === undefined ? {} : { organization_id: owner }) }
    return listWaiting(app, query, options.limit)
  },
})

export const arrivalShow = command({
  noun: 'arrival',
  verb: 'show',
  summary: 'print one inbound event with its full text, or in its raw form if it cannot be parsed',
  words: 'arrival',
  options: { arrival: ITEMS },
  async run({ app, options }) {
    const [id, ...others] = options.arrival
    if (id === undefined || others.length > 0) throw new UsageError('pass one ID: samvad arrival show ID')
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
        ? 'process failed inbound events again: the named ones, or all of an organization'
        : 'same as retry',
    words: 'arrival',
    options: {
      arrival: { type: 'string', multiple: true, value: 'ID', meaning: 'inbound event IDs; see samvad arrival list' },
      organization: { type: 'string', value: 'ID', meaning: 'organization; optional if there is only one' },
      shared: { type: 'boolean', meaning: 'inbound events of shared accounts, which belong to no organization' },
    },
    async run({ app, options }) {
      const ids = options.arrival.map(arrivalNamed)
      if (options.shared && options.organization !== undefined)
        throw new UsageError('--shared and --organization cannot be combined')
      if (ids.length > 0 && !options.shared && options.organization === undefined) return releaseNamed(app, ids)
      const owner = options.shared ? FOR_ALL : await organizationNamed(app.database.reads, options.organization)
      const count = await app.database.transaction(
        (tx) => waiting.releaseAll(tx, app.clock(), 'command_line', owner, ids.length === 0 ? null : ids),
        owner,
      )
      const whose = options.shared ? null : publicId('org', owner)
      return {
        data: { organization_id: whose, retried: count },
        lines: [`processing ${count} inbound events of ${whose ?? 'shared accounts'} again`],
      }
    },
  })

async function releaseNamed(app: App, ids: readonly Uuid[]): Promise<Outcome> {
  for (const id of ids)
    await app.database.transaction((tx) => waiting.release(tx, app.clock(), 'command_line', { kind: 'arrival', id }))
  return {
    data: { organization_id: null, retried: ids.length },
    lines: [`processing ${ids.length} inbound events again`],
  }
}

export const arrivalRetry = again('retry')
export const arrivalRelease = again('release')

export const arrivalDiscard = command({
  noun: 'arrival',
  verb: 'discard',
  summary: 'discard inbound events permanently; the audit log records who did it, when and why',
  words: 'arrival',
  options: {
    arrival: ITEMS,
    reason: { type: 'string', value: 'TEXT', meaning: 'reason, recorded in the audit log' },
  },
  async run({ app, options }) {
    const { arrival: ids, reason = null } = options
    if (ids.length === 0) throw new UsageError('pass the IDs: samvad arrival discard ID')
    for (const id of ids.map(waitingIdOf))
      await app.database.transaction((tx) => waiting.discard(tx, app.clock(), 'command_line', id, reason))
    return { data: { discarded: ids }, lines: ids.map((id) => `discarded ${id}`) }
  },
})

function arrivalNamed(text: string): Uuid {
  const id = parseTypeId('arr', text)
  if (!id) throw new Error(`${text} is not the ID of an arrival. Run samvad arrival list to list them.`)
  return id
}
