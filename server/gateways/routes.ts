// Where gateways report. Success is decided here or by asking the gateway, never by the browser coming back.

import { ok, open, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import { gatewayWebhooks } from '#kit/metrics.ts'
import { absent } from '#kit/refusals.ts'
import { Type } from '#kit/wire.ts'
import { gatewayAccountRoutes } from './accounts/routes.ts'
import { type GatewayName, gatewayNames, kinds } from './accounts/rules.ts'
import { webhookPath } from './accounts/schema.ts'
import type { Gateway, Headers } from './providers/gateway.ts'
import { createGateways } from './providers/index.ts'
import { organizationOf } from './references.ts'
import { take } from './reports.ts'
import { sandboxGatewayRoutes } from './sandbox/routes.ts'

interface Webhook {
  rawBody: Buffer
  headers: Headers
}

export const gatewayRoutes = (app: App): Route[] => {
  const loadGateways = createGateways(app)

  /** `organizationId` null: which one is meant is known by the gateway's own names. */
  async function receive(name: string, organizationId: Uuid | null, { rawBody, headers }: Webhook) {
    const gateway = (await loadGateways()).named(name)
    if (!gateway) throw absent('gateway')
    let unknown = 0
    const reports = verified(gateway, organizationId, { rawBody, headers })
    for (const report of reports) {
      const whose = organizationId ?? (await organizationOf(app.database.reads, name, report))
      if (whose === null || (await takeFor(whose, gateway, report)) === 'unknown') unknown++
    }
    gatewayWebhooks.inc({ gateway: name, result: unknown > 0 ? 'unknown' : 'taken' })
    // Not swallowed: the gateway tells again, and by then the order may have been noted.
    if (unknown > 0) throw absent('order')
    return ok({ received: true })
  }

  function verified(gateway: Gateway, organizationId: Uuid | null, { rawBody, headers }: Webhook) {
    try {
      return gateway.verifyWebhook(organizationId, rawBody, headers, app.clock())
    } catch (error) {
      gatewayWebhooks.inc({ gateway: gateway.name, result: 'refused' })
      throw error
    }
  }

  const takeFor = (organizationId: Uuid, gateway: Gateway, report: Parameters<typeof take>[3]) =>
    take(app, organizationId, gateway, report)

  const common = {
    method: 'POST',
    tag: 'Callbacks',
    responses: { 200: Type.Object({ received: Type.Boolean() }) },
  } as const
  return [
    ...gatewayAccountRoutes(app),
    ...gatewayNames.map((name: GatewayName) =>
      open({
        ...common,
        path: webhookPath(name),
        summary: `Webhook of ${kinds[name].title}`,
        description:
          'Proves itself by its signature over the raw bytes. What is unknown here is answered with 404, so that it is told again.',
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
  return [
    open({
      method: 'POST',
      path: '/webhooks/gateways/sandbox/:organization_id',
      ids: { organization_id: { prefix: 'org', noun: 'organization' } },
      tag: 'Callbacks',
      summary: 'Webhook of the sandbox gateway',
      responses: { 200: Type.Object({ received: Type.Boolean() }) },
      handle: ({ ids, ...input }) => receive(ids.organization_id as string, input),
    }),
    ...whileOn(app, sandboxGatewayRoutes(app)),
  ]
}

/** decisions §7: with a real gateway on, the play-money checkout is not there. */
function whileOn(app: App, routes: Route[]): Route[] {
  const loadGateways = createGateways(app)
  return routes.map((route) => {
    if (route.kind !== 'public') return route
    return {
      ...route,
      async handle(input: Parameters<typeof route.handle>[0]) {
        if (!(await loadGateways()).named('sandbox')) throw absent('order')
        return route.handle(input)
      },
    }
  })
}
