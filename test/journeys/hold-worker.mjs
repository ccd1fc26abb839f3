// Loaded before the program, by `--import`: a worker waits with its start until the file SAMVAD_TEST_HOLD_WORKER is
// removed.

import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_AGAIN_MS = 10

if (process.argv[2] === 'worker') while (existsSync(process.env.SAMVAD_TEST_HOLD_WORKER)) await pause(LOOK_AGAIN_MS)
