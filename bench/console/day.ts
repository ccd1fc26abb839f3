// A working day, compressed: the actions of eight hours in sequence, as fast as the page handles them, while events
// arrive. After each tenth the page's memory is measured, after a garbage collection.

import type { Installation } from '../installation.ts'
import { openByClick, type } from './acting.ts'
import { type Memory, memoryOf, type Visitor } from './browser.ts'
import { startLive } from './live.ts'

export const DAY = { opened: 200, replies: 100, pages: 100, searches: 20, changesPerSecond: 10 }
const PARTS = 10
const PAGES = [
  'contacts',
  'templates',
  'usage',
  'billing',
  'settings/team',
  'developers/events',
  'billing/transactions',
]

export interface Sample extends Memory {
  seconds: number
  changes: number
}

export async function liveThroughDay(
  at: Pick<Installation, 'url' | 'token'>,
  visitor: Visitor,
  conversations: readonly string[],
): Promise<Sample[]> {
  const { page, home } = visitor
  await page.goto(`${home}inbox`)
  await page.locator('[data-conversation]').nth(8).waitFor()
  const began = performance.now()
  const live = startLive(at, conversations, DAY.changesPerSecond)
  const samples: Sample[] = []
  const look = async () =>
    samples.push({
      seconds: (performance.now() - began) / 1000,
      changes: live.made,
      ...(await memoryOf(visitor)),
    })
  await look()
  for (let part = 0; part < PARTS; part++) {
    for (let count = 0; count < DAY.opened / PARTS; count++) {
      await openByClick(visitor, 1, count % 7)
      if (count % 2 === 0) await reply(visitor)
    }
    for (let count = 0; count < DAY.pages / PARTS; count++) {
      const wanted = PAGES[count % PAGES.length] as string
      await page
        .getByRole('navigation')
        .first()
        .locator(`a[href$="/${wanted.split('/')[0]}"]`)
        .first()
        .click()
      if (wanted.includes('/')) await page.locator(`a[href$="/${wanted}"]`).first().click()
      await page.locator('main h1').first().waitFor()
    }
    await page.getByRole('navigation').first().locator('a[href$="/inbox"]').first().click()
    await page.locator('[data-conversation]').nth(8).waitFor()
    for (let count = 0; count < DAY.searches / PARTS; count++) {
      await page.getByRole('searchbox').focus()
      await type(visitor, 'order')
      await page.getByRole('searchbox').press('Escape')
      await page.locator('[data-conversation]').nth(8).waitFor()
    }
    await look()
  }
  await live.stop()
  return samples
}

async function reply({ page }: Visitor): Promise<void> {
  const form = page.locator('form[aria-label="Write"]')
  await form.locator('textarea').fill('Thank you, we shall look into it.')
  await page.keyboard.press('Control+Enter')
}

/** Growth in mebibytes per tenth of the day, by least squares over the second half: the first half fills caches. */
export function slopeOf(samples: readonly Sample[]): number {
  const half = samples.slice(Math.floor(samples.length / 2))
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
  const x = mean(half.map((_, place) => place))
  const y = mean(half.map(({ heapMebibytes }) => heapMebibytes))
  const above = half.reduce((sum, { heapMebibytes }, place) => sum + (place - x) * (heapMebibytes - y), 0)
  return above / half.reduce((sum, _, place) => sum + (place - x) ** 2, 0)
}
