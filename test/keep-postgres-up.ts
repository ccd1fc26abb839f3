// `npm run test:postgres`: keeps the PostgreSQL of the tests running until Ctrl-C, so that `node --test FILE` finds it.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { KEPT_UP_FILE, startTestPostgres } from './postgres.ts'

const postgres = await startTestPostgres()
mkdirSync(dirname(KEPT_UP_FILE), { recursive: true })
writeFileSync(KEPT_UP_FILE, JSON.stringify(postgres.connection), { mode: 0o600 })
console.log(`PostgreSQL for the tests is up. In another terminal: ${process.execPath} --test FILE
Ctrl-C stops it.`)
// The pipe to the keeper does not keep this process alive.
const alive = setInterval(() => {}, 2 ** 30)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, async () => {
    clearInterval(alive)
    rmSync(KEPT_UP_FILE, { force: true })
    await postgres.end()
    process.exit()
  })
