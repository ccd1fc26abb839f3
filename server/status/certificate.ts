// The TLS certificate of PUBLIC_URL. This machine may not reach that address: then the state is unknown, which is no
// problem.

import { connect, type PeerCertificate } from 'node:tls'
import { withinDeadline } from '#kit/deadlines.ts'
import type { CertificateFacts } from './facts.ts'
import { line, problem } from './messages.ts'
import type { Part } from './part.ts'

const ANSWER_LIMIT_MS = 1_200
const SECONDS_LEFT_LEAST = 14 * 86_400

interface Answered {
  certificate: PeerCertificate
  /** Why it is not trusted, or null. */
  trustError: string | null
}

export const certificatePart: Part<CertificateFacts> = {
  name: 'certificate',
  async read({ settings: { publicUrl }, now, signal }) {
    const { protocol, hostname, port } = new URL(publicUrl)
    if (protocol !== 'https:')
      return {
        lines: [line('certificate_none', { url: publicUrl })],
        facts: { public_url: publicUrl, valid_until: null },
      }
    const address = line('certificate_url', { url: publicUrl })
    const answered = await answerOf(hostname, Number(port || 443), signal).catch((error: Error) => error)
    if (answered instanceof Error)
      return {
        state: 'unknown',
        lines: [address, line('certificate_unreachable', { error: answered.message })],
        facts: { public_url: publicUrl, valid_until: null },
      }
    const until = new Date(answered.certificate.valid_to)
    const left = (until.getTime() - now.getTime()) / 1000
    const { trustError } = answered
    const facts = {
      public_url: publicUrl,
      valid_until: Math.floor(until.getTime() / 1000),
      trust_error: trustError,
    }
    if (left < 0)
      return {
        problems: [problem('certificate_expired', { url: publicUrl, seconds: -left })],
        lines: [address, line('certificate_ended', { seconds: -left })],
        facts,
      }
    const problems = [
      ...(left < SECONDS_LEFT_LEAST ? [problem('certificate_expiring', { url: publicUrl, seconds: left })] : []),
      ...(trustError === null ? [] : [problem('certificate_untrusted', { url: publicUrl, error: trustError })]),
    ]
    return { problems, lines: [address, line('certificate_valid', { seconds: left })], facts }
  },
}

const answerOf = (host: string, port: number, signal: AbortSignal): Promise<Answered> =>
  withinDeadline({ of: 'call', name: 'certificate', ms: ANSWER_LIMIT_MS, stopMs: 0, signal }, (aborted) =>
    shakeHands(host, port, aborted),
  )

function shakeHands(host: string, port: number, signal: AbortSignal): Promise<Answered> {
  return new Promise((resolve, reject) => {
    // Sends nothing: the certificate is read whether or not it is trusted.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false })
    signal.addEventListener('abort', () => socket.destroy(new Error('timed out')), { once: true })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('timed out')))
    socket.once('secureConnect', () => {
      const trustError = socket.authorized ? null : String(socket.authorizationError)
      resolve({ certificate: socket.getPeerCertificate(), trustError })
      socket.destroy()
    })
  })
}
