// samvad arrival list and retry.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import { NotUnderstood } from '#messaging/channels/arrivals/arrival.ts'
import { nothingArrived } from '#messaging/channels/arrivals/arrived.ts'
import { arrivalJobs } from '#messaging/inbound/jobs.ts'
import { runCommand } from '../../test/command-line.ts'
import { publicId, startSamvad } from '../../test/harness.ts'
import { urlOf } from '../../test/postgres.ts'

const samvad = await startSamvad({ SAMVAD_LOG_LEVEL: 'silent' })
const { app } = samvad
const banyan = await samvad.newCompany('Banyan Books')
const folder = await mkdtemp(join(tmpdir(), 'samvad-arrival-'))
after(() => rm(folder, { recursive: true, force: true }))

const environment = { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder }
const run = (...words: string[]) => runCommand(['arrival', ...words], environment)

let isUnderstood = false
const reader = {
  async read() {
    if (isUnderstood) return nothingArrived
    throw new NotUnderstood('it is no such thing')
  },
}

async function work(): Promise<void> {
  for (const job of arrivalJobs(app, undefined, { test: () => reader }))
    while (await job.run(new AbortController().signal));
}

const waiting = async () => (await samvad.rows('select fingerprint from arrivals where body is not null')).length

test('spec 5.33: what waits for a person is listed, and worked on again when it is asked for: one, or all of an organization', async () => {
  assert.equal((await run('list')).stdout, 'Nothing found.\n')
  const both = [samvad.company, banyan, banyan].map(({ organizationId }, n) => ({
    organizationId,
    channel: 'app' as const,
    source: 'test',
    fingerprint: `${n}`,
    body: Buffer.from('?'),
    receivedAt: app.clock(),
  }))
  await createArrivals(app).keep(both)
  await work()
  const listed = await run('list', '--json')
  const data = JSON.parse(listed.stdout)
  assert.equal(data.length, 3)
  const whose = publicId('org', banyan.organizationId)
  const theirs = data.filter(({ organization_id }: any) => organization_id === whose)
  assert.deepEqual([theirs[0].error, theirs[0].source, theirs[0].size], ['it is no such thing', 'test', 1])
  assert.match((await run('list', '--organization', whose)).stdout, /^arr_\S+ {2}org_.*it is no such thing\n/)
  assert.notEqual((await run('retry')).code, 0, 'there are several organizations')
  assert.notEqual((await run('retry', '--organization', whose, 'none')).code, 0)

  isUnderstood = true
  const [first] = theirs
  const ours = publicId('org', samvad.company.organizationId)
  assert.match((await run('retry', '--organization', ours, first.id)).stdout, /^processing 0 inbound events of/)
  assert.match((await run('retry', '--organization', whose, first.id)).stdout, /^processing 1 inbound events of/)
  await work()
  assert.equal(await waiting(), 2)
  assert.match((await run('retry', '--organization', whose)).stdout, /^processing 1 inbound events of/)
  await work()
  assert.equal(await waiting(), 1, 'the other organization was not asked for')
})
