// Pure rules of analytics: bots, devices, a visitor's position in the form, and the counts of a day.

import { BOT, type Detail, type Device } from '#forms/submissions/detail-rules.ts'
import { isProgramByName } from '#messaging/campaigns/tracking/rules.ts'

/** Maximum number of days in a response. */
export const DAYS_MAX = 366
/** Length in days of a period without a start date. */
export const DAYS_DEFAULT = 30

/** What premium adds to analytics. */
export const premiumParts = ['drop_off', 'duration', 'campaigns', 'devices', 'versions'] as const

/** True for a bot by its user agent. Requests without a user agent count as bots too. */
export const isBot = (userAgent: string): boolean => userAgent.trim() === '' || isProgramByName(userAgent)

/** User agents whose class is cached: even thousands of views a second have few distinct ones. */
const REMEMBERED_MAX = 1000
const remembered = new Map<string, Device | typeof BOT>()

/** The device's class by its user agent; nothing else of the user agent is stored. */
export function classOf(userAgent: string): Device | typeof BOT {
  const known = remembered.get(userAgent)
  if (known !== undefined) return known
  const found = isBot(userAgent) ? BOT : deviceOf(userAgent)
  if (remembered.size >= REMEMBERED_MAX) remembered.clear()
  remembered.set(userAgent, found)
  return found
}

const TELEVISION = /smart-?tv|\bTV\b|AppleTV|BRAVIA|\bAFT[A-Z]|CrKey|PlayStation|Xbox/i
const TABLET = /iPad|Tablet|PlayBook|Kindle|\bSilk\/|Android(?!.*Mobile)/i
const PHONE = /Mobile|iPhone|iPod|Opera Mini|Opera Mobi|UCWEB|KAIOS|BlackBerry|BB10|Windows Phone|Nokia|MIDP/i
const DESKTOP = /Windows NT|Macintosh|X11|CrOS|Linux/i

/** An iPad that claims to be a Mac counts as a Mac: nothing in a request distinguishes them. */
export function deviceOf(userAgent: string): Device {
  if (TELEVISION.test(userAgent)) return 'other'
  // Opera Mini and Silk on phones use tokens that are otherwise typical of tablets.
  if (TABLET.test(userAgent) && !/Mobile|Opera Mini/i.test(userAgent.replace(/iPad.*/i, ''))) return 'tablet'
  if (PHONE.test(userAgent)) return 'phone'
  return DESKTOP.test(userAgent) ? 'desktop' : 'other'
}

/** A visit's progress: the last page shown, from 0, and the last answered field, '' for none. */
export interface Place {
  page: number
  field: string
}

export const NOWHERE: Place = { page: 0, field: '' }

/** The count changes of a step forward: plus one at the new position, minus one at the previous one. */
export function placesOf(from: Place, to: Place): [Detail, 1 | -1][] {
  const pages = from.page === to.page ? [] : [...pageOf(from.page, -1), ...pageOf(to.page, 1)]
  const fields = from.field === to.field ? [] : [...fieldOf(from.field, -1), ...fieldOf(to.field, 1)]
  return [...pages, ...fields]
}

/** The first page needs no row: every view is one of it. */
const pageOf = (page: number, change: 1 | -1): [Detail, 1 | -1][] =>
  page === 0 ? [] : [[{ dimension: 'page', value: String(page + 1) }, change]]
const fieldOf = (field: string, change: 1 | -1): [Detail, 1 | -1][] =>
  field === '' ? [] : [[{ dimension: 'field', value: field }, change]]

/** Submissions per view, as a fraction with four decimals; null without views. */
export const completionOf = (views: number, submissions: number): number | null =>
  views === 0 ? null : Math.round((Math.min(submissions, views) / views) * 10_000) / 10_000
