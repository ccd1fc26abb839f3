// The installed SDK in a real browser, unbundled: on a page of the same origin, and on one of another.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { newContext, sharedBrowser, whyNoBrowser } from '../../test/browser/browser.ts'
import { readyToSend } from '../../test/company.ts'
import { startSamvad } from '../../test/harness.ts'
import { onlyLong } from '../../test/long-stories.ts'
import { eventually } from '../../test/program.ts'
import { person } from '../../test/story.ts'
import { endStreams, tell } from '../../test/telling.ts'
import { install } from './installed.ts'

const skip = whyNoBrowser
// Closed before the server, which waits for its followers.
const contexts: BrowserContext[] = []
after(async () => {
  for (const context of contexts) await context.close()
  endStreams()
})
const { folder } = await install()
const server = await startSamvad()
const { conversationId } = await readyToSend(server, server.company, 100n)
const asha = person(server)

const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8')
const example = /^```html\n([^]*?)^```/m.exec(readme)?.[1] ?? ''
const dist = join(folder, 'node_modules/@samvad/sdk/dist')

/** Serves the pages and the SDK, and forwards other requests to the service: one origin. */
const site = createServer((incoming, outgoing) => {
  const path = incoming.url ?? ''
  const file = join(dist, path.slice('/sdk/'.length))
  if (path === '/empty' || path === '/example') {
    const body = path === '/empty' ? '' : example
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>A page</title><body>${body}`)
  } else if (path.startsWith('/sdk/') && existsSync(file)) {
    outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file))
  } else {
    const { method, headers } = incoming
    const onwards = request(server.url + path, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    onwards.on('error', () => incoming.socket.destroy())
    outgoing.on('close', () => onwards.destroy())
    incoming.pipe(onwards)
  }
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
after(() => {
  site.closeAllConnections()
  site.close()
})

interface Opened {
  page: Page
  faults: string[]
}

async function open(path: string): Promise<Opened> {
  const context = await newContext(await sharedBrowser())
  contexts.push(context)
  await context.addInitScript(`sessionStorage.setItem('token', '${server.company.token}')`)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/favicon/.test(message.location().url)) faults.push(message.text())
  })
  await page.goto(origin + path)
  return { page, faults }
}

let shared: Promise<Opened> | undefined

/** The page shared by tests that need an empty one. */
async function openEmpty(): Promise<Opened> {
  shared ??= open('/empty')
  const { page, faults } = await shared
  faults.length = 0
  return { page, faults }
}

// Code for the page is text, because our types include no browser.

const WORK = (baseUrl: string) => `(async () => {
  const { Samvad, InsufficientBalanceError, NotFoundError } = await import('/sdk/index.js')
  const samvad = new Samvad({ baseUrl: '${baseUrl}', token: () => sessionStorage.getItem('token') })
  const names = []
  for await (const contact of samvad.contacts.list({ limit: 1 })) names.push(contact.display_name)
  const message = await samvad.messages.send({ conversation_id: '${conversationId}', channel: 'email', text: 'From a page.' })
  const { response } = await samvad.messages.retrieve(message.id).withResponse()
  const file = await samvad.attachments.upload({ file: new File(['rice'], 'order.txt') })
  const csv = await samvad.billing.transactions.listCsv()
  const missing = await samvad.contacts.retrieve('contact_01jd3v9k7he2n8q4x5c6t7w8yz').catch((error) => error)
  const abort = new AbortController()
  const left = samvad.me.retrieve({ signal: abort.signal }).catch((error) => error.name)
  abort.abort()
  return {
    names, text: message.text, requestId: response.headers.get('x-request-id') !== null, size: file.size,
    csv: (await csv.text()).split('\\n').length > 1, isMissing: missing instanceof NotFoundError, left: await left,
  }
})()`

const done = {
  names: ['Ravi'],
  text: 'From a page.',
  requestId: true,
  size: 4,
  csv: true,
  isMissing: true,
  left: 'AbortError',
}

const FOLLOW = (baseUrl: string, lastEventId: string) => `(async () => {
  const { Samvad } = await import('/sdk/index.js')
  const samvad = new Samvad({ baseUrl: '${baseUrl}', token: sessionStorage.getItem('token') })
  window.told = []
  window.isThere = false
  const onConnection = (isThere) => { window.isThere = isThere }
  const types = ['contact.created']
  window.following = (async () => {
    for await (const event of samvad.events.stream({ types, lastEventId: ${lastEventId}, onConnection })) {
      window.told.push(event.data.display_name ?? event.type)
      if (window.told.length === 3) return 'left'
    }
  })()
})()`

test('spec 20.1, 20.3, 20.6: a page of the same origin lists, sends, uploads and catches', { skip }, async () => {
  const { page, faults } = await openEmpty()
  assert.deepEqual(await page.evaluate(WORK('/')), done)
  assert.equal((await server.rows("select 1 from messages where text = 'From a page.'")).length, 1)
  // The browser's own message about a 404.
  assert.deepEqual(
    faults.filter((text) => !/404/.test(text)),
    [],
  )
})

test('spec 20.1, 3.23: so does a page of another origin, with a token of its own', { skip }, async () => {
  const { page, faults } = await openEmpty()
  assert.deepEqual(await page.evaluate(WORK(server.url)), done)
  assert.deepEqual(
    faults.filter((text) => !/404/.test(text)),
    [],
  )
})

for (const [whose, at] of [
  ['the same', origin],
  ['another', server.url],
] as const)
  test(`spec 20.8: a page of ${whose} origin follows events, and goes on where it was`, {
    skip: skip || (at === origin && onlyLong),
  }, async () => {
    // The last stream of each story stays open and would write into the next one's list.
    const { page, faults } = await open('/empty')
    await tell(server)
    await page.evaluate(FOLLOW(at, 'undefined'))
    await eventually('it is there', () => page.evaluate<boolean>('window.isThere'))
    await asha.make('/v1/contacts', { display_name: 'Lata' })
    await tell(server)
    await eventually('it is told', () => page.evaluate<boolean>('window.told.length === 1'))
    endStreams()
    await eventually('it is there again', () => page.evaluate<boolean>('window.isThere'))
    for (const display_name of ['Meena', 'Kiran']) await asha.make('/v1/contacts', { display_name })
    await tell(server)
    assert.equal(await page.evaluate('window.following'), 'left')
    assert.deepEqual(await page.evaluate('window.told'), ['Lata', 'Meena', 'Kiran'])
    assert.equal(await page.evaluate('window.isThere'), false)
    const [newest] = (await asha.get('/v1/events?type=contact.created&limit=3')).body.data.reverse()
    await page.evaluate(FOLLOW(at, `'${newest.id}'`))
    await eventually('what is behind it', () => page.evaluate<boolean>('window.told.length === 2'))
    assert.deepEqual(await page.evaluate('window.told'), ['Meena', 'Kiran'])
    assert.deepEqual(faults, [])
  })

test("spec 20.11: the README's page shows what it is to show", { skip }, async () => {
  const { page, faults } = await open('/example')
  await page.getByText('Ravi').waitFor()
  assert.deepEqual(faults, [])
})
