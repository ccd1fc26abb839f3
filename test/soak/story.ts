// A long ordinary day: companies recharge, spend, are recharged automatically and get refunds; they send and receive on
// every channel, read and search, receive webhooks and follow the live stream, with the archive, traces and backups on,
// while memory, descriptors, connections and tables are measured. Afterwards nothing may have grown without holding
// more data, and the ledger must be right.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readSettings } from '#kit/settings.ts'
import { assemble } from '../../server/program/app.ts'
import { startFakeRazorpay } from '../gateways/razorpay.ts'
import { begin, foundCompanies, WEBHOOK_SECRET } from '../kills/business.ts'
import { chance } from '../kills/chance.ts'
import { connectionTo } from '../kills/processes.ts'
import { startProviders } from '../kills/providers.ts'
import { freePort, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { beCalled, followOnAndOn, readOnAndOn, startSink } from './onlookers.ts'
import { Sampler, tableSizes } from './samples.ts'
import { rowBytes, trendsOf, uncleared } from './verdict.ts'

const API_PROCESSES = 2
const COMPANIES = 8
/**
 * Leaves spare capacity on two cores, so that each contact's messages, sent in sequence, are sent as fast as they are
 * written: behaviour at full load is measured by the bench.
 */
const BREATH_MS = 3000
const SAMPLES = 120
/** How many times in the whole run every report is checked. */
const LOOKS = 6
/** Maximum growth of the bytes per row, from the time when there were enough rows to tell. */
const ROW_GROWTH_MAX = 1.5

export interface Report {
  faults: string[]
  text: string
}

export async function soak(durationMs: number, seed: number, say: (line: string) => void): Promise<Report> {
  const random = chance(seed)
  say(`${Math.round(durationMs / 60_000)} minutes, seed ${seed}`)
  const dataDirectory = await newDataDirectory()
  const [port, providers] = [await freePort(), await startProviders(COMPANIES)]
  const [collector, endpoint] = [await startSink(), await startSink()]
  const url = `http://127.0.0.1:${port}`
  const gateway = await startFakeRazorpay({
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `${url}/webhooks/gateways/razorpay`,
  })
  const archive = `${dataDirectory}-archive`
  const settings = { PORT: String(port), SAMVAD_LOG_LEVEL: 'warn', ...providers.environment }
  const program = await startProgram(dataDirectory, {
    ...settings,
    SAMVAD_PROCESSES: String(API_PROCESSES),
    SAMVAD_ARCHIVE: archive,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  const app = await assemble(readSettings({ ...settings, DATA_DIR: dataDirectory }), await connectionTo(dataDirectory))
  const faults: string[] = []
  try {
    const companies = await foundCompanies(app, program, gateway, COMPANIES, providers)
    for (const company of companies) await beCalled(company, endpoint.url)
    const business = begin(companies, gateway, random, BREATH_MS)
    const day = new AbortController()
    let followed = 0
    let trouble: Error | null = null
    const onlookers = companies
      .flatMap((company) => [
        readOnAndOn(company, day.signal),
        followOnAndOn(company, url, day.signal, (count) => (followed += count)),
      ])
      .map((one) => one.catch((error: Error) => void (trouble ??= error)))
    const { mailbox, smpp, cloud, acknowledged } = providers
    const seen = () =>
      [
        `${mailbox.received.length} mails, ${smpp.taken.length} SMS, ${cloud.accepted.length} app messages left`,
        `${acknowledged.written.length} came in`,
        `${endpoint.taken()} webhook calls, ${followed} events followed`,
      ].join(', ')
    const sampler = new Sampler(program.pid, dataDirectory)
    const begun = performance.now()
    let early = new Map<string, number>()
    for (let sample = 1; sample <= SAMPLES; sample++) {
      await pause(Math.max(0, begun + (sample * durationMs) / SAMPLES - performance.now()))
      await sampler.take()
      const failure = business.failure() ?? trouble
      if (failure) throw failure
      if (sample === SAMPLES / 4) early = rowBytes(await tableSizes(dataDirectory))
      if (sample % (SAMPLES / LOOKS) !== 0) continue
      say(`${sample} of ${SAMPLES} samples; ${business.progress()}, ${seen()}`)
      faults.push(...(await lookAtEverything(program, dataDirectory, sample, say)))
    }
    day.abort()
    await Promise.all([...onlookers, business.end()])
    const tables = await tableSizes(dataDirectory)
    const trends = trendsOf(sampler.series)
    faults.push(...trends.filter(({ grows }) => grows).map(({ name, warm, last }) => `${name}: ${warm} became ${last}`))
    faults.push(...uncleared(tables))
    for (const [name, bytes] of rowBytes(tables))
      if (bytes > ROW_GROWTH_MAX * (early.get(name) ?? bytes))
        faults.push(`a row of ${name} took ${early.get(name)} bytes and takes ${bytes}`)
    const text = [
      business.progress(),
      `${seen()}, ${collector.taken()} requests with spans`,
      ...trends.map(({ name, warm, last }) => `${name}: ${warm.toFixed(1)} → ${last.toFixed(1)}`),
      ...tables
        .filter(({ rows }) => rows > 0)
        .map(({ name, rows, dead, bytes }) => `${name}: ${rows} rows, ${dead} dead, ${Math.round(bytes / 1024)} kB`),
      ...(faults.length === 0 ? ['nothing grows that should not'] : faults),
    ].join('\n')
    return { faults, text }
  } finally {
    await app.database.close().catch(() => {})
    await program.stop()
    await gateway.close()
    await providers.close()
    await collector.close()
    await endpoint.close()
    await removeDataDirectory(dataDirectory)
    await rm(archive, { recursive: true, force: true })
  }
}

/**
 * The reports that an operator reads now and then, all of them while the work goes on. The findings of status are only
 * printed: on a busy machine one of its parts may not answer in time.
 */
async function lookAtEverything(
  program: Program,
  dataDirectory: string,
  number: number,
  say: (line: string) => void,
): Promise<string[]> {
  const file = join(dataDirectory, `backup-${number}.samvad`)
  const faults: string[] = []
  for (const words of [['doctor'], ['status'], ['backup', '--to', file]]) {
    const { code, out } = await program.cli(...words)
    if (code === 0) continue
    if (words[0] === 'status') say(out.split('\n').slice(0, 2).join(' '))
    else faults.push(`samvad ${words.join(' ')} ended with ${code}: ${out}`)
  }
  await rm(file, { force: true })
  return faults
}
