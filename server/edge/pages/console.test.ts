// Serving the console's files. Their behaviour is tested in a browser: test/console.

import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startSamvad } from '../../../test/harness.ts'
import { keepBuilt, readKept } from './built-console.ts'

const samvad = await startSamvad()
const get = (path: string, headers: Record<string, string> = {}) =>
  samvad.request('GET', path, { token: null, headers })

/** The script that the page loads. */
const scriptOf = (html: string) => /src="(\/console\/assets\/[^"]+\.js)"/.exec(html)?.[1] as string

test('spec 2.13, 21.1: / leads to the console, whose addresses all answer with its page', async () => {
  assert.equal((await get('/')).headers.get('location'), '/console/')
  assert.equal((await get('/console')).headers.get('location'), '/console/')
  const { text, headers } = await get('/console/')
  assert.match(text, /<div id="root">/)
  assert.equal((await get('/console/org_01/inbox/conv_01?channel=email')).text, text)
  assert.equal(headers.get('cache-control'), 'no-cache')
  assert.equal((await get('/console/', { 'if-none-match': headers.get('etag') as string })).status, 304)
})

test('spec 18.5, 21.1: its policy allows files of ours alone, and no script or style within a page', async () => {
  const { headers, text } = await get('/console/')
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /script-src 'self';/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  assert.doesNotMatch(text, /<script(?![^>]* src=)|<style| style="| on[a-z]+="/)
})

test('spec 21.10: its service worker has one address for good, is asked for anew each time, and may speak to us alone', async () => {
  const { headers, text } = await get('/console/worker.js')
  assert.match(headers.get('content-type') ?? '', /^text\/javascript/)
  assert.equal(headers.get('cache-control'), 'no-cache')
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /connect-src 'self'$/)
  assert.ok(text.includes(scriptOf((await get('/console/')).text)), 'it is of the build whose page is served')
})

test('spec 21.16: its manifest and icons are served as what they are, are asked for anew, and name files that are there', async () => {
  const manifest = await get('/console/manifest.webmanifest')
  assert.equal(manifest.headers.get('content-type'), 'application/manifest+json')
  assert.equal(manifest.headers.get('cache-control'), 'no-cache')
  const { start_url, scope, display, icons } = JSON.parse(manifest.text)
  assert.deepEqual([start_url, scope, display], ['/console/', '/console/', 'standalone'])
  for (const { src, type, sizes } of icons) {
    const { status, headers, text } = await get(src)
    assert.deepEqual([status, headers.get('content-type')], [200, type], src)
    if (type === 'image/svg+xml') assert.doesNotMatch(text, /<script|href=|@import/, 'it fetches and runs nothing')
    else assert.match(sizes, /^(192x192|512x512)$/)
  }
  const page = await get('/console/')
  assert.match(page.headers.get('content-security-policy') ?? '', /manifest-src 'self';/)
  for (const [, path] of page.text.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)"[^>]* href="([^"]+)"/g))
    assert.equal((await get(path as string)).status, 200, path as string)
})

test('its parts are kept for a year and compressed; one that is not there is no page', async () => {
  const script = scriptOf((await get('/console/')).text)
  const { headers, status } = await get(script, { 'accept-encoding': 'gzip' })
  assert.equal(status, 200)
  assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
  assert.equal(headers.get('content-encoding'), 'gzip')
  assert.match(headers.get('content-type') ?? '', /^text\/javascript/)
  for (const path of ['assets/none.js', 'assets/..%2f..%2f..%2fpackage.json', 'assets/.%2fnone.js', 'api/none'])
    assert.equal((await get(`/console/${path}`)).status, 404, path)
})

test('spec 21.9: what the build before had is kept for tabs that are open: one build, whatever ends in between', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'samvad-built-'))
  const data = join(folder, 'data')
  const build = async (name: string) => {
    const built = join(folder, name)
    await mkdir(join(built, 'assets'), { recursive: true })
    await writeFile(join(built, 'index.html'), `<script src="/console/assets/${name}.js">`)
    await writeFile(join(built, 'assets', `${name}.js`), name)
    return built
  }
  try {
    const isKept = async (name: string) => (await readKept(data, `assets/${name}.js`))?.bytes.toString() === name
    for (const name of ['one', 'two', 'three']) {
      await keepBuilt(data, await build(name))
      // The next start with the same build.
      await keepBuilt(data, join(folder, name))
    }
    assert.deepEqual([await isKept('one'), await isKept('two'), await isKept('three')], [false, true, false])
    // An interrupted copy.
    await rm(join(data, 'console', 'now', 'index.html'))
    await keepBuilt(data, join(folder, 'three'))
    assert.ok(await isKept('two'))
    assert.deepEqual(await readdir(join(data, 'console', 'now', 'assets')), ['three.js'])
    assert.equal(await readKept(data, 'assets/../index.html'), null)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
