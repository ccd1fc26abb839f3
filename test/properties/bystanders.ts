// Measures how long other organizations wait for each answer, each sending one message after another, while something
// happens to one organization.

import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { readyToSend, type Sending } from '../company.ts'
import { request, startSamvad, type TestSamvad, testDatabase } from '../harness.ts'

export interface Waited {
  medianMs: number
  slowestMs: number
  /** Answers with any status but 201. */
  refusals: string[]
}

export interface Others {
  /** The lowest number of answers that one organization got. */
  least(): number
  /** Waits for the open requests, then stops. */
  stop(): Promise<void>
  end(): Waited
}

/** Each alternates between the processes, and has only one request in flight. */
export function othersSend(
  others: Sending[],
  urlOf: (index: number) => string,
  draftOf: (sending: Sending) => unknown,
): Others {
  const waitedMs = others.map((): number[] => [])
  const refusals: string[] = []
  const day = { isOver: false }
  const going = others.map(async (sending, place) => {
    for (let count = 0; !day.isOver; count++) {
      const since = performance.now()
      const options = { token: sending.company.token, json: draftOf(sending) }
      const { status, text } = await request(urlOf(place + count), 'POST', '/v1/messages', options)
      waitedMs[place]?.push(performance.now() - since)
      if (status !== 201) refusals.push(text)
    }
  })
  return {
    least: () => Math.min(...waitedMs.map(({ length }) => length)),
    async stop() {
      day.isOver = true
      await Promise.all(going)
    },
    end() {
      const sorted = waitedMs.flat().toSorted((left, right) => left - right)
      const at = (place: number) => sorted[place] as number
      return { medianMs: at(Math.floor(sorted.length / 2)), slowestMs: at(sorted.length - 1), refusals }
    },
  }
}

export interface Bystanders {
  /** Two processes on one database. */
  samvad: TestSamvad
  other: TestSamvad
  urls: string[]
  urlOf(index: number): string
  /** The organizations that must not be affected. */
  others: Sending[]
}

export const RUPEES = 5000n
const OTHERS = 4

export async function startBystanders(): Promise<Bystanders & { connection: pg.ClientConfig }> {
  const connection = await testDatabase()
  /** The secret key of both processes: it decides which requests have the same idempotency hash. */
  const environment = { SAMVAD_SECRET_KEY: randomBytes(32).toString('hex') }
  const [samvad, other] = await Promise.all([
    startSamvad(environment, { connection }),
    startSamvad(environment, { connection }),
  ])
  const urls = [samvad.url, other.url]
  const others: Sending[] = []
  for (let index = 0; index < OTHERS; index++)
    others.push(await readyToSend(samvad, await samvad.newCompany(`Bystander ${index}`), RUPEES))
  return { samvad, other, urls, urlOf: (index) => urls[index % urls.length] as string, others, connection }
}

export function post(url: string, { company: { token } }: Sending, path: string, json: unknown, key?: string) {
  return request(url, 'POST', path, { token, json, ...(key ? { headers: { 'idempotency-key': key } } : {}) })
}

export const draftTo = (conversation_id: string) => ({ conversation_id, channel: 'email', text: 'The silk is here' })
