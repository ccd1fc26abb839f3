// The operator's commands for deliveries with an unknown outcome, and for campaigns.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parseMicros } from '#kit/money.ts'
import { runCommand } from '../../test/command-line.ts'
import { readyToSend, type Sending } from '../../test/company.ts'
import { publicId, startSamvad } from '../../test/harness.ts'
import { balanceOf } from '../../test/payments.ts'
import { urlOf } from '../../test/postgres.ts'
import { person } from '../../test/story.ts'

const PRICE = 150_000n
const samvad = await startSamvad()
const folder = await mkdtemp(join(tmpdir(), 'samvad-delivery-'))
after(() => rm(folder, { recursive: true, force: true }))
const asha = await readyToSend(samvad, samvad.company, 100n)
const banyan = await readyToSend(samvad, await samvad.newCompany('Banyan Books'), 100n)

const environment = { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder }
const cli = (...words: string[]) => runCommand(['delivery', ...words], environment)

const json = async (...words: string[]) => {
  const ran = await cli(...words, '--json')
  assert.equal(ran.code, 0, ran.stderr)
  return JSON.parse(ran.stdout)
}

const idOf = ({ company }: Sending) => publicId('org', company.organizationId)
const balance = async ({ company }: Sending) => parseMicros(await balanceOf(samvad, company)) as bigint

/** Creates this many deliveries that a worker has lost. */
async function lose({ company, conversationId }: Sending, count: number): Promise<string[]> {
  const message = { conversation_id: conversationId, channel: 'email', text: 'Hello' }
  const messages = Array.from({ length: count }, () => message)
  const { status, text } = await samvad.request('POST', '/v1/messages/batch', {
    token: company.token,
    json: { messages },
  })
  assert.equal(status, 200, text)
  const rows = await samvad.rows(
    `update deliveries set status = 'sending', error_code = 'outcome_unknown', error_detail = 'lost', attempts = 1,
            due_at = null
      where org_id = $1 and status = 'queued' returning id`,
    [company.organizationId],
  )
  return rows.map(({ id }) => publicId('dlv', id)).sort()
}

const statusesOf = async (of: Sending) =>
  (
    await samvad.rows('select status, count(*)::int as count from deliveries where org_id = $1 group by 1 order by 1', [
      of.company.organizationId,
    ])
  ).map(({ status, count }) => `${count} ${status}`)

test('spec 7.14, 17.4: an operator lists what is unknown in all organizations, or in one, and settles it by name', async () => {
  const [first, second, third] = (await lose(asha, 3)) as [string, string, string]
  const [other] = (await lose(banyan, 1)) as [string]
  const all: { id: string; organization_id: string }[] = await json('list', '--unknown')
  assert.deepEqual(all.map(({ id }) => id).sort(), [first, second, third, other].sort())
  const ofOne = await json('list', '--unknown', '--organization', idOf(asha))
  assert.deepEqual(
    ofOne.map(({ id, organization_id, error }: any) => [id, organization_id, error.code]),
    [third, second, first].map((id) => [id, idOf(asha), 'outcome_unknown']),
  )
  const before = await balance(asha)
  const [sent, alike] = await json('resolve', first, second, '--as', 'sent')
  assert.deepEqual([sent.id, sent.status, alike.id, alike.status], [first, 'sent', second, 'sent'])
  const [failed] = await json('resolve', '--delivery', third, '--as', 'not-sent')
  assert.deepEqual([failed.status, failed.error.code], ['failed', 'not_sent'])
  assert.equal(await balance(asha), before + PRICE)

  // A delivery that cannot be resolved is reported, and the others are resolved.
  const mixed = await cli('resolve', first, other, '--as', 'again', '--organization', idOf(banyan))
  assert.equal(mixed.code, 1)
  assert.match(mixed.stdout, new RegExp(`^${first}  .*no such delivery`, 'im'))
  assert.deepEqual(await statusesOf(banyan), ['1 queued'])
  const known = await cli('resolve', third, '--as', 'sent', '--organization', idOf(asha))
  assert.equal(known.code, 1)
  assert.match(known.stderr, /already known: failed/)
  const audited = await samvad.rows(
    "select actor, details from audit_log where action = 'delivery.resolved' order by sequence",
  )
  assert.equal(audited.length, 4)
  assert.ok(audited.every(({ actor }) => actor === 'command_line'))
  assert.deepEqual(await json('list', '--unknown'), [])
})

