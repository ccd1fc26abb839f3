// spec 17.4: samvad price-list publish, and list.

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommand } from '../../test/command-line.ts'
import { publicId, startSamvad } from '../../test/harness.ts'
import { urlOf } from '../../test/postgres.ts'
import { pricesWith, tiers } from '../../test/prices.ts'

const samvad = await startSamvad()
const folder = await mkdtemp(join(tmpdir(), 'samvad-prices-'))
after(() => rm(folder, { recursive: true, force: true }))

const environment = { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder }
const run = (...words: string[]) => runCommand(['price-list', ...words], environment)

async function fileWith(content: unknown): Promise<string> {
  const file = join(folder, 'prices.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const ORGANIZATION = publicId('org', samvad.company.organizationId)

test('spec 8.12, 17.4: a contract is published from a file, for its organization and time, and listed', async () => {
  const file = await fileWith({ name: 'Asha 2036', prices: pricesWith({ email: { tiers: tiers('0.0725') } }) })
  const made = await run(
    'publish',
    '--file',
    file,
    '--organization',
    ORGANIZATION,
    '--effective-from',
    '2036-04-01T00:00:00+05:30',
    '--json',
  )
  assert.equal(made.code, 0, made.stderr)
  const list = JSON.parse(made.stdout)
  assert.deepEqual(
    [list.name, list.organization_id, list.effective_from, list.prices.email.tiers[0].price],
    ['Asha 2036', ORGANIZATION, new Date('2036-04-01T00:00:00+05:30').getTime() / 1000, '0.0725'],
  )
  const listed = JSON.parse((await run('list', '--json')).stdout)
  assert.deepEqual([listed[0], listed.length], [list, 2])
  assert.match(
    (await run('list', '--organization', ORGANIZATION)).stdout,
    /^plist_\w+ {2}2036-03-31T18:30:00.000Z {2}org_\w+ {2}Asha 2036\n$/,
  )
  const audited = await samvad.rows('select org_id, actor, object from audit_log where action = $1', [
    'price_list.published',
  ])
  assert.deepEqual(audited, [{ org_id: samvad.company.organizationId, actor: 'command_line', object: list.id }])
})

test('spec 8.12: what is wrong with the file is said by field, and nothing is published', async () => {
  const before = await samvad.rows('select count(*) from price_lists')
  const refused = async (content: unknown, message: RegExp, ...words: string[]) => {
    const ran = await run('publish', '--file', await fileWith(content), ...words)
    assert.deepEqual([ran.code, ran.stdout], [1, ''])
    assert.match(ran.stderr, message)
  }
  const prices = pricesWith({})
  await refused('{', /^samvad: --file \S+prices\.json: not valid JSON/)
  await refused([], /must contain a JSON object/)
  for (const [file, reason] of [
    [join(folder, 'missing.json'), 'no such file'],
    [folder, 'is a folder'],
  ] as const) {
    const ran = await run('publish', '--file', file)
    assert.deepEqual([ran.code, ran.stderr], [1, `samvad: --file ${file}: ${reason}\n`])
  }
  await refused(
    { name: 'Wrong', prices: { ...prices, sms: { tiers: tiers('0.1', 9, '0.2', 5, '0.3') } } },
    /prices\.sms\.tiers\[1\]\.up_to/,
  )
  await refused(
    { name: 'Wrong', prices: { ...prices, sms: { tiers: [{ up_to: null, price: 0.1 }] } } },
    /prices\.sms\.tiers\[0\]\.price/,
  )
  await refused({ name: 'Wrong', prices }, /organization_id: Must be an ID/, '--organization', 'acme')
  await refused(
    { name: 'Wrong', prices },
    /There is no such organization/,
    '--organization',
    publicId('org', samvad.company.userId),
  )
  await refused({ name: 'Wrong', prices }, /effective_from/, '--effective-from', '2020-01-01')
  await refused({ name: 'Wrong', prices }, /effective_from/, '--effective-from', 'tomorrow')
  assert.deepEqual(await samvad.rows('select count(*) from price_lists'), before)
})
