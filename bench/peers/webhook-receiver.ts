// A webhook receiver that accepts every call at once, without reading its content. It parses only enough HTTP to find
// the end of a call, because it shares the cores with the worker that calls it.

import { type AddressInfo, createServer } from 'node:net'
import { serveBench } from './within.ts'

const HEADER_END = Buffer.from('\r\n\r\n')
const TAKEN = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')

const server = createServer((socket) => {
  let unread: Buffer = Buffer.alloc(0)
  socket.setNoDelay(true)
  // A worker that ends may reset the connection.
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk])
    for (;;) {
      const headEnd = unread.indexOf(HEADER_END)
      if (headEnd < 0) return
      const head = unread.toString('latin1', 0, headEnd)
      const end = headEnd + HEADER_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (unread.length < end) return
      unread = unread.subarray(end)
      counts.take()
      socket.write(TAKEN)
    }
  })
})
server.listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const counts = serveBench((server.address() as AddressInfo).port, () => {})