test('spec 7.14, 17.4: hundreds are settled together, those of one organization that are older than a time, when asked twice', async () => {
  const chandra = await readyToSend(samvad, await samvad.newCompany('Chandra Foods'), 100n)
  await lose(chandra, 450)
  const time = new Date(Date.now() + 1000)
  const before = await balance(chandra)
  const words = ['resolve', '--all', '--as', 'not-sent', '--organization', idOf(chandra)]
  const early = ['--before', new Date(Date.now() - 86_400_000).toISOString()]
  assert.deepEqual((await json(...words, ...early, '--yes')).resolved, 0)
  const asked = await cli(...words, '--before', time.toISOString())
  assert.equal(asked.code, 2)
  assert.match(asked.stderr, /Resolve all .*--yes/)
  assert.deepEqual(await statusesOf(chandra), ['450 sending'])
  assert.deepEqual((await json(...words, '--before', time.toISOString(), '--yes')).resolved, 450)
  assert.deepEqual(await statusesOf(chandra), ['450 failed'])
  assert.equal(await balance(chandra), before + 450n * PRICE)
  assert.deepEqual((await json(...words, '--before', time.toISOString(), '--yes')).resolved, 0)
  assert.equal(await balance(chandra), before + 450n * PRICE)
})

test('spec 17.4: words that are wrong are told with the remedy, and nothing is settled', async () => {
  const [one] = (await lose(asha, 1)) as [string]
  const wrong: [string[], RegExp][] = [
    [['list'], /--unknown is required/],
    [['resolve', one, '--as', 'lost'], /must be one of sent, not-sent, again/],
    [['resolve', '--as', 'sent'], /pass a delivery ID/],
    [['resolve', one, '--all', '--as', 'sent', '--before', '2026-01-01'], /pass delivery IDs or --all/],
    [['resolve', '--all', '--as', 'sent'], /--all requires --before/],
  ]
  for (const [words, told] of wrong) {
    const ran = await cli(...words)
    assert.equal(ran.code, 2, `${words.join(' ')}: ${ran.stderr}`)
    assert.match(ran.stderr, told)
  }
  assert.deepEqual(
    (await statusesOf(asha)).filter((line) => line.includes('sending')),
    ['1 sending'],
  )
})

test('spec 15.12, 17.4: an operator lists campaigns, and pauses, resumes and cancels one by its ID', async () => {
  const who = person(samvad, asha.company)
  const list = await who.make('/v1/lists', { name: 'Farmers' })
  const draft = { name: 'Offer', channel: 'email', subject: 'Offer', text: 'Seeds', list_ids: [list.id] }
  const one = await who.make('/v1/campaigns', { ...draft, scheduled_at: Math.floor(Date.now() / 1000) + 86_400 })
  const started = await who.post(`/v1/campaigns/${one.id}/start`, {})
  assert.equal(started.body.status, 'scheduled', started.text)
  const campaign = async (verb: string, ...words: string[]) => {
    const ran = await runCommand(['campaign', verb, ...words, '--organization', idOf(asha), '--json'], environment)
    assert.equal(ran.code, 0, ran.stderr)
    return JSON.parse(ran.stdout)
  }
  assert.deepEqual(
    (await campaign('list', '--status', 'scheduled')).map(({ id }: { id: string }) => id),
    [one.id],
  )
  const paused = await campaign('pause', one.id)
  assert.deepEqual([paused.status, paused.pause_reasons], ['paused', ['user']])
  assert.equal((await campaign('resume', one.id)).status, 'scheduled')
  assert.equal((await campaign('cancel', one.id)).status, 'cancelled')
  const audited = (await who.get(`/v1/audit_log?object=${one.id}&action=campaign.cancelled`)).body.data
  assert.equal(audited.length, 1)
  const unknown = await runCommand(['campaign', 'pause', 'camp_none'], environment)
  assert.match(unknown.stderr, /is not the ID of a campaign/)
})
