// Typing, clicking and opening: the time from the input until its effect is painted.

import type { Visitor } from './browser.ts'

const LETTERS = 'thank you for your order it leaves today'
const BETWEEN_MS = 90

/** Types into the focused field. */
export async function type({ page }: Visitor, text = LETTERS): Promise<number[]> {
  await page.evaluate('void (bench.keys = [])')
  for (const letter of text) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(BETWEEN_MS)
  }
  return page.evaluate<number[]>(`bench.keysOf(${text.length})`)
}

/** Opens list rows that are not open, one after another, starting at the `from`th visible one. */
export async function openByClick({ page }: Visitor, count: number, from = 2): Promise<number[]> {
  const times: number[] = []
  for (let place = from; place < from + count; place++) {
    // Selected by id: rows move while others write.
    const row = page.locator('[data-conversation]:not([aria-current])').nth(place)
    const id = await row.getAttribute('data-conversation')
    await page.evaluate('bench.watchOpening()')
    await page.locator(`[data-conversation="${id}"]`).click()
    times.push(await page.evaluate<number>('bench.opening'))
  }
  return times
}

/** `j`, then `o`: the times of both. */
export async function openByKeys({ page }: Visitor, count: number): Promise<{ moves: number[]; opens: number[] }> {
  const opens: number[] = []
  const moves: number[] = []
  for (let place = 0; place < count; place++) {
    await page.evaluate('void (bench.keys = [])')
    await page.keyboard.press(place < count / 2 ? 'j' : 'k')
    moves.push(...(await page.evaluate<number[]>('bench.keysOf(1)')))
    await page.evaluate('bench.watchOpening()')
    await page.keyboard.press('o')
    opens.push(await page.evaluate<number>('bench.opening'))
  }
  return { moves, opens }
}
