// The program's entry point. `node server/program/main.ts` runs the roles in ROLES; `node server/program/main.ts api`
// or `worker` names one. Signals are handled before the roles are loaded, which takes a second.

import cluster from 'node:cluster'
import { createEnding } from './ending.ts'
import { endWithLauncher } from './launcher.ts'

const ending = createEnding()
if (cluster.isPrimary) {
  endWithLauncher(ending.end)
  process.on('uncaughtException', (error) => {
    // An API in this process continues: it has its own handler.
    if (process.listenerCount('uncaughtException') === 1) ending.fail(error)
  })
  const { runParent } = await import('./parent.ts')
  await ending.whileStarting(() => runParent(ending))
} else {
  const { runChild } = await import('./child.ts')
  await ending.whileStarting(() => runChild(ending))
}
