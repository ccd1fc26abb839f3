// The log line of a response that fails after it has started.

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { refusal } from '#kit/refusals.ts'
import { startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { open } from './route.ts'
import { createServer } from './server.ts'

const lines: Record<string, unknown>[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const samvad = await startSamvad()

const failures: Record<string, Error | null> = {
  '/busy': refusal('temporarily_unavailable', 'database_busy'),
  '/defect': new Error('a defect'),
  '/endless': null,
}

const routes = Object.entries(failures).map(([path, failure]) =>
  open({
    method: 'GET',
    path,
    tag: 'Test',
    summary: 'A long answer',
    responses: { 200: null },
    handle: async () => ({ status: 200, raw: { contentType: 'text/plain', content: Readable.from(texts(failure)) } }),
  }),
)

async function* texts(failure: Error | null): AsyncGenerator<string> {
  yield 'begun'
  if (failure !== null) throw failure
  for (;;) yield 'more'.repeat(1000)
}

const server = createServer({ ...samvad.app, log }, routes, { isSandboxOn: () => false })
const url = await server.listen({ port: 0, host: '127.0.0.1' })
after(() => server.close())

const statusOf = (route: string) =>
  eventually(
    'the line is written',
    async () => lines.find((line) => line['msg'] === 'request' && line['route'] === route)?.['status'],
  )

test('spec 19.7: an answer that is broken off is logged as what broke it off, not as a caller who went away', async () => {
  for (const [route, status] of [
    ['/busy', 503],
    ['/defect', 500],
  ] as const) {
    const answer = await fetch(url + route)
    assert.equal(answer.status, 200)
    await assert.rejects(answer.text())
    assert.equal(await statusOf(route), status)
  }
  assert.ok(lines.some(({ msg, err }) => msg === 'request failed' && (err as Error).message === 'a defect'))
})

test('a caller who goes away in the middle of a long answer is logged as that', async () => {
  const gone = new AbortController()
  const answer = await fetch(`${url}/endless`, { signal: gone.signal })
  gone.abort()
  await assert.rejects(answer.text())
  assert.equal(await statusOf('/endless'), 499)
})
