// The program. `node server/program/main.ts` plays the roles of ROLES; `node server/program/main.ts api` or `worker`
// names them. What it runs takes a second to load, and signals are heeded before that.

import cluster from 'node:cluster'
import { createEnding } from './ending.ts'
import { endWithLauncher } from './launcher.ts'

const ending = createEnding()
if (cluster.isPrimary) {
  endWithLauncher(ending.end)
  process.on('uncaughtException', (error) => {
    // An API in this process goes on: it has a listener of its own.
    if (process.listenerCount('uncaughtException') === 1) ending.fail(error)
  })
  const { runParent } = await import('./parent.ts')
  await ending.whileStarting(() => runParent(ending))
} else {
  const { runChild } = await import('./child.ts')
  await ending.whileStarting(() => runChild(ending))
}
