// Members with browsers that subscribed at a push service over TLS, and the notification transport.
// Per file: it starts servers of the file's own.

import { after } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import type { Notice } from '#notifications/carrier.ts'
import { createPushCarrier } from '#notifications/push/carrier.ts'
import { createCaller } from '#webhooks/call.ts'
import { startDnsServer } from '../dns/server.ts'
import { GUARD_MS } from '../guard.ts'
import { type Company, startSamvad } from '../harness.ts'
import { person } from '../story.ts'
import { type Browser, openBrowser, type PushService, startPushService } from './push-service.ts'

export const SUBSCRIPTIONS = '/v1/push_subscriptions'

export const dns = await startDnsServer()
after(() => dns.close())
dns.a('push.example', '127.0.0.1')
export const service = await startPushService({ host: 'push.example' })
export const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.1/32', SAMVAD_DNS_SERVER: dns.address })
export const { app } = samvad
let deadline = new AbortController()
export const carrier = createPushCarrier(
  app,
  createCaller(app, {
    deadlineMs: GUARD_MS,
    deadline: () => deadline.signal,
    authorities: [service.certificate],
  }),
)
after(() => carrier.close())

/** Expires the deadlines of calls in progress. */
export function passDeadline(): undefined {
  deadline.abort(new DOMException('The deadline has passed.', 'TimeoutError'))
  deadline = new AbortController()
}

export const noticeFor = (
  { organizationId, userId }: Pick<Company, 'organizationId' | 'userId'>,
  more = {},
): Notice => ({
  id: newUuid(),
  organizationId,
  userId,
  type: 'recharge.completed',
  language: 'en',
  title: 'Recharge completed',
  text: 'Your wallet has been credited with ₹1,000.00.',
  url: 'https://samvad.example/console/billing',
  at: app.clock(),
  ...more,
})

/** A new person with this many browsers, and the messages they receive. */
export async function someone(count = 1, at: PushService = service) {
  const made = await samvad.newCompany('Banyan Books')
  const who = person(samvad, made)
  const browsers: Browser[] = []
  for (let n = 0; n < count; n++) {
    const browser = openBrowser(at)
    await who.make(SUBSCRIPTIONS, browser.subscription)
    browsers.push(browser)
  }
  const [browser] = browsers as [Browser, ...Browser[]]
  const send = (more = {}) => carrier.send(noticeFor(made, more))
  return { ...made, who, browser, browsers, send }
}

/** Sets the answer for these browsers only. */
export function answerTo(browser: Browser, answer: PushService['answer']): void {
  const before = service.answer
  service.answer = (one, response) => (one.path === browser.path ? answer(one, response) : before(one, response))
}
