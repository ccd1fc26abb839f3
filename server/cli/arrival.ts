// samvad arrival list, arrival retry

import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import * as failed from '#messaging/channels/arrivals/failed.ts'
import { command } from './command.ts'
import { organizationNamed } from './named.ts'

export const arrivalList = command({
  noun: 'arrival',
  verb: 'list',
  summary: 'list what providers brought that could not be worked on, the oldest first in each organization',
  options: { organization: { type: 'string', value: 'ID', meaning: 'of this one only; of all by default' } },
  async run({ app, options }) {
    const { reads } = app.database
    const organizationIds =
      options.organization === undefined
        ? await failed.organizationsWithFailed(reads)
        : [await organizationNamed(reads, options.organization)]
    const data: failed.FailedArrival[] = []
    for (const id of organizationIds) data.push(...(await failed.listFailed(reads, id)))
    return { data, lines: data.length === 0 ? ['There are none.'] : data.map(line) }
  },
})

export const arrivalRetry = command({
  noun: 'arrival',
  verb: 'retry',
  summary: 'work again on what could not be worked on: all of an organization, or what is named',
  words: 'arrival',
  options: {
    arrival: { type: 'string', multiple: true, value: 'ID', meaning: 'which ones; samvad arrival list shows them' },
    organization: { type: 'string', value: 'ID', meaning: 'whose; may be left out while there is only one' },
  },
  async run({ app, options }) {
    const ids = options.arrival.map(arrivalNamed)
    const organizationId = await organizationNamed(app.database.reads, options.organization)
    const count = await app.database.transaction(
      (tx) => failed.tryFailedAgain(tx, { organizationId, at: app.clock() }, ids.length === 0 ? null : ids),
      organizationId,
    )
    const whose = publicId('org', organizationId)
    return { data: { organization_id: whose, retried: count }, lines: [`${count} of ${whose} are worked on again`] }
  },
})

function arrivalNamed(text: string): Uuid {
  const id = parseTypeId('arr', text)
  if (!id) throw new Error(`${text} is not the id of an arrival; samvad arrival list shows them.`)
  return id
}

function line({ id, organization_id, received_at, channel, source, size, error }: failed.FailedArrival): string {
  const when = new Date(received_at * 1000).toISOString().replace('.000', '')
  return [id, organization_id, when, channel, source, `${size} bytes`, error ?? ''].join('  ').trimEnd()
}
