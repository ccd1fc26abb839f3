// The SDK as installed by a user: packed, and unpacked into the node_modules of an otherwise empty folder.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { oncePerRun } from '../../test/once-per-run.ts'
import { type Packed, packSdk } from '../pack.ts'

export type Sdk = typeof import('../src/index.ts')

export interface Installed {
  /** The folder whose programs resolve `@samvad/sdk`. */
  folder: string
  packed: Packed
  sdk: Sdk
}

const SDK = fileURLToPath(new URL('..', import.meta.url))
const LIST = 'packed.json'

/** The compiler and npm are slow: one file of a run starts them. */
async function pack(draft: string): Promise<void> {
  const packed = packSdk(draft)
  writeFileSync(join(draft, LIST), JSON.stringify(packed))
}

/** The package as a file, with its file list. */
export async function packOnce(): Promise<{ file: string; packed: Packed }> {
  const made = await oncePerRun(`sdk-${fingerprint()}`, pack)
  const packed: Packed = JSON.parse(readFileSync(join(made, LIST), 'utf8'))
  return { file: join(made, packed.filename), packed }
}

function fingerprint(): string {
  const files = globSync(['*', 'src/**/*.ts'], { cwd: SDK, exclude: ['src', 'test', 'generate'] }).sort()
  return hash('sha256', files.map((file) => readFileSync(join(SDK, file), 'utf8')).join('\n'), 'hex').slice(0, 12)
}

export async function install(): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'samvad-sdk-installed-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const { file, packed } = await packOnce()
  const place = join(folder, 'node_modules/@samvad')
  mkdirSync(place, { recursive: true })
  const unpacked = spawnSync('tar', ['-xzf', file, '-C', place])
  assert.equal(unpacked.status, 0, String(unpacked.stderr))
  renameSync(join(place, 'package'), join(place, 'sdk'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n')
  const url = pathToFileURL(join(place, 'sdk/dist/index.js')).href
  return { folder, packed, sdk: (await import(url)) as Sdk }
}
