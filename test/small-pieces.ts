// Reduces the size of work pieces, which is 200 to 1,000 rows: a file about work larger than one piece calls
// `useSmallPieces` before it starts a server, and needs a tenth of the rows.

import { after } from 'node:test'

const NAME = 'SAMVAD_TEST_PIECES_SHARE'

/** For the calling file's process from now on. */
export function useSmallPieces(): void {
  process.env[NAME] = '0.1'
  after(() => {
    delete process.env[NAME]
  })
}
