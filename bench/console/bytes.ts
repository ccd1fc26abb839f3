// Compressed bytes of scripts: those of the first page, and those that each further page adds.

import { pagePaths } from '../../test/console/pages.ts'
import type { Visits } from './browser.ts'

const FIRST = 'inbox'
const SETTLED_MS = 500

export interface Bytes {
  first: number
  /** Page → bytes that it loads in addition to the first page's. */
  besides: Map<string, number>
  faults: string[]
}

export async function scriptBytes(visits: Visits): Promise<Bytes> {
  const faults: string[] = []
  const load = async (path: string): Promise<Map<string, number>> => {
    const visitor = await visits.visit()
    const { page, cdp, home } = visitor
    const scripts = new Map<string, number>()
    const urls = new Map<string, string>()
    await cdp.send('Network.enable')
    cdp.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.url.endsWith('.js')) urls.set(requestId, response.url)
    })
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = urls.get(requestId)
      if (url) scripts.set(url, encodedDataLength)
    })
    await page.goto(home + path)
    await page.locator('main h1').first().waitFor()
    await page.waitForTimeout(SETTLED_MS)
    faults.push(...visitor.faults.map((fault) => `${path}: ${fault}`))
    await visitor.context.close()
    return scripts
  }
  const sum = (scripts: Map<string, number>) => [...scripts.values()].reduce((all, bytes) => all + bytes, 0)
  const first = await load(FIRST)
  const besides = new Map<string, number>()
  for (const path of pagePaths().filter((one) => !one.includes('$') && one !== FIRST)) {
    const scripts = await load(path)
    besides.set(path, sum(new Map([...scripts].filter(([url]) => !first.has(url)))))
  }
  return { first: sum(first), besides, faults }
}
