// The status for the console and for programs: read on connections of its own, so that it also answers where all of the
// program's are held.

import { direct, ok, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { parentPid } from './family.ts'
import type { Installation } from './part.ts'
import { readStatus, type Status } from './read.ts'
import { InstallationStatus } from './schema.ts'
import { showStatus } from './show.ts'

export const installationStatusRoutes = (app: App, metrics: () => Promise<string>): Route[] => {
  const installation: Installation = {
    settings: app.settings,
    clock: app.clock,
    connection: async () => app.database.connection,
    program: async () => ({
      pid: parentPid(),
      url: app.settings.internalUrl ?? app.settings.publicUrl,
      isAnswering: true,
    }),
    metrics,
  }
  /** Callers who ask meanwhile share it. */
  let looking: Promise<Status> | undefined
  const look = () =>
    (looking ??= readStatus(installation).finally(() => {
      looking = undefined
    }))

  return [
    direct({
      operationId: 'retrieveInstallationStatus',
      method: 'GET',
      path: '/v1/installation/status',
      permission: 'installation.operate',
      tag: 'Installation',
      summary: 'Look at the installation',
      description:
        'How the program, its database, queues, payments, channels and disk are, at this moment, as `samvad status` shows it. Each part is read by itself; what does not answer within two seconds is told as such.',
      responses: { 200: InstallationStatus },
      example: {
        response: {
          state: 'good',
          at: 1767225600,
          version: '0.4.0',
          problems: [],
          parts: [
            {
              name: 'storage',
              state: 'good',
              problems: [],
              lines: ['78.2 GB of 251 GB are left where /var/lib/samvad lies'],
              facts: { data_directory: '/var/lib/samvad', available_bytes: 83966607360, size_bytes: 269509197824 },
            },
          ],
        },
      },
      handle: async () => ok(showStatus(await look())),
    }),
  ]
}
