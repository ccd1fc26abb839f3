// Starts with almost no disk space. test/faults/full-disk.test.ts has one with none.

import { test } from 'node:test'
import { skip, startWithLittleRoom } from '../start/small-disk.ts'

test(
  'spec 17.2, 17.7: a start with next to no room left ends with a sentence, however far it came',
  {
    skip,
  },
  async (t) => startWithLittleRoom(t, [0, 40, 60, 80, 120, 180, 240]),
)
