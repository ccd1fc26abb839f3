// Where gateways report. Success is decided here or by asking the gateway, never by the browser coming back.

import { ok, open, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { absent } from '#kit/refusals.ts'
import { Type } from '#kit/wire.ts'
import { createGateways } from './providers/index.ts'
import { take } from './reports.ts'
import { sandboxGatewayRoutes } from './sandbox/routes.ts'

export const gatewayRoutes = (app: App): Route[] => {
  if (app.settings.sandbox === 'off') return []
  const loadGateways = createGateways(app)
  return [
    open({
      method: 'POST',
      path: '/webhooks/gateways/sandbox/:organization_id',
      ids: { organization_id: { prefix: 'org', noun: 'organization' } },
      tag: 'Callbacks',
      summary: 'Webhook of the sandbox gateway',
      responses: { 200: Type.Object({ received: Type.Boolean() }) },
      async handle({ ids, rawBody, headers }) {
        const organizationId = ids.organization_id as string
        const gateway = (await loadGateways()).named('sandbox')
        if (!gateway) throw absent('gateway')
        const reports = gateway.verifyWebhook(organizationId, rawBody, headers, app.clock())
        let unknown = 0
        for (const report of reports) {
          if ((await take(app, organizationId, gateway, report)) === 'unknown') unknown++
        }
        // Not swallowed: the gateway tries again, and by then the order may have been noted.
        if (unknown > 0) throw absent('order')
        return ok({ received: true })
      },
    }),
    ...sandboxGatewayRoutes(app),
  ]
}
