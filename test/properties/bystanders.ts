// Organizations that send one message after the other while something happens to somebody else: how long each of them
// waits.

import type { Sending } from '../company.ts'
import { request } from '../harness.ts'

export interface Waited {
  medianMs: number
  slowestMs: number
  /** What was answered with anything but 201. */
  refusals: string[]
}

export interface Others {
  /** How often the one was answered that was answered least. */
  least(): number
  /** Lets everybody wait for the answer that they wait for. */
  stop(): Promise<void>
  end(): Waited
}

/** Each alternates between the processes, and none of them sends two at once. */
export function othersSend(
  others: Sending[],
  urlOf: (index: number) => string,
  draftOf: (sending: Sending) => unknown,
): Others {
  const waitedMs = others.map((): number[] => [])
  const refusals: string[] = []
  const day = { isOver: false }
  const going = others.map(async (sending, place) => {
    for (let count = 0; !day.isOver; count++) {
      const since = performance.now()
      const options = { token: sending.company.token, json: draftOf(sending) }
      const { status, text } = await request(urlOf(place + count), 'POST', '/v1/messages', options)
      waitedMs[place]?.push(performance.now() - since)
      if (status !== 201) refusals.push(text)
    }
  })
  return {
    least: () => Math.min(...waitedMs.map(({ length }) => length)),
    async stop() {
      day.isOver = true
      await Promise.all(going)
    },
    end() {
      const sorted = waitedMs.flat().toSorted((left, right) => left - right)
      const at = (place: number) => sorted[place] as number
      return { medianMs: at(Math.floor(sorted.length / 2)), slowestMs: at(sorted.length - 1), refusals }
    },
  }
}
