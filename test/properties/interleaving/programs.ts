// The API of one installation in several processes that know nothing of each other: a program of one process, and one
// whose parent shares its port among two. Any of them can be killed and comes back.

import { childrenOf, kill } from '../../kills/processes.ts'
import { freePort, type Program, startProgram } from '../../program.ts'

const SHARING_PROCESSES = 2

export interface Programs {
  /** Where they answer, whether they are just down or not. */
  urls: string[]
  /** SIGKILL of the program of one process, which is then started again. */
  killAlone(): Promise<void>
  /**
   * SIGKILL of one of the processes that share a port; false when there is none just now. Its parent starts another
   * one.
   */
  killSharing(pick: (pids: number[]) => number): Promise<boolean>
  /** SIGKILL of the parent and its processes, which are then started again. */
  killTree(): Promise<void>
  stop(): Promise<void>
}

/** On `databaseUrl`; a folder for both, because the key is in it. */
export async function startPrograms(dataDirectory: string, databaseUrl: string): Promise<Programs> {
  const [alonePort, sharedPort] = [await freePort(), await freePort()]
  const start = (port: number, processes: number) =>
    startProgram(dataDirectory, {
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      ROLES: 'api',
      SAMVAD_PROCESSES: String(processes),
      SAMVAD_LOG_LEVEL: 'silent',
    })
  let alone: Program = await start(alonePort, 1)
  let sharing: Program = await start(sharedPort, SHARING_PROCESSES)
  return {
    urls: [alone.url, sharing.url],
    async killAlone() {
      await alone.kill()
      alone = await start(alonePort, 1)
    },
    async killSharing(pick) {
      const children = await childrenOf(sharing.pid)
      return children.length > 0 && kill(pick(children))
    },
    async killTree() {
      const children = await childrenOf(sharing.pid)
      await sharing.kill()
      for (const child of children) kill(child)
      sharing = await start(sharedPort, SHARING_PROCESSES)
    },
    async stop() {
      await Promise.all([alone.stop(), sharing.stop()])
    },
  }
}
