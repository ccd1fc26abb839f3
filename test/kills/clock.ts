// An adjustable clock for a program's processes: leases and retry delays expire without waiting.

import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const STEPPED_CLOCK = new URL('stepped-clock.mjs', import.meta.url).href

export interface ProgramClock {
  /** For `startProgram`. */
  environment: Record<string, string>
  /** Offsets the clocks by this many seconds from the machine's clock. */
  step(seconds: number): Promise<void>
  remove(): Promise<void>
}

export async function startProgramClock(): Promise<ProgramClock> {
  const folder = await mkdtemp(join(tmpdir(), 'samvad-clock-'))
  const file = join(folder, 'seconds')
  const step = async (seconds: number) => {
    await writeFile(`${file}-draft`, String(seconds))
    await rename(`${file}-draft`, file)
  }
  await step(0)
  return {
    environment: {
      SAMVAD_TEST_CLOCK_FILE: file,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${STEPPED_CLOCK}`,
    },
    step,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
