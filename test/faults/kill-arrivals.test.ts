// spec 5.30, 5.32, 19.2: kill -9 of inbound event workers. test/long/kill-arrivals.test.ts kills more often.

import { test } from 'node:test'
import { killWhoWorksOnArrivals } from './kill-arrivals.ts'

test('spec 5.30, 5.32: whoever is killed at it, each message is stored once and in order, and each receipt counts', () =>
  killWhoWorksOnArrivals({ organizations: 4, messages: 24, kills: 1 }))
