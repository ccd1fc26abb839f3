// The package contains what its users need and nothing else, and runs on the oldest supported Node.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { packOnce } from './installed.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'samvad-sdk-package-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const { file, packed } = await packOnce()
const manifest = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8'))

/** `npm install` of the file, without a registry. */
function installedByNpm(): string {
  const place = join(folder, 'app')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), '{ "type": "module", "private": true }\n')
  const words = ['install', '--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')]
  const { status, stderr } = spawnSync('npm', [...words, file], {
    cwd: place,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  assert.equal(status, 0, stderr)
  return place
}

test('spec 20.1: the package holds JavaScript with its types, a README and the licence, and nothing else', () => {
  const paths = packed.files.map(({ path }) => path)
  const sources = globSync('**/*.ts', { cwd: join(root, 'sdk/src') }).map((path) => path.replace(/\.ts$/, ''))
  const expected = sources.flatMap((path) => [`dist/${path}.js`, `dist/${path}.d.ts`])
  assert.deepEqual(paths.toSorted(), [...expected, 'LICENSE', 'README.md', 'package.json'].toSorted())
  assert.equal(packed.filename, `samvad-sdk-${manifest.version}.tgz`)
  assert.ok(packed.size < 160_000, `${packed.size} bytes`)
})

test('spec 20.1: it says what it is: the version of the product, no dependency, no side effect, Node 20', () => {
  const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { name, version, license, private: isPrivate, type, sideEffects, engines } = manifest
  assert.deepEqual([name, version, license], ['@samvad/sdk', product.version, product.license])
  assert.deepEqual([isPrivate, type, sideEffects, engines], [false, 'module', false, { node: '>=20' }])
  assert.deepEqual(
    Object.keys(manifest).filter((key) => /dependencies|scripts|bin/i.test(key)),
    [],
  )
  assert.ok(!product.files.includes('sdk'), 'the product does not ship it')
})

test('spec 20.1: npm installs it without a registry, and any Node from 20 on runs it', () => {
  const place = installedByNpm()
  const modules = readdirSync(join(place, 'node_modules')).filter((name) => !name.startsWith('.'))
  assert.deepEqual(modules, ['@samvad'])
  const texts = globSync('node_modules/@samvad/sdk/dist/**/*.js', { cwd: place }).map((path) =>
    readFileSync(join(place, path), 'utf8'),
  )
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/\b(?:from|import\()\s*'([^']+)'/g)].map(([, name]) => name),
  )
  assert.ok(imported.length > 50)
  assert.deepEqual(
    imported.filter((name) => !/^\.\.?\/[\w./-]+\.js$/.test(name as string)),
    [],
  )
  const program = `
    import { Samvad, verifyWebhook } from '@samvad/sdk'
    let isAsked = false
    const fetch = async (address, { headers }) => {
      isAsked = headers.get('idempotency-key').length === 36
      return new Response('{"id": "contact_1"}')
    }
    const samvad = new Samvad({ baseUrl: 'http://samvad.example', token: 'token', fetch })
    const { id } = await samvad.contacts.create({ display_name: 'Ravi' })
    const fault = await verifyWebhook({ payload: '', headers: {}, secret: 'whsec_AAAA' }).catch(({ code }) => code)
    console.log(process.versions.node.split('.')[0], id, isAsked, fault)`
  const run = (node: string) =>
    spawnSync(node, ['--input-type=module', '-e', program], { cwd: place, encoding: 'utf8' })
  const nodes = [process.execPath, ...(oldNode() ?? [])]
  for (const node of nodes) {
    const { status, stdout, stderr } = run(node)
    assert.equal(status, 0, stderr)
    assert.match(stdout, /^\d+ contact_1 true header_missing\n$/)
  }
})

/** The machine's own Node, where it has one besides ours. */
function oldNode(): string[] | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((one) => !one.includes('node_modules'))
  const node = folders.map((one) => join(one, 'node')).find((path) => existsSync(path))
  return node ? [node] : null
}
