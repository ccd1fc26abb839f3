// A mail server on loopback that takes everything and keeps nothing but a count: an hour of mail would fill the memory
// of who measures.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailSink {
  /** For SAMVAD_SMTP_URL. */
  url: string
  taken(): number
  close(): Promise<void>
}

export async function startMailSink(): Promise<MailSink> {
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, done) {
      stream.resume().once('end', () => {
        count++
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken: () => count,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
