// The routes of all domains, for the processes that answer requests.

import { auditRoutes } from '#audit/routes.ts'
import { accessRoutes } from '#access/routes.ts'
import { createChannelAvailability } from '#channels/actions.ts'
import { channelRoutes } from '#channels/routes.ts'
import { systemCarrier } from '#channels/actions.ts'
import { groupRoutes } from '#contacts/groups/routes.ts'
import { contactRoutes } from '#contacts/routes.ts'
import { autoRechargeRoutes } from '#auto-recharge/routes.ts'
import { conversationRoutes } from '#conversations/routes.ts'
import type { Route } from '#edge/route.ts'
import { gatewayRoutes } from '#gateways/routes.ts'
import { invitationRoutes } from '#invitations/routes.ts'
import { invoiceRoutes } from '#invoices/routes.ts'
import type { App } from '#kit/app.ts'
import { memberRoutes } from '#members/routes.ts'
import { estimateRoutes } from '#messages/estimate.ts'
import { messageRoutes } from '#messages/routes.ts'
import { pricingRoutes } from '#pricing/routes.ts'
import { rechargeRoutes } from '#recharges/routes.ts'
import { refundRoutes } from '#refunds/routes.ts'
import { sandboxRoutes } from '#sandbox/routes.ts'
import { walletRoutes } from '#wallet/routes.ts'
import { organizationRoutes } from '#organizations/routes.ts'
import { sessionRoutes } from '#sessions/routes.ts'

export function routesOf(app: App): Route[] {
  return [
    ...auditRoutes(),
    ...organizationRoutes(),
    ...accessRoutes(app),
    ...sessionRoutes(app),
    ...memberRoutes(app),
    ...invitationRoutes(app, async () => (await systemCarrier(app.database.reads, app.settings)) !== 'none'),
    ...contactRoutes(),
    ...groupRoutes(),
    ...conversationRoutes(),
    ...messageRoutes(app),
    ...pricingRoutes(app),
    ...estimateRoutes(app),
    ...walletRoutes(app, createChannelAvailability(app)),
    ...invoiceRoutes(app),
    ...gatewayRoutes(app),
    ...rechargeRoutes(app),
    ...autoRechargeRoutes(app),
    ...refundRoutes(app),
    ...channelRoutes(app),
    ...sandboxRoutes(app),
  ]
}
