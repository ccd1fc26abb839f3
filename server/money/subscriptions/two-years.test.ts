// spec 23.15: two simulated years of the program, compared with the gateway's own records.

import { test } from 'node:test'
import fc, { casesOf } from '../../../test/cases.ts'
import { chance } from '../../../test/chance.ts'
import { install, type RealName } from '../../../test/gateways/scene.ts'
import { mustBeHealthy, startSamvad, testDatabase } from '../../../test/harness.ts'
import { newOperator } from '../../../test/prices.ts'
import { person } from '../../../test/story.ts'
import { SubscriptionWorld } from '../../../test/subscription-world.ts'

const DAY_MS = 24 * 3600_000
/** Two years when `npm run test:long` requests more cases, otherwise one or two renewals and their consequences. */
const IS_LONG = casesOf(1) > 1
const DAYS = IS_LONG ? 2 * 365 : 75
/** One key for both processes, as in one installation. */
const SILENT = { SAMVAD_LOG_LEVEL: 'silent', SAMVAD_SECRET_KEY: '2f'.repeat(32) }

/** Each story starts at the end of the previous one, because invoices are numbered in chronological order. */
const START = new Date('2027-01-31T18:00:00+05:30')

/** Two processes on one database with one gateway. */
async function newInstallation(name: RealName) {
  const connection = await testDatabase()
  const samvad = await startSamvad(SILENT, { connection })
  const second = await startSamvad(SILENT, { connection })
  const installed = await install(samvad, name)
  const boss = person(samvad, await newOperator(samvad))
  const publish = async (price: string) => {
    await boss.make('/v1/plan_lists', { name: 'New price', premium_price: price })
  }
  return { samvad, second, installed, publish, start: START }
}
const byMandate = await newInstallation('razorpay')
const byLink = await newInstallation('cashfree')

async function live(at: typeof byMandate, days: number, seed: number): Promise<Record<string, number>> {
  const { samvad, second, installed, publish, start } = at
  samvad.setClock(start)
  second.setClock(start)
  const company = await installed.newCompany('Asha Mills')
  const { fake } = installed
  const around = { workers: [samvad, second], fake, company, publish, random: chance(seed) } as const
  const world = new SubscriptionWorld(around, start)
  const end = new Date(start.getTime() + days * DAY_MS)
  while (world.at < end) await world.step()
  await world.settle()
  at.start = world.at
  await installed.mustAgree()
  await mustBeHealthy(samvad.app.database)
  samvad.setClock(null)
  second.setClock(null)
  return world.counts
}

for (const seed of fc.sample(fc.integer(), casesOf(0.5)))
  test(`spec 23.5, 23.6, 23.7, 23.8, 23.14, 23.15, 23.89: whatever happens, each captured payment gives one period with one invoice or is refunded once (seed ${seed})`, async (context) => {
    const counts = await live(byMandate, DAYS, seed)
    if (IS_LONG) context.diagnostic(JSON.stringify(counts))
  })

for (const seed of fc.sample(fc.integer(), casesOf(0.2)))
  test(`spec 23.7, 23.15: so it is at a gateway without mandates, where every month is paid by link (seed ${seed})`, async (context) => {
    const counts = await live(byLink, IS_LONG ? DAYS : 40, seed)
    if (IS_LONG) context.diagnostic(JSON.stringify(counts))
  })
