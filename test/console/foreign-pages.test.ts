// What other websites can make the browser of a signed-in person do: from another port of the same host (the same site
// to a browser), from another host, and from an opaque origin. spec 2.14.

import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { publicId } from '#kit/wire.ts'
import { startSamvad } from '../harness.ts'
import { isLong, onlyLong } from '../long-stories.ts'
import { until } from '../mail-story.ts'
import { person } from '../story.ts'
import { type Console, openConsole, type Visitor, whyNoBrowser } from './console.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const asha = person(samvad)
const rooms = (skip ? null : await openConsole(samvad)) as Console
/**
 * Refused because of the origin, or because the route accepts no form post, and other origins may send nothing else.
 */
const REFUSED = [403, 405, 415]
/** Blocked by the browser. */
const STOPPED = 0
const PASSWORD = 'monsoon-over-konkan'
const organization = publicId('org', samvad.company.organizationId) as string

/** A sandboxed frame has an opaque origin. */
const others = createServer(({ url }, response) => {
  if (url === '/sandboxed') response.setHeader('content-security-policy', 'sandbox allow-scripts allow-forms')
  response.setHeader('content-type', 'text/html').end('<!doctype html><p>Prizes')
})
await new Promise<void>((resolve) => others.listen(0, '127.0.0.1', resolve))
after(() => {
  others.closeAllConnections()
  others.close()
})
const { port } = others.address() as AddressInfo

let owner: Visitor
let their: Page
before(async () => {
  if (skip) return
  owner = await rooms.signIn('owner')
  their = await owner.context.newPage()
})

const sessionOf = async () => (await owner.context.request.get(`${samvad.url}/console/session`)).json()
const contacts = async () => (await asha.get('/v1/contacts')).body.data.length

/** What an attacker's page runs, as source text. */
const tries: Readonly<Record<string, (path: string, method: string) => string>> = {
  'a form': (path, method) => form(path, method, 'application/x-www-form-urlencoded'),
  'a form of plain text that is JSON': (path, method) => form(path, method, 'text/plain'),
  'a form with parts': (path, method) => form(path, method, 'multipart/form-data'),
  'fetch, with cookies': (path, method) =>
    `fetch('${samvad.url}${path}', { method: '${method}', credentials: 'include', mode: 'no-cors', body: new URLSearchParams(fields) }).catch(() => {})`,
  'fetch that asks first': (path, method) =>
    `fetch('${samvad.url}${path}', { method: '${method}', credentials: 'include', headers: { 'content-type': 'application/json', 'samvad-organization': '${organization}', 'x-csrf-token': 'x' }, body: JSON.stringify(fields) }).catch(() => {})`,
  'a beacon': (path) => `navigator.sendBeacon('${samvad.url}${path}', new URLSearchParams(fields))`,
}

/** Posted into a frame, so that the page stays; an opaque origin may only navigate itself. */
const form = (path: string, method: string, type: string) => `{
  const isSandboxed = origin === 'null'
  const form = document.body.appendChild(document.createElement('form'))
  Object.assign(form, { action: '${samvad.url}${path}', method: '${method}', enctype: '${type}' })
  if (!isSandboxed) form.target = document.body.appendChild(Object.assign(document.createElement('iframe'), { name: 'there' + Math.random() })).name
  for (const [name, value] of Object.entries(fields)) {
    const input = form.appendChild(document.createElement('input'))
    Object.assign(input, '${type}' === 'text/plain'
      ? { name: '{"' + name + '":"' + value + '","x":"', value: '"}' }
      : { name, value })
  }
  form.submit()
}`

/** How long a page waits for a request that the browser may have dropped. */
const DROPPED_MS = 10_000

/**
 * Resolves once our server has answered a request to the path, possibly a CORS preflight, or the browser has blocked
 * it: an opaque origin fetches nothing from this machine.
 */
const met = (path: string): Promise<number> =>
  new Promise((resolve) => {
    const end = (status: number) => {
      samvad.server.server.off('request', look)
      their.off('requestfailed', stopped)
      resolve(status)
    }
    const look = (request: IncomingMessage, response: ServerResponse) => {
      if (request.url === path) response.once('close', () => end(response.statusCode))
    }
    const stopped = (request: { url(): string }) => {
      if (request.url() === samvad.url + path) end(STOPPED)
    }
    samvad.server.server.on('request', look)
    their.on('requestfailed', stopped)
  })

const places: Readonly<Record<string, () => Promise<unknown>>> = {
  'another port': () => their.goto(`http://127.0.0.1:${port}/`),
  'another host': () => their.goto(`http://localhost:${port}/`),
  // The posted request may still be in flight.
  'no origin': () => until(() => their.goto(`http://127.0.0.1:${port}/sandboxed`).catch(() => null), Boolean),
}

