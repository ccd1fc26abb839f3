// A mail server that on request stops answering its connections at one step each: at MAIL, at RCPT, at DATA, in the
// middle of a message, or after its end. It logs every message by Message-ID.

import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/**
 * The step at which it stops answering. `content`: it has requested the message and reads only the beginning; `end`: it
 * has received the whole message. At the earlier steps it has received no byte of the message.
 */
export const steps = ['MAIL', 'RCPT', 'DATA', 'content', 'end'] as const
export type Step = (typeof steps)[number]

export interface HoldingMailServer {
  url: string
  /** Message-IDs accepted with a 250, in order. */
  readonly taken: string[]
  /** Received completely, and not answered. */
  readonly unanswered: string[]
  /** Number of held connections at each step. */
  held(): Record<Step, number>
  /** From now on every connection accepts `before` messages and is then held at the steps in turn; null holds none. */
  hold(before: number | null): void
  /** Reads the rest of messages that it stopped in the middle of; still does not answer them. */
  readOn(): void
  close(): Promise<void>
}

const END = Buffer.from('\r\n.\r\n')
const LINE = Buffer.from('\r\n')
const MESSAGE_ID = /^Message-ID: (\S+)/im

export async function startHoldingMailServer(): Promise<HoldingMailServer> {
  const sockets = new Set<Socket>()
  const held = new Map<Socket, Step>()
  const log = { taken: [] as string[], unanswered: [] as string[] }
  let before: number | null = null
  let count = 0

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      held.delete(socket)
    })
    const step = steps[count++ % steps.length] as Step
    let took = 0
    const isHeldAt = (at: Step) => before !== null && took >= before && at === step
    const holdAt = (at: Step) => held.set(socket, at)
    converse(socket, {
      /** The answer to a command, null for none. */
      answer(command) {
        if (command === 'QUIT') return '221 bye\r\n'
        const at = steps.find((one) => one === command)
        if (at && isHeldAt(at)) {
          holdAt(at)
          return null
        }
        if (command === 'DATA' && isHeldAt('content')) {
          holdAt('content')
          setImmediate(() => socket.pause())
        }
        return command === 'DATA' ? '354 go on\r\n' : '250 ok\r\n'
      },
      take(message) {
        const name = MESSAGE_ID.exec(message)?.[1] as string
        if (isHeldAt('end') || held.has(socket)) {
          log.unanswered.push(name)
          holdAt(held.get(socket) ?? 'end')
          return null
        }
        log.taken.push(name)
        took++
        return '250 ok\r\n'
      },
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...log,
    held() {
      const counts = Object.fromEntries(steps.map((step) => [step, 0])) as Record<Step, number>
      for (const step of held.values()) counts[step]++
      return counts
    },
    hold(next) {
      before = next
      count = 0
    },
    readOn() {
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Manners {
  answer(command: string): string | null
  take(message: string): string | null
}

function converse(socket: Socket, { answer, take }: Manners): void {
  let unread: Buffer = Buffer.alloc(0)
  let isMessage = false
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk])
    for (;;) {
      const mark = isMessage ? END : LINE
      const end = unread.indexOf(mark)
      if (end < 0) return
      const text = unread.toString('latin1', 0, end)
      unread = unread.subarray(end + mark.length)
      const command = text.slice(0, 4).toUpperCase()
      const reply = isMessage ? take(text) : answer(command)
      isMessage = !isMessage && command === 'DATA' && reply !== null
      if (reply !== null) socket.write(reply)
      if (command === 'QUIT' && !isMessage) socket.end()
    }
  })
  socket.write('220 holding\r\n')
}
