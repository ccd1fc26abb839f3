// Writes sdk/src/generated from api/openapi.json; with --check, fails when the committed files are stale.
// node sdk/generate/main.ts [--check]

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { generate } from './client.ts'
import { readContract } from './contract.ts'

const SOURCE = new URL('../src/', import.meta.url)
const FOLDER = new URL('generated/', SOURCE)

/** Names that the client uses itself, so that generated names must differ. */
export function takenNames(): { members: Set<string>; exports: Set<string> } {
  const index = readFileSync(new URL('index.ts', SOURCE), 'utf8')
  const client = readFileSync(new URL('client.ts', SOURCE), 'utf8')
  const exported = [...index.matchAll(/\{([^}]*)\}/g)].flatMap(([, names = '']) => names.match(/[A-Za-z]\w*/g) ?? [])
  return {
    members: new Set([...client.matchAll(/^ {2}(?:readonly |async )?(\w+)[(<:]/gm)].map(([, name]) => name as string)),
    exports: new Set(exported.filter((name) => name !== 'type')),
  }
}

function run(isCheck: boolean): void {
  const texts = generate(readContract(), takenNames())
  const there = new Map(readdirSync(FOLDER).map((name) => [name, readFileSync(new URL(name, FOLDER), 'utf8')] as const))
  const stale = [...new Set([...texts.keys(), ...there.keys()])].filter((name) => texts.get(name) !== there.get(name))
  if (isCheck) {
    if (stale.length === 0) return
    console.error(`sdk/src/generated is stale (${stale.join(', ')}): run \`node sdk/generate/main.ts\`.`)
    process.exitCode = 1
    return
  }
  mkdirSync(FOLDER, { recursive: true })
  for (const name of stale) {
    const text = texts.get(name)
    if (text === undefined) rmSync(new URL(name, FOLDER))
    else writeFileSync(new URL(name, FOLDER), text)
  }
}

if (import.meta.main) run(process.argv.includes('--check'))
