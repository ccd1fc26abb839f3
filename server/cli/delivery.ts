// samvad delivery list, delivery resolve

import type { App } from '#kit/app.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { publicId, readTime } from '#kit/wire.ts'
import { showDelivery } from '#messaging/messages/show.ts'
import * as resolutions from '#messaging/resolutions/actions.ts'
import { resolutions as known, type Resolution } from '#messaging/resolutions/rules.ts'
import { command, UsageError } from './command.ts'
import { confirmed } from './confirm.ts'
import { organizationNamed } from './named.ts'
import { everyPage } from './pages.ts'

/** Resolved in one transaction, which keeps the wallet locked. */
const TOGETHER = 200
const WORDS = known.map((one) => one.replace('_', '-'))

type Listed = Awaited<ReturnType<typeof resolutions.listFromCommandLine>>['data'][number]

export const deliveryList = command({
  noun: 'delivery',
  verb: 'list',
  summary: 'list the deliveries whose outcome is unknown, newest first per organization',
  options: {
    unknown: {
      type: 'boolean',
      required: true,
      meaning: 'only deliveries with an unknown outcome; the API lists the others with their message',
    },
    organization: { type: 'string', value: 'ID', meaning: 'only this organization; default: all' },
  },
  async run({ app, options }) {
    const { reads } = app.database
    const organizationIds =
      options.organization === undefined
        ? await resolutions.organizationsWithUnknown(reads)
        : [await organizationNamed(reads, options.organization)]
    const data: Listed[] = []
    for (const id of organizationIds)
      data.push(...(await everyPage('dlv', (page) => resolutions.listFromCommandLine(reads, id, page))))
    return { data, lines: data.length === 0 ? ['Nothing found.'] : data.map(line) }
  },
})

export const deliveryResolve = command({
  noun: 'delivery',
  verb: 'resolve',
  summary: 'resolve deliveries with an unknown outcome as sent, not sent (the charge is reversed), or to be sent again',
  words: 'delivery',
  options: {
    delivery: { type: 'string', multiple: true, value: 'ID', meaning: 'delivery ID; see samvad delivery list' },
    as: {
      type: 'string',
      required: true,
      value: 'WORD',
      meaning: 'sent; not-sent: the charge is reversed; again: send once more, which may deliver it twice',
    },
    all: { type: 'boolean', meaning: 'all of the organization older than --before, instead of naming them' },
    before: {
      type: 'string',
      value: 'TIME',
      meaning: 'required with --all: Unix seconds, ISO 8601 or a date in India',
    },
    organization: { type: 'string', value: 'ID', meaning: 'organization; optional if there is only one' },
    yes: { type: 'boolean', meaning: 'with --all: skip the confirmation' },
  },
  async run({ app, options }) {
    const as = resolutionNamed(options.as)
    if (!options.all) {
      if (options.before !== undefined) throw new UsageError('--before requires --all')
      return resolveNamed(app, options.delivery, as, options.organization)
    }
    if (options.delivery.length > 0) throw new UsageError('pass delivery IDs or --all')
    if (options.before === undefined) throw new UsageError('--all requires --before TIME')
    const reading = readTime(options.before)
    if ('message' in reading) throw new UsageError(`--before ${options.before}: ${reading.message}`)
    const organizationId = await organizationNamed(app.database.reads, options.organization)
    const whose = publicId('org', organizationId)
    const question = `Resolve all deliveries of ${whose} with an unknown outcome from before ${options.before} as ${options.as}?`
    if (!(await confirmed(question, options.yes)))
      return { data: null, lines: ['No delivery was resolved.'], exitCode: 1 }
    const resolved = await resolveAll(app, organizationId, as, reading.value)
    return {
      data: { organization_id: whose, as, resolved },
      lines: [`${resolved} of ${whose} resolved as ${as.replace('_', '-')}`],
    }
  },
})

function resolutionNamed(text: string): Resolution {
  const as = known.find((one) => one === text.replace('-', '_'))
  if (!as) throw new UsageError(`--as ${text}: must be one of ${WORDS.join(', ')}`)
  return as
}

/** Each separately: unresolvable ones report the reason, and the others are resolved. */
async function resolveNamed(app: App, texts: readonly string[], as: Resolution, organization: string | undefined) {
  if (texts.length === 0) throw new UsageError('pass a delivery ID, or --all --before TIME')
  const ids = texts.map(deliveryNamed)
  const data: object[] = []
  const lines: string[] = []
  let exitCode = 0
  for (const [index, id] of ids.entries()) {
    try {
      const shown = await app.database.transaction(async (tx) => {
        const its = organization === undefined ? await resolutions.organizationOf(tx, id) : null
        const scope = { organizationId: its ?? (await organizationNamed(tx, organization)), at: app.clock() }
        const row = await resolutions.resolveFromCommandLine(tx, scope, id, as)
        return { organization_id: publicId('org', scope.organizationId), ...showDelivery(row) }
      })
      data.push(shown)
      lines.push(line(shown))
    } catch (error) {
      if (ids.length === 1) throw error
      exitCode = 1
      data.push({ id: texts[index], error: (error as Error).message })
      lines.push(`${texts[index]}  ${(error as Error).message}`)
    }
  }
  return { data, lines, exitCode }
}

/** Unknown deliveries accepted before a time, each once, in batches. */
async function resolveAll(app: App, organizationId: Uuid, as: Resolution, before: Date): Promise<number> {
  let resolved = 0
  let piece: resolutions.Piece = { settled: 0, last: null }
  do {
    const range = { before, after: piece.last, limit: TOGETHER }
    piece = await app.database.transaction(
      (tx) => resolutions.resolveNext(tx, { organizationId, at: app.clock() }, as, range),
      organizationId,
    )
    resolved += piece.settled
  } while (piece.last !== null)
  return resolved
}

function deliveryNamed(text: string): Uuid {
  const id = parseTypeId('dlv', text)
  if (!id) throw new Error(`${text} is not the ID of a delivery. Run samvad delivery list --unknown to list them.`)
  return id
}

function line({ id, organization_id, channel, status, price, created_at, address, error }: Listed): string {
  const when = new Date(created_at * 1000).toISOString().replace('.000', '')
  return [id, organization_id, when, channel, address ?? '-', status, `${price} INR`, error?.code ?? '']
    .join('  ')
    .trimEnd()
}
