// Builds a release in the folder `release`: the package with its dependencies pinned by hash, a bill of materials in
// CycloneDX, their licences, and the SDK's package. Publishes nothing.
// npm run release

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packSdk } from '../sdk/pack.ts'
import { licenceTexts } from './licence-texts.mjs'
import { modules, root } from './platform.mjs'

const folder = join(root, 'release')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `samvad-${version}`

/**
 * Exists next to package.json only while packing: npm never packs package-lock.json, so its content is packed under
 * this name.
 */
const pinned = join(root, 'npm-shrinkwrap.json')
const licences = join(root, 'LICENCES.txt')

/** Packs the package as a file in `into`; returns its file list. */
export function pack(into) {
  mkdirSync(into, { recursive: true })
  try {
    copyFileSync(join(root, 'package-lock.json'), pinned)
    writeFileSync(licences, licenceTexts(root, modules))
    return JSON.parse(npm('pack', '--json', '--pack-destination', into))[0]
  } finally {
    for (const file of [pinned, licences]) rmSync(file, { force: true })
  }
}

/** The bill of materials in CycloneDX, without development dependencies. */
export function materials() {
  return npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only')
}

function npm(...words) {
  const { status, stdout, stderr, error } = spawnSync('npm', [...words, '--loglevel=error'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error || status !== 0) throw new Error(`npm ${words[0]} failed: ${error?.message ?? stderr}`)
  return stdout
}

if (import.meta.main) {
  rmSync(folder, { recursive: true, force: true })
  const { filename, files, unpackedSize } = pack(folder)
  writeFileSync(join(folder, `${name}.cdx.json`), materials())
  console.log(`release/${filename}: ${files.length} files, ${(unpackedSize / 1024 ** 2).toFixed(1)} MB unpacked`)
  console.log(`release/${name}.cdx.json: software bill of materials`)
  const sdk = packSdk(folder)
  console.log(`release/${sdk.filename}: ${sdk.files.length} files (SDK)`)
}
