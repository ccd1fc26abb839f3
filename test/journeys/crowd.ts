// Many concurrent callers on raw sockets: a client library would hide which connection was lost, and retry some
// requests.

import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { GUARD_MS } from '../guard.ts'

/** Between two connections of one caller, so that all of them together leave processor time to others. */
const PAUSE_MS = 100

export interface Crowd {
  answered(): number
  /** Connections that ended without an answer, with the reason. */
  failed: string[]
  /** Number of answers received. */
  served(): number
  /** Sends no further requests; resolves when all callers have finished. */
  end(): Promise<void>
}

/** `anew` callers connect for each request; `keeping` callers reuse their connection until an answer closes it. */
export function gather(url: string, anew: number, keeping: number): Crowd {
  const { hostname, port } = new URL(url)
  const failed: string[] = []
  const served = new Set<number>()
  const asking = { isOver: false }
  let answered = 0

  /** Sends the requests of one connection. */
  function talk(caller: number, connection: 'close' | 'keep-alive'): Promise<void> {
    return new Promise((resolve) => {
      let [text, count, isWaiting] = ['', 1, true]
      const socket = connect(Number(port), hostname)
      const fail = (how: string) => {
        if (isWaiting) failed.push(`${connection}, request ${count} of its connection: ${how}`)
        isWaiting = false
        socket.destroy()
      }
      const ask = () => socket.write(`GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: ${connection}\r\n\r\n`)
      socket.setTimeout(GUARD_MS, () => fail('nobody answers'))
      socket.on('connect', ask)
      socket.on('error', ({ message }) => fail(message))
      socket.on('end', () => fail('the connection ended'))
      socket.on('close', () => resolve())
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
        if (!text.endsWith('"}')) return
        if (!text.startsWith('HTTP/1.1 200 ')) return fail(text)
        answered++
        served.add(caller)
        if (asking.isOver || /^connection: close\r$/im.test(text)) {
          isWaiting = false
          return socket.end()
        }
        ;[text, count] = ['', count + 1]
        setTimeout(ask, PAUSE_MS)
      })
    })
  }

  const all = Array.from({ length: anew + keeping }, async (_, index) => {
    while (!asking.isOver) {
      await talk(index, index < anew ? 'close' : 'keep-alive')
      await delay(PAUSE_MS)
    }
  })
  return {
    answered: () => answered,
    failed,
    served: () => served.size,
    async end() {
      asking.isOver = true
      await Promise.all(all)
    },
  }
}
