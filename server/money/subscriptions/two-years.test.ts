// spec 23.15: two simulated years of the program, with a gateway's own book beside it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc, { casesOf } from '../../../test/cases.ts'
import { chance } from '../../../test/chance.ts'
import type { FakeRazorpay } from '../../../test/gateways/razorpay.ts'
import { install } from '../../../test/gateways/scene.ts'
import { mustBeHealthy, startSamvad, testDatabase } from '../../../test/harness.ts'
import { newOperator } from '../../../test/prices.ts'
import { person } from '../../../test/story.ts'
import { SubscriptionWorld } from '../../../test/subscription-world.ts'

const DAY_MS = 24 * 3600_000
/** Two years where `npm run test:long` asks for more cases, else a few months. */
const DAYS = casesOf(1) > 1 ? 2 * 365 : 130
/** One key for both processes, as on one installation. */
const SILENT = { SAMVAD_LOG_LEVEL: 'silent', SAMVAD_SECRET_KEY: '2f'.repeat(32) }

const connection = await testDatabase()
const samvad = await startSamvad(SILENT, { connection })
const second = await startSamvad(SILENT, { connection })
const installed = await install(samvad, 'razorpay')
const fake = installed.fake as FakeRazorpay
const boss = person(samvad, await newOperator(samvad))
/** Each case goes on from where the one before ended: invoices are numbered in the order of their time. */
let start = new Date('2027-01-31T18:00:00+05:30')

test('spec 23.5, 23.6, 23.7, 23.8, 23.14, 23.15: whatever happens in two years, each captured payment gives one period with one invoice or is refunded once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.noShrink(fc.integer()), async (seed) => {
      samvad.setClock(start)
      second.setClock(start)
      const company = await installed.newCompany('Asha Mills')
      const publish = async (price: string) => {
        await boss.make('/v1/plan_lists', { name: 'New price', premium_price: price })
      }
      const random = chance(seed)
      const world = new SubscriptionWorld({ workers: [samvad, second], fake, company, publish, random }, start)
      const end = new Date(start.getTime() + DAYS * DAY_MS)
      while (world.at < end) await world.step()
      start = world.at
      await world.settle()
      await installed.mustAgree()
      await mustBeHealthy(samvad.app.database)
      start = world.at
      if (process.env.SAMVAD_TEST_TELL) console.log(JSON.stringify(world.counts), world.at)
    }),
    { numRuns: casesOf(0.5) },
  )
  samvad.setClock(null)
  second.setClock(null)
})
