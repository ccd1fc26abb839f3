// What bin/samvad starts.

import { endWithLauncher } from '#program/launcher.ts'
import { main } from './main.ts'

// What a library will do in its next version is nothing that an operator could mend.
process.noDeprecation = true
// Whoever kills the command means all of it: a move goes no further.
endWithLauncher(() => process.kill(process.pid, 'SIGTERM'))
process.exitCode = await main(process.argv.slice(2), process.env, () => performance.now())
