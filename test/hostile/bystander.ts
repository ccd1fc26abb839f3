// Measures how long another client waits for ordinary answers throughout. Runs as a separate process. In parallel with
// each request it calls a trivial server in its own process: where that was slow too, the machine was busy and the wait
// says nothing about the product.

import { Agent, request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Watching {
  url: string
  token: string
  answerMs: number
  /** True where response times are judged. */
  isJudged: boolean
}

export interface Waits {
  questions: number
  /** Waits that do not count: a trivial server was slow at the same moment. */
  noisy: number
  /** Requests without an answer, or with another status than 200. */
  failed: string[]
  median_ms: number
  p99_ms: number
  longest_ms: number
  /** Start and end of the longest wait, in milliseconds since 1970. */
  longest_from: number
  longest_to: number
}

const EVERY_MS = 10
/** Interval where requests must be answered but response times are not judged. */
const UNJUDGED_EVERY_MS = 100
/** A trivial server answers within a millisecond or two: more than this is caused by the machine. */
const NOISE_MS = 40

if (process.send) await watch()

async function watch(): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const control = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1')
  await new Promise((resolve) => control.once('listening', resolve))
  const controlUrl = `http://127.0.0.1:${(control.address() as AddressInfo).port}/`
  const waits: Wait[] = []
  const failed: string[] = []
  let noisy = 0
  const over = new AbortController()
  const { url, token, answerMs, isJudged } = await new Promise<Watching>((resolve) => process.once('message', resolve))
  const places: { place: string; headers: Record<string, string> }[] = [
    { place: `${url}/healthz`, headers: {} },
    { place: `${url}/v1/me`, headers: { authorization: `Bearer ${token}` } },
  ]
  process.once('message', () => over.abort())
  for (let turn = 0; !over.signal.aborted; turn++) {
    const { place, headers } = places[turn % places.length] as (typeof places)[number]
    const [product, nothing] = await Promise.all([
      wait(agent, place, headers, answerMs),
      wait(agent, controlUrl, {}, answerMs),
    ])
    if (product.problem) failed.push(`${place}: ${product.problem}`)
    else if (nothing.ms > NOISE_MS) noisy++
    else waits.push(product)
    await new Promise((resolve) => setTimeout(resolve, isJudged ? EVERY_MS : UNJUDGED_EVERY_MS))
  }
  waits.sort((left, right) => left.ms - right.ms)
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]?.ms ?? 0
  const longest = waits.at(-1) ?? { ms: 0, from: 0 }
  const result: Waits = {
    questions: waits.length + noisy + failed.length,
    noisy,
    failed: failed.slice(0, 20),
    median_ms: rounded(at(0.5)),
    p99_ms: rounded(at(0.99)),
    longest_ms: rounded(longest.ms),
    longest_from: longest.from,
    longest_to: longest.from + longest.ms,
  }
  process.send?.(result, undefined, undefined, () => process.exit(0))
}

interface Wait {
  ms: number
  from: number
  problem?: string
}

function rounded(ms: number): number {
  return Number(ms.toFixed(1))
}

function wait(agent: Agent, place: string, headers: Record<string, string>, answerMs: number): Promise<Wait> {
  return new Promise((resolve) => {
    const [from, began] = [Date.now(), performance.now()]
    const end = (problem?: string) => resolve({ ms: performance.now() - began, from, ...(problem ? { problem } : {}) })
    const question = ask(place, { agent, headers, timeout: answerMs }, (response) => {
      response.resume()
      response.once('end', () => end(response.statusCode === 200 ? undefined : `status ${response.statusCode}`))
    })
    question.once('timeout', () => question.destroy(new Error(`no answer in ${answerMs} ms`)))
    question.once('error', (error) => end(error.message))
    question.end()
  })
}