for (const [place, [where, goThere]] of Object.entries(places).entries())
  test(`spec 2.14: a page of ${where} changes nothing, reads nothing and signs nobody in`, {
    // Another host behaves as another port: both are other origins.
    skip: skip || (where === 'another host' && onlyLong),
  }, async () => {
    await goThere()
    const { user } = await sessionOf()
    const attacker = await samvad.newPerson((await samvad.newCompany('Prizes')).organizationId, 'owner', {
      password: PASSWORD,
    })
    const targets = [
      ['/console/api/v1/contacts', 'POST', { display_name: 'Forged' }],
      ['/console/session', 'POST', { email: attacker.email, password: PASSWORD }],
      ['/console/session/organization', 'POST', { organization_id: organization }],
    ] as const
    for (const [turn, [how, script]] of Object.entries(tries).entries()) {
      // Each method reaches each path from one of the three origins.
      const target = targets[(place + turn) % targets.length]
      assert.ok(target)
      const [path, method, fields] = target
      // The browser may drop a page's request silently; then the page retries.
      let status: number | null = null
      for (let isFirst = true; status === null; isFirst = false) {
        if (!isFirst) {
          await their.close()
          their = await owner.context.newPage()
        }
        await goThere()
        const answered = met(path)
        const forging = their.evaluate(`{ const fields = ${JSON.stringify(fields)}; ${script(path, method)} }`)
        forging.catch(() => {})
        status = await Promise.race([
          forging.then(() => answered),
          answered,
          their.waitForTimeout(DROPPED_MS).then(
            () => null,
            () => null,
          ),
        ])
      }
      assert.ok([...REFUSED, STOPPED].includes(status), `${how} at ${path} was answered with ${status}`)
      assert.equal(await contacts(), 0, `${how} made a contact`)
      assert.equal((await sessionOf()).user?.id, user.id, `${how} changed who is signed in`)
    }
    await goThere()
    const read = (path: string) =>
      their.evaluate<string>(
        `fetch('${samvad.url}${path}', { credentials: 'include' }).then((answer) => answer.text(), () => 'not read')`,
      )
    for (const path of ['/console/session', '/console/api/v1/contacts', '/console/'])
      assert.equal(await read(path), 'not read', path)
    // Being signed out by another website would be a nuisance.
    await their.evaluate(
      `fetch('${samvad.url}/console/session', { method: 'DELETE', credentials: 'include' }).catch(() => {})`,
    )
    assert.equal((await sessionOf()).user?.id, user.id)
  })

test('spec 2.14: no page of the console stands in a frame of others', { skip }, async () => {
  const paths = [`/console/${organization}/contacts`, '/console/sign-in', '/sandbox', '/docs', '/about']
  for (const goThere of Object.values(places)) {
    await goThere()
    for (const path of paths)
      await their.evaluate(`new Promise((resolve) => {
        const frame = document.body.appendChild(document.createElement('iframe'))
        frame.onload = resolve
        frame.src = '${samvad.url}${path}'
      })`)
    const frames = () => their.frames().filter((one) => one !== their.mainFrame())
    await until(
      async () => frames().map((frame) => frame.url()),
      (urls) => urls.length === paths.length && urls.every((url) => url.startsWith('chrome-error:')),
    )
  }
})

/** The browser reads the backslash as a slash, and ignores the tab. All other cases: sign-in-rules.test.ts. */
const HOSTILE_ADDRESSES = ['/\\evil.example/', '/\t/evil.example/']

test('behind signing in one is in the console, whatever the address said', { skip }, async () => {
  const { email } = await samvad.newPerson(samvad.company.organizationId, 'owner', { password: PASSWORD })
  const { page, context } = await rooms.visit()
  const gone: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(samvad.url) && !/^(data|blob):/.test(request.url())) gone.push(request.url())
  })
  page.on('dialog', (dialog) => {
    gone.push(dialog.message())
    void dialog.dismiss()
  })
  for (const to of isLong ? HOSTILE_ADDRESSES : HOSTILE_ADDRESSES.slice(0, 1)) {
    await context.clearCookies()
    await page.goto(`${samvad.url}/console/sign-in?to=${encodeURIComponent(to)}`)
    await page.locator('[name=email]').fill(email)
    await page.locator('[name=password]').fill(PASSWORD)
    await page.locator('button[type=submit]').click()
    await until(
      async () => page.url(),
      (url) => /console\/org_/.test(url),
    )
    assert.ok(page.url().startsWith(`${samvad.url}/console/`), `${to} led to ${page.url()}`)
  }
  assert.deepEqual(gone, [])
  // The user reaches the page that they were going to.
  await context.clearCookies()
  await page.goto(`${samvad.url}/console/${organization}/contacts/lists?x=1`)
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/contacts\/lists/)
})
