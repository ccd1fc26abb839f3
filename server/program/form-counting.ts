// Visit counting of forms in this process: started with the first visit, ended with the process.

import { type Counting, createCounting } from '#forms/analytics/counting.ts'
import type { App } from '#kit/app.ts'

const countings = new WeakMap<App, Counting>()

const countingOf = (app: App): Counting => {
  const counting = countings.get(app) ?? createCounting(app)
  countings.set(app, counting)
  return counting
}

export const formCounting = (app: App): Pick<Counting, 'countView' | 'countStart' | 'countPlace'> => ({
  countView: (visit) => countingOf(app).countView(visit),
  countStart: (visit) => countingOf(app).countStart(visit),
  countPlace: (...move) => countingOf(app).countPlace(...move),
})

/** Stores the visits counted so far. */
export const endFormCounting = async (app: App): Promise<void> => countings.get(app)?.end()
