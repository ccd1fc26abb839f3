// Parses large mails in a separate thread: parsing, decoding and hashing 20 MB takes some hundred milliseconds, in
// which the process that sends everybody's messages would be blocked. One at a time, to limit memory.

import { Worker } from 'node:worker_threads'
import { Slots } from '#kit/slots.ts'
import { NotUnderstood } from '../../arrivals/arrival.ts'
import type { MailEnvelope } from '../receiver/kept-mail.ts'
import { type Authenticity, authenticityOf, type Resolve } from './authenticity.ts'
import { type ParsedMail, parseMail } from './parse.ts'

/** Smaller mails take some milliseconds, and are the majority. */
export const LARGE_BYTES = 256 * 1024
/** Only a mail written to be slow takes longer to parse: a person must look at it. */
const TIMEOUT_MS = 120_000
const HEAP_MAX_MB = 1024

export type Task =
  | { what: 'mail'; raw: Uint8Array }
  | { what: 'authenticity'; raw: Uint8Array; envelope: MailEnvelope; receiver: string; dnsServer: string | null }

export type Done = { value: ParsedMail | Authenticity } | { notUnderstood: string } | { failed: string }

const oneAtATime = new Slots(1)

export function readMail(raw: Buffer): Promise<ParsedMail> {
  if (raw.length < LARGE_BYTES) return parseMail(raw)
  return apart({ what: 'mail', raw }) as Promise<ParsedMail>
}

export function createAuthenticity(
  resolve: Resolve,
  receiver: string,
  dnsServer: string | null,
): (mail: { envelope: MailEnvelope; raw: Buffer }) => Promise<Authenticity> {
  return ({ envelope, raw }) =>
    raw.length < LARGE_BYTES
      ? authenticityOf({ envelope, raw }, resolve, receiver)
      : (apart({ what: 'authenticity', raw, envelope, receiver, dnsServer }) as Promise<Authenticity>)
}

function apart(task: Task): Promise<ParsedMail | Authenticity> {
  return oneAtATime.take(async () => {
    const raw = Uint8Array.from(task.raw)
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: { ...task, raw },
      transferList: [raw.buffer],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
    })
    const { promise, resolve, reject } = Promise.withResolvers<Done>()
    const timer = setTimeout(() => reject(new NotUnderstood('parsing timed out')), TIMEOUT_MS)
    thread.once('message', resolve)
    thread.once('error', (error: Error & { code?: string }) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new NotUnderstood('parsing ran out of memory') : error),
    )
    thread.once('exit', (code) => reject(new Error(`the thread that read a mail ended with ${code}`)))
    try {
      const done = await promise
      if ('value' in done) return done.value
      throw 'notUnderstood' in done ? new NotUnderstood(done.notUnderstood) : new Error(done.failed)
    } finally {
      clearTimeout(timer)
      await thread.terminate()
    }
  })
}
