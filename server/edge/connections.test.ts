// Connections above the limit: STYLE.md, "every loop, queue, page, retry, body and wait has a limit".

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSamvad } from '../../test/harness.ts'
import { eventually } from '../../test/program.ts'
import { openSocket, readAnswer, sendRaw } from '../../test/socket.ts'

const CONNECTIONS_MAX = 10
/** Behind a trusted proxy all connections may be the proxy's: addresses have no limit of their own. */
const samvad = await startSamvad({ SAMVAD_CONNECTIONS_MAX: String(CONNECTIONS_MAX), SAMVAD_TRUST_PROXY: 'loopback' })
const ASK = 'GET /docs/errors HTTP/1.1\r\nhost: localhost\r\n\r\n'

test('spec 19.7: when all places are taken, an idle connection makes way, and one that is in use never', async () => {
  const idle = await Promise.all(Array.from({ length: CONNECTIONS_MAX - 1 }, () => openSocket(samvad.url)))
  const busy = await openSocket(samvad.url)
  busy.write(
    `POST /v1/contacts HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${samvad.company.token}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{`,
  )
  let closed = 0
  for (const socket of idle) socket.resume().once('close', () => closed++)
  // Young connections may be about to send a request, so none is closed for a moment.
  await eventually('a newcomer is served', async () => (await sendRaw(samvad.url, ASK)).status === 200)
  await eventually('an idle one made way', async () => closed > 0)
  const crowd = await Promise.all(Array.from({ length: CONNECTIONS_MAX * 2 }, () => openSocket(samvad.url)))
  const answer = readAnswer(busy)
  busy.write('}')
  // An empty contact is refused; the request only has to be processed.
  assert.equal((await answer).status, 422, 'the request that was under way is answered')
  for (const socket of [...idle, ...crowd, busy]) socket.destroy()
})
