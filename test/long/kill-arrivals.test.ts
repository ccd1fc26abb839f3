// spec 5.30, 5.32, 19.2: repeated kill -9 of inbound event workers.

import { test } from 'node:test'
import { killWhoWorksOnArrivals } from '../faults/kill-arrivals.ts'

test('spec 5.30, 5.32: however often they are killed, each message is stored once and in order, and each receipt counts', () =>
  killWhoWorksOnArrivals({ organizations: 6, messages: 120, kills: 10 }))
