// The API of one installation in several independent programs: one with a single process, and one whose parent shares
// its port between two processes. Any of them can be killed and is restarted.

import { childrenOf, kill } from '../../kills/processes.ts'
import { freePort, type Program, startProgram } from '../../program.ts'

const SHARING_PROCESSES = 2

export interface Programs {
  /** Their addresses, whether they are up or not. */
  urls: string[]
  /** SIGKILL to the single-process program, which is then restarted. */
  killAlone(): Promise<void>
  /** SIGKILL to one of the processes that share a port; false when none is running. Their parent starts a new one. */
  killSharing(pick: (pids: number[]) => number): Promise<boolean>
  /** SIGKILL to the parent and its processes, which are then restarted. */
  killTree(): Promise<void>
  stop(): Promise<void>
}

/** On `databaseUrl`; both use one folder, because it contains the key. */
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
