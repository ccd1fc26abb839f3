// The certificate under which people reach the installation, as it is answered with at PUBLIC_URL. Its own machine may
// not reach that address: then nothing is known, which is nobody's fault.

import { connect, type PeerCertificate } from 'node:tls'
import { withinDeadline } from '#kit/deadlines.ts'
import type { Part } from './part.ts'
import { lasting, secondsSince } from './words.ts'

const ANSWER_LIMIT_MS = 1_200
const SECONDS_LEFT_LEAST = 14 * 86_400

interface Answered {
  certificate: PeerCertificate
  /** Why nobody would trust it, or null. */
  fault: string | null
}

export const certificatePart: Part = {
  name: 'certificate',
  async read({ settings: { publicUrl }, now, signal }) {
    const { protocol, hostname, port } = new URL(publicUrl)
    if (protocol !== 'https:')
      return { lines: [`none: PUBLIC_URL is ${publicUrl}`], facts: { public_url: publicUrl, valid_until: null } }
    const answered = await answerOf(hostname, Number(port || 443), signal).catch((error: Error) => error)
    if (answered instanceof Error)
      return {
        state: 'unknown',
        lines: [`not known: ${publicUrl} cannot be reached from here (${answered.message})`],
        facts: { public_url: publicUrl, valid_until: null },
      }
    const until = new Date(answered.certificate.valid_to)
    const left = (until.getTime() - now.getTime()) / 1000
    const problems =
      left < 0
        ? [`The certificate of ${publicUrl} ran out ${lasting(secondsSince(until, now))} ago: renew it.`]
        : [
            ...(left < SECONDS_LEFT_LEAST
              ? [`The certificate of ${publicUrl} runs out in ${lasting(left)}: renew it.`]
              : []),
            ...(answered.fault === null ? [] : [`The certificate of ${publicUrl} is not trusted: ${answered.fault}.`]),
          ]
    return {
      problems,
      lines: [`of ${publicUrl} ${left < 0 ? 'ran out' : `is good for ${lasting(left)}`}`],
      facts: { public_url: publicUrl, valid_until: Math.floor(until.getTime() / 1000), fault: answered.fault },
    }
  },
}

const answerOf = (host: string, port: number, signal: AbortSignal): Promise<Answered> =>
  withinDeadline({ of: 'call', name: 'certificate', ms: ANSWER_LIMIT_MS, stopMs: 0, signal }, (aborted) =>
    shakeHands(host, port, aborted),
  )

function shakeHands(host: string, port: number, signal: AbortSignal): Promise<Answered> {
  return new Promise((resolve, reject) => {
    // Nothing is sent: it is looked at whether or not it is trusted.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false })
    signal.addEventListener('abort', () => socket.destroy(new Error('no answer in time')), { once: true })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('no answer in time')))
    socket.once('secureConnect', () => {
      const fault = socket.authorized ? null : String(socket.authorizationError)
      resolve({ certificate: socket.getPeerCertificate(), fault })
      socket.destroy()
    })
  })
}
