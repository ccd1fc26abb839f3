// A follower of the live stream, and what it received.
// Per file: what it opened is closed behind the file.

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { eventually } from '../../test/program.ts'
import type { EventStream, Samvad, StreamItem, StreamOptions } from '../src/index.ts'

/** Followers of this file, aborted at its end. Imported before a server is started, because a server waits for them. */
export const opened: AbortController[] = []
after(() => {
  for (const abort of opened) abort.abort()
})

export interface Following {
  items: StreamItem[]
  /** Arguments of the `onConnection` calls. */
  connections: boolean[]
  abort: AbortController
  /** The error that ended the loop; undefined when it ended normally. */
  ended: Promise<unknown>
}

export async function follow(client: Samvad, options: StreamOptions = {}): Promise<Following> {
  const abort = new AbortController()
  opened.push(abort)
  const [items, connections]: [StreamItem[], boolean[]] = [[], []]
  const onConnection = (isThere: boolean) => void connections.push(isThere)
  const stream: EventStream<any> = client.events.stream({ ...options, signal: abort.signal, onConnection })
  const read = async () => {
    for await (const item of stream) items.push(item)
  }
  const ended = read().then(
    () => undefined,
    (error: unknown) => error,
  )
  const following = { items, connections, abort, ended }
  await Promise.race([
    ended.then((error) => assert.fail(`it ended: ${String(error)}`)),
    eventually('it is connected', async () => connections.includes(true)),
  ])
  return following
}

export const positionsOf = ({ items }: Following) =>
  items.map((item) => (item.type === 'reset' ? 'reset' : item.position))
