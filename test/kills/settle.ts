// After the day: the gateway repeats every webhook once, and the program's jobs run until nothing is left to do, on a
// clock that steps through the days of retries and payment checks. Nothing is repaired by hand.

import { createServer } from '../../server/edge/server.ts'
import type { Assembled } from '../../server/program/app.ts'
import { jobsOf } from '../../server/program/jobs.ts'
import { routesOf } from '../../server/program/routes.ts'
import type { FakeRazorpay } from '../gateways/razorpay.ts'
import type { Providers } from './providers.ts'

const MINUTE_MS = 60_000
const SAID_WITHIN_MS = 5_000
const LOOK_EVERY_MS = 20
const AT_ONCE = 16
const DAY_MS = 24 * 60 * MINUTE_MS
/** Payments are checked for a week, a grace period lasts as long, and an automatic debit is announced a day before. */
const DAYS = 12
/**
 * Minutes of the first day at which everything runs: `once` where later days have one run each, otherwise `oftener`.
 */
const MINUTES = { once: [0, 5, 60, 480], oftener: [0, 1, 2, 5, 10, 15, 30, 60, 120, 240, 480] }

/** `aDay`: number of runs on each of the days. */
export async function settleEverything(
  app: Assembled,
  gateway: FakeRazorpay,
  providers: Providers,
  aDay: number,
): Promise<void> {
  const stepsMs = [
    ...MINUTES[aDay === 1 ? 'once' : 'oftener'].map((minutes) => minutes * MINUTE_MS),
    ...Array.from({ length: DAYS * aDay }, (_, step) => DAY_MS + (step * DAY_MS) / aDay),
  ]
  const from = Date.now()
  let now = from
  app.clock = () => new Date(now)
  gateway.clock = app.clock
  const server = createServer(app, routesOf(app), { isSandboxOn: () => false })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  app.settings.internalUrl = url
  gateway.webhooks.url = `${url}/webhooks/gateways/razorpay`
  providers.moveTo(url)
  const jobs = jobsOf(app)
  try {
    // Repeats every webhook: none may be applied twice.
    const { all, send } = gateway.webhooks
    for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(send))
    const signal = new AbortController().signal
    for (const step of stepsMs) {
      now = from + step
      for (const job of jobs) while (await job.run(signal));
      await gateway.settleDebits('success')
      await gateway.webhooks.sendWaiting()
      await saidAll(providers)
    }
  } finally {
    for (const job of jobs) await job.end?.()
    await server.close()
  }
}

/** Waits for the providers' remaining calls; those never accepted are found by the verdict. */
async function saidAll({ waiting }: Providers): Promise<void> {
  const until = performance.now() + SAID_WITHIN_MS
  while (waiting() > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}
