// Frames while the user scrolls by wheel, as fast as a hand can: the duration of each, by requestAnimationFrame.

import type { Locator } from 'playwright-core'
import type { Visitor } from './browser.ts'
import { percentOver, timesOf } from './shares.ts'

const WHEEL_EVERY_MS = 16
const LOOK_EVERY = 20
const WITHIN_MS = 300_000

export interface Scrolled {
  frames: number[]
  seconds: number
  /** False when the time ran out before the end. */
  isAtEnd: boolean
}

/** Scrolls until `isDone`, which is called at intervals. */
export async function scroll(
  { page, cdp }: Visitor,
  over: Locator,
  deltaY: number,
  isDone: () => Promise<boolean>,
): Promise<Scrolled> {
  const box = await over.boundingBox()
  if (!box) throw new Error('nothing to scroll')
  const [x, y] = [Math.round(box.x + box.width / 2), 450]
  await page.mouse.move(x, y)
  await page.evaluate('bench.startFrames()')
  const began = performance.now()
  let isAtEnd = false
  for (let count = 1; !isAtEnd; count++) {
    const due = began + count * WHEEL_EVERY_MS
    await cdp.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY })
    const wait = due - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    isAtEnd = count % LOOK_EVERY === 0 && (await isDone())
    if (performance.now() - began > WITHIN_MS) break
  }
  const seconds = (performance.now() - began) / 1000
  return { frames: await page.evaluate<number[]>('bench.endFrames()'), seconds, isAtEnd }
}

export function saidOfFrames({ frames, seconds, isAtEnd }: Scrolled): string {
  const over = [17, 34, 50].map((limit) => `${percentOver(frames, limit).toFixed(1)} % over ${limit} ms`)
  const { median, worst } = timesOf(frames)
  const end = isAtEnd ? '' : ', and not to the end'
  return `${frames.length} frames in ${seconds.toFixed(0)} s: median ${median.toFixed(1)}, ${over.join(', ')}, longest ${worst.toFixed(0)} ms${end}`
}
