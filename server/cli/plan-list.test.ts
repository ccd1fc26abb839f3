// spec 23.12: samvad plan-list publish, and list.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommand } from '../../test/command-line.ts'
import { publicId, startSamvad } from '../../test/harness.ts'
import { urlOf } from '../../test/postgres.ts'

const samvad = await startSamvad()
const folder = await mkdtemp(join(tmpdir(), 'samvad-plans-'))
after(() => rm(folder, { recursive: true, force: true }))

const environment = { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder }
const run = (...words: string[]) => runCommand(['plan-list', ...words], environment)
const ORGANIZATION = publicId('org', samvad.company.organizationId)

test('spec 23.12: a price of premium is published for an organization and a time, and listed', async () => {
  const words = ['--name', 'Asha 2036', '--premium-price', '399.00', '--organization', ORGANIZATION]
  const made = await run('publish', ...words, '--effective-from', '2036-04-01T00:00:00+05:30', '--json')
  assert.equal(made.code, 0, made.stderr)
  const list = JSON.parse(made.stdout)
  assert.deepEqual([list.organization_id, list.premium_price, list.tax_percent], [ORGANIZATION, '399.00', 18])
  const listed = JSON.parse((await run('list', '--json')).stdout)
  assert.deepEqual([listed[0], listed.length], [list, 2])
  assert.match(
    (await run('list', '--organization', ORGANIZATION)).stdout,
    /^planl_\w+ {2}2036-03-31T18:30:00.000Z {2}org_\w+ {2}₹399.00 \+ 18% {2}Asha 2036\n$/,
  )
})

test('spec 23.12: what is wrong is said by field, and nothing is published', async () => {
  const refused = async (message: RegExp, ...words: string[]) => {
    const ran = await run('publish', '--name', 'Wrong', ...words)
    assert.deepEqual([ran.code, ran.stdout], [1, ''])
    assert.match(ran.stderr, message)
  }
  await refused(/premium_price/, '--premium-price', '4.999')
  await refused(/premium_price/, '--premium-price', '0.50')
  await refused(/tax_percent/, '--premium-price', '499.00', '--tax-percent', 'much')
  await refused(/effective_from/, '--premium-price', '499.00', '--effective-from', '2020-01-01')
  await refused(/organization_id: Must be an ID/, '--premium-price', '499.00', '--organization', 'acme')
  assert.equal(JSON.parse((await run('list', '--json')).stdout).length, 2)
})
