// The status for the console and for programs: read on its own connection, so that it also answers while the program's
// connections are all in use.

import { direct, ok, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { parentPid } from './family.ts'
import { line } from './messages.ts'
import type { Installation } from './part.ts'
import { readStatus, type Status } from './read.ts'
import { InstallationStatus } from './schema.ts'
import { showStatus } from './show.ts'

/** Disk space in the API contract's example. */
const DISK = { available_bytes: 83_966_607_360, size_bytes: 269_509_197_824 }
const FREE = line('disk_space', DISK)

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
  /** Concurrent callers share one status. */
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
      summary: 'Retrieve installation status',
      description:
        'The current state of the program, database, queues, payments, channels and disk, as printed by `samvad status`. Each part is checked separately; a part that does not respond within 2 seconds is reported as a problem.',
      responses: { 200: InstallationStatus },
      example: {
        response: {
          state: 'good',
          at: 1767225600,
          version: '0.4.0',
          problems: [],
          problem_details: [],
          parts: [
            {
              name: 'storage',
              state: 'good',
              problems: [],
              problem_details: [],
              lines: [FREE.message],
              line_details: [FREE],
              facts: { data_directory: '/var/lib/samvad', ...DISK },
            },
          ],
        },
      },
      handle: async () => ok(showStatus(await look())),
    }),
  ]
}
