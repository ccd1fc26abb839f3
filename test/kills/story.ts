// A day at work with kill -9: companies recharge, spend, are recharged automatically and get refunds, through a gateway with a
// book of its own, while processes of the program are killed at random points. Afterwards nothing may be lost, doubled or made.

import { assemble } from '../../server/app.ts'
import { readSettings } from '#kit/settings.ts'
import { startFakeRazorpay } from '../gateways/razorpay.ts'
import { testDatabase } from '../harness.ts'
import { urlOf } from '../postgres.ts'
import { eventually, freePort, newDataDirectory, type Program, removeDataDirectory, startProgram } from '../program.ts'
import { type Business, begin, foundCompanies, WEBHOOK_SECRET } from './business.ts'
import { chance } from './chance.ts'
import { childrenOf, kill } from './processes.ts'
import { settleEverything } from './settle.ts'
import { faultsOf, isEnough, tally } from './verdict.ts'

const API_PROCESSES = 3
const COMPANIES = 8
/** Of so many kills one takes the whole tree: the parent and all its children. */
const ONE_OF_WHICH_THE_TREE = 12
/** After something was acknowledged: long enough for something else to be under way, short enough that it is not over. */
const KILL_WITHIN_MS = 200
/** A worker that died may hold up others' work as long as its lease; the API must be back long before. */
const WORK_WITHIN_MS = 30_000

/** A worker that was killed holds up an automatic recharge as long as its lease, and there may be several such. */
const ENOUGH_WITHIN_MS = 45_000

export interface Report {
  kills: number
  /** What did not hold; empty when all is well. */
  faults: string[]
  counts: Awaited<ReturnType<typeof tally>>
  text: string
}

export async function killMany(kills: number, seed: number, say: (line: string) => void): Promise<Report> {
  const random = chance(seed)
  say(`${kills} kills, seed ${seed}`)
  const startedAt = performance.now()
  const database = await testDatabase()
  const dataDirectory = await newDataDirectory()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const gateway = await startFakeRazorpay({
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: `${url}/webhooks/gateways/razorpay`,
  })
  const environment = {
    PORT: String(port),
    DATABASE_URL: urlOf(database),
    SAMVAD_PROCESSES: String(API_PROCESSES),
    SAMVAD_LOG_LEVEL: 'silent',
  }
  let program: Program = await startProgram(dataDirectory, environment)
  const settings = readSettings({ DATA_DIR: dataDirectory, PORT: String(port), SAMVAD_LOG_LEVEL: 'silent' })
  const app = await assemble(settings, database)
  try {
    const companies = await foundCompanies(app, program, gateway, COMPANIES)
    const business: Business = begin(companies, gateway, random)

    say(`${companies.length} companies are at work after ${secondsSince(startedAt)} s`)
    let killed = 0
    while (killed < kills) {
      // A process that has done nothing yet has nothing to lose.
      const before = business.acknowledged()
      await eventually('work goes on', async () => business.acknowledged() > before, WORK_WITHIN_MS)
      await new Promise((resolve) => setTimeout(resolve, random.integer(KILL_WITHIN_MS)))
      const children = await childrenOf(program.pid)
      if (random.integer(ONE_OF_WHICH_THE_TREE) === 0) {
        await program.kill()
        for (const child of children) kill(child)
        killed++
        program = await startProgram(dataDirectory, environment)
      } else if (children.length > 0 && kill(random.pick(children))) {
        killed++
      }
      if (killed % 20 === 0) say(`${killed} killed; ${business.progress()}`)
      const failure = business.failure()
      if (failure) throw failure
    }
    // How much is done between two kills is the machine's affair: on a slow one the day goes on until there was enough of each.
    await eventually('enough of everything', async () => isEnough(await tally(app, gateway)), ENOUGH_WITHIN_MS).catch(
      (error: Error) => say(error.message),
    )
    await business.end()
    say(`the killing was over after ${secondsSince(startedAt)} s`)
    await program.stop()
    await settleEverything(app, gateway)
    const faults = await faultsOf(app, gateway, business.told)
    const counts = await tally(app, gateway)
    const text = [
      `${killed} kills in ${secondsSince(startedAt)} s; ${business.progress()}`,
      Object.entries(counts)
        .map(([what, count]) => `${count} ${what}`)
        .join(', '),
      ...(faults.length === 0 ? ['nothing lost, nothing made, nothing charged twice'] : faults),
    ].join('\n')
    return { kills: killed, faults, counts, text }
  } finally {
    await program.stop()
    await gateway.close()
    await app.database.close()
    await removeDataDirectory(dataDirectory)
  }
}

const secondsSince = (start: number) => Math.round((performance.now() - start) / 1000)
