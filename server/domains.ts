// The domains in order: a domain imports only from those above it. Their routes are mounted and their jobs started from here.

import { accessRoutes } from '#access/routes.ts'
import { createProviders } from '#channels/providers/index.ts'
import { channelRoutes } from '#channels/routes.ts'
import { groupRoutes } from '#contacts/groups/routes.ts'
import { contactRoutes } from '#contacts/routes.ts'
import { conversationRoutes } from '#conversations/routes.ts'
import type { Route } from '#edge/route.ts'
import { invoiceRoutes } from '#invoices/routes.ts'
import type { App } from '#kit/app.ts'
import { memberRoutes } from '#members/routes.ts'
import { dispatchJobs } from '#messages/jobs.ts'
import { messageRoutes } from '#messages/routes.ts'
import { pricingRoutes } from '#pricing/routes.ts'
import { rechargeJobs } from '#recharges/jobs.ts'
import { rechargeRoutes } from '#recharges/routes.ts'
import { createSandboxMailServer } from '#sandbox/mail-server.ts'
import { sandboxRoutes } from '#sandbox/routes.ts'
import { walletRoutes } from '#wallet/routes.ts'
import { organizationRoutes } from '#organizations/routes.ts'
import { sessionRoutes } from '#sessions/routes.ts'
import type { Job } from '#worker/job.ts'

/** The rule of dependency, kept by test/structure.test.ts. */
export const domainOrder = [
  'identity',
  'organizations',
  'access',
  'sessions',
  'members',
  'contacts',
  'pricing',
  'wallet',
  'invoices',
  'recharges',
  'channels',
  'conversations',
  'messages',
  'sandbox',
  'doctor',
] as const

export function routesOf(app: App): Route[] {
  return [
    ...organizationRoutes(),
    ...accessRoutes(app),
    ...sessionRoutes(app),
    ...memberRoutes(app),
    ...contactRoutes(),
    ...groupRoutes(),
    ...conversationRoutes(),
    ...messageRoutes(app),
    ...pricingRoutes(app),
    ...walletRoutes(app),
    ...invoiceRoutes(),
    ...rechargeRoutes(app),
    ...channelRoutes(app),
    ...sandboxRoutes(app),
  ]
}

export function jobsOf(app: App): Job[] {
  return [...rechargeJobs(app), ...dispatchJobs(app, createProviders(app, createSandboxMailServer(app)))]
}
