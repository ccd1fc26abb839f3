// The table of the readers: what a source brings is understood by its own, a line each.

import type { App } from '#kit/app.ts'
import { createCloudApiReader } from '../app/reader.ts'
import type { ArrivalReader } from './arrival.ts'

/** Source → what makes its reader, once in a process that works. */
export type Readers = Readonly<Record<string, (app: App) => ArrivalReader>>

export const readers: Readers = { cloud_api: createCloudApiReader }
