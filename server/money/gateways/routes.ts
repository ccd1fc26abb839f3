// Receives gateways' events. Success is decided here or by querying the gateway, never by the returning browser.

import { ok, open, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { gatewayWebhooks, lastWebhook } from '#kit/metrics.ts'
import { absent } from '#kit/refusals.ts'
import { Type } from '#kit/wire.ts'
import { isGatewaySandboxOnNow } from './accounts/actions.ts'
import { gatewayAccountRoutes } from './accounts/routes.ts'
import { type GatewayName, gatewayNames, kinds } from './accounts/rules.ts'
import { webhookPath } from './accounts/schema.ts'
import { handleGatewayEvent } from './gateway-events.ts'
import type { Gateway, Headers, UnusedEvent } from './providers/gateway.ts'
import { createGateways } from './providers/index.ts'
import { shapeRefusal } from './providers/webhook.ts'
import { isForeign, organizationNamed, organizationOf } from './references.ts'
import { sandboxGatewayRoutes } from './sandbox/routes.ts'

/** Initializes the counters, so that the first occurrence counts as an increase. */
for (const gateway of [...gatewayNames, 'sandbox'])
  for (const result of ['refused', 'unknown']) gatewayWebhooks.inc({ gateway, result }, 0)

interface Webhook {
  rawBody: Buffer
  headers: Headers
}

export const gatewayRoutes = (app: App): Route[] => {
  const loadGateways = createGateways(app)

  /** `organizationId` null: the organization is found by the gateway's ids. */
  async function receive(name: string, organizationId: Uuid | null, { rawBody, headers }: Webhook) {
    const gateway = (await loadGateways()).named(name)
    if (!gateway) throw absent('gateway')
    let [unknown, ignored] = [0, 0]
    const events = verified(gateway, organizationId, { rawBody, headers })
    for (const event of events) {
      if (event.object === 'unused') {
        await mustBeForeign(name, event)
        ignored++
        app.log.info({ gateway: name, kind: event.kind }, 'gateway webhook ignored: unused event type')
        continue
      }
      const whose = organizationId ?? (await organizationOf(app.database.reads, name, event))
      if (whose !== null && (await handleGatewayEvent(app, whose, gateway, event)) === 'handled') continue
      if (whose === null && (await isForeign(app.database.reads, name, event))) {
        ignored++
        // From another system with the same account. If refused for days, the gateway would disable our webhook.
        app.log.info({ gateway: name, kind: event.object }, 'gateway webhook ignored: not for this installation')
      } else unknown++
    }
    const result = unknown > 0 ? 'unknown' : ignored > 0 && ignored === events.length ? 'ignored' : 'taken'
    gatewayWebhooks.inc({ gateway: name, result })
    // Not acknowledged: the gateway sends it again, and by then the order may be stored.
    if (unknown > 0) throw absent('order')
    return ok({ received: true })
  }

  /**
   * An event that cannot be parsed and has no reference of ours may still concern a known payment: then it is refused.
   */
  async function mustBeForeign(name: string, { unreadable }: UnusedEvent): Promise<void> {
    if (!unreadable || (await organizationNamed(app.database.reads, name, unreadable.references)) === null) return
    gatewayWebhooks.inc({ gateway: name, result: 'refused' })
    throw shapeRefusal(unreadable.why)
  }

  function verified(gateway: Gateway, organizationId: Uuid | null, { rawBody, headers }: Webhook) {
    try {
      const events = gateway.verifyWebhook(organizationId, rawBody, headers, app.clock())
      lastWebhook.set({ gateway: gateway.name }, app.clock().getTime() / 1000)
      return events
    } catch (error) {
      gatewayWebhooks.inc({ gateway: gateway.name, result: 'refused' })
      throw error
    }
  }

  const common = {
    method: 'POST',
    tag: 'Callbacks',
    takes: ['json'],
    responses: { 200: Type.Object({ received: Type.Boolean() }) },
  } as const
  return [
    ...gatewayAccountRoutes(app),
    ...gatewayNames.map((name: GatewayName) =>
      open({
        ...common,
        path: webhookPath(name),
        summary: `Receive webhooks from ${kinds[name].title}`,
        description:
          'The request is authenticated by its signature over the raw body. An event that may belong to this installation but refers to an unknown object gets 404, so that the gateway retries it. An event of another system that uses the same account is ignored.',
        handle: (input) => receive(name, null, input),
      }),
    ),
    ...sandboxRoutes(app, (organizationId, input) => receive('sandbox', organizationId, input)),
  ]
}

function sandboxRoutes(
  app: App,
  receive: (organizationId: Uuid, input: Webhook) => Promise<ReturnType<typeof ok>>,
): Route[] {
  if (app.settings.sandbox === 'off') return []
  return whileOn(app, [
    open({
      method: 'POST',
      path: '/webhooks/gateways/sandbox/:organization_id',
      ids: { organization_id: { prefix: 'org', noun: 'organization' } },
      tag: 'Callbacks',
      takes: ['json'],
      summary: 'Receive webhooks from the sandbox gateway',
      responses: { 200: Type.Object({ received: Type.Boolean() }) },
      handle: ({ ids, ...input }) => receive(ids.organization_id as string, input),
    }),
    ...sandboxGatewayRoutes(app),
  ])
}

/** spec 16.4: once a real gateway was configured, the sandbox gateway's routes do not exist, in any process. */
function whileOn(app: App, routes: Route[]): Route[] {
  return routes.map((route) => {
    if (route.kind !== 'public') return route
    return {
      ...route,
      async handle(input: Parameters<typeof route.handle>[0]) {
        if (!(await isGatewaySandboxOnNow(app))) throw absent('order')
        return route.handle(input)
      },
    }
  })
}
