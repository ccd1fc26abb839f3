// Starts with next to no room on the disk, at more steps than test/start/small-disk.test.ts tries.

import { test } from 'node:test'
import { skip, startWithLittleRoom } from '../start/small-disk.ts'

test(
  'spec 17.2, 17.7: a start with next to no room left ends with a sentence, however far it came',
  {
    skip,
  },
  async (t) => startWithLittleRoom(t, [0, 60, 80, 120, 180, 240]),
)
