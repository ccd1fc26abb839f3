// Thousands of hostile requests against the real program, while another client waits for ordinary answers. At the end
// the program must still run, have met its contract in every answer, have failed no ordinary request, and its ledger
// must be right.

import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Contract } from '#edge/openapi.ts'
import { readContract } from '../contract.ts'
import { chance } from '../kills/chance.ts'
import { newPreparedDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import type { Waits, Watching } from './bystander.ts'
import { type HostileCompany, settle } from './company.ts'
import { exchange, type RawAnswer, type Reaction } from './http-client.ts'
import { createRawRequests } from './raw-requests.ts'
import { createRequests, type HostileRequest } from './requests.ts'

const AT_ONCE = 12
/** How long to wait for an answer to what is not HTTP, such as a body of gigabytes that never arrives. */
const SILENCE_MS = 1_500
/** Memory limit of the serving process under hostile requests. */
export const MEMORY_MAX_MIB = 1024
const FAULTS_SHOWN = 50
const OF_TEN_RAW = 3
const TOLD_EVERY = 10_000

/** Statuses that the server sends before it has found a route: no operation documents them. */
const BY_THE_TRANSPORT = new Set([400, 408, 413, 414, 415, 417, 431])

export interface Limits {
  /** spec 19.7: the bystander's maximum wait; null where its requests must only be answered. */
  waitMaxMs: number | null
  /** Within this time every request is answered, or its connection closed. */
  answerMs: number
}

/** For an otherwise idle machine. */
const LIMITS: Limits = { waitMaxMs: 300, answerMs: 15_000 }

export interface HostileReport {
  requests: number
  statuses: Record<string, number>
  faults: string[]
  waits: Waits
  memory_mib: number
  seconds: number
  text: string
}

export async function beHostile(
  count: number,
  seed: number,
  say: (line: string) => void,
  limits = LIMITS,
): Promise<HostileReport> {
  const dataDirectory = await newPreparedDirectory()
  const program = await startProgram(dataDirectory, { SAMVAD_LOG_LEVEL: 'silent' })
  try {
    return await attack(program, count, seed, say, limits)
  } finally {
    await program.stop()
    await removeDataDirectory(dataDirectory)
  }
}

async function attack(
  program: Program,
  count: number,
  seed: number,
  say: (line: string) => void,
  { waitMaxMs, answerMs }: Limits,
): Promise<HostileReport> {
  const began = performance.now()
  const luck = chance(seed)
  const company = await settle(program, luck)
  const judge = readContract((await program.request('GET', '/v1/openapi.json')).body as Contract)
  const { host, port } = new URL(program.url)
  const cast = { judge, chance: luck, host, tokens: company.token, idOf: company.idOf }
  const published = createRequests(cast)
  const raw = createRawRequests(luck, host)
  const faults: string[] = []
  const statuses: Record<string, number> = {}
  const log: { what: string; from: number; to: number }[] = []
  const bystander = await watch({ url: program.url, token: program.token, answerMs, isJudged: waitMaxMs !== null })

  let made = 0
  async function work(): Promise<void> {
    while (made < count && faults.length < FAULTS_SHOWN) {
      const request = luck.integer(10) < OF_TEN_RAW ? raw.next() : published.next()
      made++
      if (made % TOLD_EVERY === 0) say(`${made} requests, ${faults.length} faults`)
      const from = Date.now()
      const reaction = await exchange({ port: Number(port) }, request.chunks, {
        timeoutMs: request.mayClose ? SILENCE_MS : answerMs,
        isHead: request.isHead,
      })
      const kind = 'answer' in reaction ? String(reaction.answer.status) : (Object.keys(reaction)[0] ?? '')
      statuses[kind] = (statuses[kind] ?? 0) + 1
      const fault = faultOf(request, reaction)
      if (fault) {
        faults.push(`${request.what}: ${fault}`)
        say(`after ${made} requests: ${request.what}: ${fault}`)
      }
      log.push({ what: request.what, from, to: Date.now() })
      if ('answer' in reaction) await learnFrom(company, request, reaction.answer)
    }
  }

  function faultOf(request: HostileRequest, reaction: Reaction): string | null {
    if ('silent' in reaction) return request.mayClose ? null : `no answer in ${answerMs} ms`
    if ('closed' in reaction) return request.mayClose ? null : 'closed without an answer'
    const { answer } = reaction
    if (answer.status === 0) return `no status line: ${answer.text.slice(0, 100)}`
    // Where response times are not judged, a busy machine may answer 503.
    if (waitMaxMs === null && answer.status === 503 && answer.text.includes('"temporarily_unavailable"')) return null
    if (answer.status >= 500 && answer.status !== 501) return `${answer.status}: ${answer.text.slice(0, 300)}`
    if (request.operation === null || request.isHead) return null
    const isJson = /json/.test(answer.headers.get('content-type') ?? '')
    if (BY_THE_TRANSPORT.has(answer.status) && !request.operation.responses[answer.status]) return null
    const body = isJson ? parsed(answer.text) : undefined
    const fault = judge.faultOf(request.operation, { ...answer, body })
    return fault && `${answer.status}: ${fault}: ${answer.text.slice(0, 300)}`
  }

  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const waits = await bystander.end()
  faults.push(...(await afterwards(program, answerMs)))
  faults.push(...waits.failed.map((one) => `the bystander: ${one}`))
  if (waitMaxMs !== null && waits.longest_ms > waitMaxMs) {
    const { longest_from: from, longest_to: to } = waits
    const meanwhile = log
      .filter((one) => one.from <= to && one.to >= from)
      .map(({ what }) => `\n    ${what.slice(0, 150)}`)
    faults.push(
      `the bystander waited for ${waits.longest_ms} ms; under way were ${meanwhile.slice(0, 3 * AT_ONCE).join('')}`,
    )
  }
  const memory_mib = await memoryOf(program.pid)
  if (memory_mib > MEMORY_MAX_MIB) faults.push(`the program grew to ${memory_mib} MiB`)
  const seconds = Math.round((performance.now() - began) / 1000)
  const report = { requests: made, statuses, faults, waits, memory_mib, seconds }
  return { ...report, text: textOf(report, seed) }
}

/** Text that claims to be JSON and is not matches no schema of the contract. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function learnFrom(company: HostileCompany, request: HostileRequest, answer: RawAnswer): Promise<void> {
  if (answer.status === 200 || answer.status === 201) company.learn(answer.text)
  if (answer.status === 401 && request.token !== null) await company.replaceToken(request.token)
}

async function watch(watching: Watching): Promise<{ end(): Promise<Waits> }> {
  const child = fork(fileURLToPath(new URL('bystander.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.send(watching)
  return {
    end: () =>
      new Promise((resolve, reject) => {
        child.once('message', (waits) => resolve(waits as Waits))
        child.once('exit', (code) => reject(new Error(`the bystander ended with ${code}`)))
        child.send('end')
      }),
  }
}

/** Checks that the program is healthy for further clients. */
async function afterwards(program: Program, answerMs: number): Promise<string[]> {
  const faults: string[] = []
  const ready = await program.request('GET', '/readyz', { timeoutMs: answerMs }).catch((error: Error) => error)
  if (ready instanceof Error) return [`the program is gone: ${ready.message}`]
  if (ready.status !== 200) faults.push(`not ready: ${ready.text}`)
  const { status } = await program.request('GET', '/api/v1/billing/balance')
  if (status !== 200) faults.push(`the balance answers ${status}`)
  const doctor = await program.cli('doctor')
  if (doctor.code !== 0) faults.push(`the doctor: ${doctor.out}`)
  return faults
}

/** Peak memory of the process. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024)
}

function textOf(
  { requests, statuses, faults, waits, memory_mib, seconds }: Omit<HostileReport, 'text'>,
  seed: number,
): string {
  const kinds = Object.entries(statuses).toSorted(([, left], [, right]) => right - left)
  return [
    `${requests} hostile requests in ${seconds} s (seed ${seed}): ${kinds.map(([kind, times]) => `${kind} × ${times}`).join(', ')}`,
    `the bystander asked ${waits.questions} times: median ${waits.median_ms} ms, p99 ${waits.p99_ms} ms, longest ${waits.longest_ms} ms (${waits.noisy} left out: the machine was busy)`,
    `the program's memory at its peak: ${memory_mib} MiB`,
    faults.length === 0 ? 'no fault' : `${faults.length} faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  ].join('\n')
}
