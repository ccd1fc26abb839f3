// Configures the HTTP server with the domains, which it does not import.

import type { ServerOptions } from '#edge/server.ts'
import { createSites } from '#forms/domains/sites.ts'
import { createFenceWatch } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { CONSOLE_API, createConsoleDoor } from '#people/sessions/console-door.ts'
import { createSandboxWatch, createTestMoneyWatch } from '#sandbox/actions.ts'

export const serverOptionsOf = (app: App): ServerOptions => ({
  isSandboxOn: createSandboxWatch(app),
  isTestMoney: createTestMoneyWatch(app),
  isFenced: createFenceWatch(app),
  findSite: createSites(app),
  otherWays: { [CONSOLE_API]: createConsoleDoor(app) },
})
