// Receives NOTIFY messages of other processes. They are hints only: messages sent while disconnected are lost, and
// behind a transaction pooler none arrive.

import pg from 'pg'

const AGAIN_MS = 1000

export interface Listener {
  close(): Promise<void>
}

export function listen(config: pg.ClientConfig, channel: string, hear: (text: string) => void): Listener {
  let isOver = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  function again(): void {
    if (isOver || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void connect()
    }, AGAIN_MS)
    timer.unref()
  }

  async function connect(): Promise<void> {
    const mine = new pg.Client({ ...config, application_name: 'samvad listener', keepAlive: true } as pg.ClientConfig)
    client = mine
    mine.on('error', again)
    mine.on('end', again)
    mine.on('notification', ({ payload }) => hear(payload ?? ''))
    try {
      await mine.connect()
      await mine.query(`listen ${channel}`)
      if (isOver) await mine.end()
    } catch {
      await mine.end().catch(() => {})
      again()
    }
  }

  void connect()
  return {
    async close() {
      isOver = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
