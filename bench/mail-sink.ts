// A mail server that accepts everything at once and stores nothing, because the cost of a real one is not measured. It
// parses only enough SMTP to find the end of a mail, because it shares the cores with the worker.

import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface MailSink {
  url: string
  /** Mails received so far. */
  readonly taken: number
  /** When the first mail since `forget` arrived, by `performance.now()`. */
  readonly firstAt: number
  forget(): void
  /** Resolves when this many mails have been received since `forget`. */
  reach(count: number, timeoutMs: number): Promise<void>
  close(): Promise<void>
}

const OK = '250 ok\r\n'
const REPLIES: Record<string, string> = { DATA: '354 go on\r\n', QUIT: '221 bye\r\n' }
const LINE_END = Buffer.from('\r\n')
const MAIL_END = Buffer.from('\r\n.\r\n')

export async function openMailSink(): Promise<MailSink> {
  const sockets = new Set<Socket>()
  let taken = 0
  let firstAt = 0
  let look = () => {}
  const take = () => {
    if (taken++ === 0) firstAt = performance.now()
    look()
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    converse(socket, take)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get taken() {
      return taken
    },
    get firstAt() {
      return firstAt
    },
    forget() {
      taken = 0
      firstAt = 0
    },
    reach(count, timeoutMs) {
      return new Promise((resolve, reject) => {
        const failing = () => reject(new Error(`${taken} of ${count} mails came within ${timeoutMs} ms`))
        const timer = setTimeout(failing, timeoutMs)
        look = () => {
          if (taken < count) return
          clearTimeout(timer)
          look = () => {}
          resolve()
        }
        look()
      })
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

function converse(socket: Socket, take: () => void): void {
  let unread: Buffer = Buffer.alloc(0)
  let isMail = false
  socket.setNoDelay(true)
  // A worker that ends may reset the connection.
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    for (;;) {
      const mark = isMail ? MAIL_END : LINE_END
      const end = unread.indexOf(mark)
      if (end < 0) return
      const command = isMail ? 'MAIL ENDS' : unread.toString('latin1', 0, 4).toUpperCase()
      unread = unread.subarray(end + mark.length)
      if (isMail) take()
      isMail = command === 'DATA'
      socket.write(REPLIES[command] ?? OK)
      if (command === 'QUIT') socket.end()
    }
  })
  socket.write('220 sink\r\n')
}
