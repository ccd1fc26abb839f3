// Writes api/openapi.json, the committed copy of the contract; with --check it fails when the copy is stale.
//   node bin/run.mjs server/edge/openapi-file.ts [--check]

import { readFile, writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import type { App } from '#kit/app.ts'
import { createSealer } from '#kit/crypto.ts'
import { readSettings } from '#kit/settings.ts'
import { eventKinds } from '#program/events.ts'
import { routesOf } from '#program/routes.ts'
import { tags } from '#program/tags.ts'
import { contractText } from './openapi.ts'
import type { Route } from './route.ts'

export const CONTRACT_FILE = new URL('../../api/openapi.json', import.meta.url)

/** Routes are declared without side effects, so the contract needs no database. */
export const declaredRoutes = (): Route[] => routesOf(appWithoutDatabase())

export function declaredContract(): string {
  return contractText(declaredRoutes(), tags, eventKinds)
}

function appWithoutDatabase(): App {
  const refuse = () => {
    throw new Error('a route touches the database while it is declared; do it when it is called')
  }
  return {
    settings: readSettings({}),
    database: new Proxy({} as App['database'], { get: refuse }),
    groupOf: () => '',
    clock: () => new Date(0),
    log: pino({ level: 'silent' }),
    sealer: createSealer('0'.repeat(64)),
    wake: () => {},
  }
}

async function run(isCheck: boolean): Promise<void> {
  const text = declaredContract()
  if (!isCheck) return writeFile(CONTRACT_FILE, text)
  const committed = await readFile(CONTRACT_FILE, 'utf8').catch(() => '')
  if (committed === text) return
  console.error(
    'api/openapi.json is out of date. Run `node bin/run.mjs server/edge/openapi-file.ts` and review the changes.',
  )
  process.exitCode = 1
}

if (import.meta.main) await run(process.argv.includes('--check'))
