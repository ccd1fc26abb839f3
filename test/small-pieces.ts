// Work that goes in pieces, of 200 to 1,000 rows each: a file about what is larger than one calls `useSmallPieces`
// before it starts a server, and needs a tenth of the rows.

import { after } from 'node:test'

const NAME = 'SAMVAD_TEST_PIECES_SHARE'

/** For what the process of the calling file does from now on. */
export function useSmallPieces(): void {
  process.env[NAME] = '0.1'
  after(() => {
    delete process.env[NAME]
  })
}
