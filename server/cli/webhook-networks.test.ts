// samvad organization webhook-networks.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publicId, startSamvad } from '../../test/harness.ts'
import { urlOf } from '../../test/postgres.ts'

const samvad = await startSamvad()
const PROGRAM = fileURLToPath(new URL('../../bin/samvad', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'samvad-networks-'))
after(() => rm(folder, { recursive: true, force: true }))

const samvadDoes = async (...words: string[]) => {
  const env = { ...process.env, DATABASE_URL: urlOf(samvad.connection), DATA_DIR: folder }
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...words], { env })
  return stdout
}

test('spec 14.29: private networks of an organization on the command line: shown, set as a whole, taken back', async () => {
  const id = publicId('org', samvad.company.organizationId) as string
  const networks = (...words: string[]) =>
    samvadDoes('organization', 'webhook-networks', '--organization', id, ...words)
  assert.match(await networks(), /no private networks but those of SAMVAD_ALLOWED_NETWORKS/)
  assert.equal(await networks('--allow', '10.1.0.0/16', '--allow', 'fd00::/8'), '10.1.0.0/16\nfd00::/8\n')
  assert.deepEqual(JSON.parse(await networks('--json')), { organization_id: id, networks: ['10.1.0.0/16', 'fd00::/8'] })
  const failed = await networks('--allow', 'localhost').catch((error: { code: number; stderr: string }) => error)
  assert.ok(typeof failed === 'object' && failed.code === 1)
  assert.match(failed.stderr, /networks\[0\].*must be a network such as 10\.1\.0\.0\/16/)
  assert.deepEqual(JSON.parse(await networks('--allow-none', '--json')).networks, [])
})
