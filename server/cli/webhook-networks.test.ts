// samvad organization webhook-networks.

import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommand } from '../../test/command-line.ts'
import { publicId, startSamvad } from '../../test/harness.ts'
import { urlOf } from '../../test/postgres.ts'

const samvad = await startSamvad()
const folder = await mkdtemp(join(tmpdir(), 'samvad-networks-'))
after(() => rm(folder, { recursive: true, force: true }))

const environment = { DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder }

test('spec 14.29: private networks of an organization on the command line: shown, set as a whole, taken back', async () => {
  const id = publicId('org', samvad.company.organizationId) as string
  const networks = (...words: string[]) =>
    runCommand(['organization', 'webhook-networks', '--organization', id, ...words], environment)
  assert.match((await networks()).stdout, /no private networks but those of SAMVAD_ALLOWED_NETWORKS/)
  assert.equal((await networks('--allow', '10.1.0.0/16', '--allow', 'fd00::/8')).stdout, '10.1.0.0/16\nfd00::/8\n')
  assert.deepEqual(JSON.parse((await networks('--json')).stdout), {
    organization_id: id,
    networks: ['10.1.0.0/16', 'fd00::/8'],
  })
  const failed = await networks('--allow', 'localhost')
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /networks\[0\]: Enter a network such as 10\.1\.0\.0\/16/)
  assert.deepEqual(JSON.parse((await networks('--allow-none', '--json')).stdout).networks, [])
})
