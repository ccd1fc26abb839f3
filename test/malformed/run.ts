// `npm run malformed -- N [SEED]`: N malformed mails and N malformed app webhooks; malformed.test.ts runs a few of them
// in each run of the suite.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const [times = '20000', seed = String(Math.floor(Math.random() * 2 ** 31))] = process.argv.slice(2)
if (!/^[1-9]\d{0,6}$/.test(times) || !/^\d+$/.test(seed)) {
  console.error('npm run malformed -- N [SEED]: N is how many of each, a whole number from 1; SEED repeats a run')
  process.exit(2)
}
console.log(`${times} of each, seed ${seed}`)
const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const env = { ...process.env, MALFORMED_COUNT: times, MALFORMED_SEED: seed }
const child = spawn(process.execPath, [file('../../bin/test.mjs'), file('./malformed.test.ts')], {
  stdio: 'inherit',
  env,
})
child.on('exit', (code) => process.exit(code ?? 1))
