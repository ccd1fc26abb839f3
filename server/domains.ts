// The domains in order: a domain imports only from those above it. Their routes are mounted and their jobs started from here.

import { conversationRoutes } from '#conversations/routes.ts'
import type { Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { messageRoutes } from '#messages/routes.ts'
import type { Job } from '#worker/job.ts'

/** The rule of dependency, kept by test/structure.test.ts. */
export const domainOrder = [
  'identity',
  'organizations',
  'access',
  'contacts',
  'pricing',
  'wallet',
  'recharges',
  'invoices',
  'channels',
  'conversations',
  'messages',
  'sandbox',
] as const

export function routesOf(app: App): Route[] {
  return [...conversationRoutes(), ...messageRoutes(app)]
}

export function jobsOf(_app: App): Job[] {
  return []
}
