// The SDK as somebody installs it: packed, and unpacked into the node_modules of a folder with nothing else in it.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Packed, packSdk } from '../pack.ts'

export type Sdk = typeof import('../src/index.ts')

export interface Installed {
  /** Whose programs find `@samvad/sdk`. */
  folder: string
  packed: Packed
  sdk: Sdk
}

export async function install(): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), 'samvad-sdk-installed-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const packed = packSdk(folder)
  const place = join(folder, 'node_modules/@samvad')
  mkdirSync(place, { recursive: true })
  const unpacked = spawnSync('tar', ['-xzf', join(folder, packed.filename), '-C', place])
  assert.equal(unpacked.status, 0, String(unpacked.stderr))
  renameSync(join(place, 'package'), join(place, 'sdk'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }\n')
  const url = pathToFileURL(join(place, 'sdk/dist/index.js')).href
  return { folder, packed, sdk: (await import(url)) as Sdk }
}
