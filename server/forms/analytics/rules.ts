// Pure rules of analytics: who is no visitor, and what a day shows.

import { isProgramByName } from '#messaging/campaigns/tracking/rules.ts'

/** Days of one answer. */
export const DAYS_MAX = 366
/** A period without a beginning has so many days. */
export const DAYS_DEFAULT = 30

/** A program, by what it calls itself; nobody who names no browser is counted. */
export const isBot = (userAgent: string): boolean => userAgent.trim() === '' || isProgramByName(userAgent)

/** Submissions per view, as a fraction with four decimals; null without views. */
export const completionOf = (views: number, submissions: number): number | null =>
  views === 0 ? null : Math.round((Math.min(submissions, views) / views) * 10_000) / 10_000
