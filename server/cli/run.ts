// Started by bin/samvad.

import { endWithLauncher } from '#program/launcher.ts'
import { main } from './main.ts'

// Deprecation warnings of libraries are nothing that an operator could act on.
process.noDeprecation = true
// Killing the command ends all of it, including a move.
endWithLauncher(() => process.kill(process.pid, 'SIGTERM'))
process.exitCode = await main(process.argv.slice(2), process.env, () => performance.now())
