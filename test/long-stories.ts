// Stories that `npm test` leaves to `npm run test:long -- stories`: variants of stories that it runs. Another test of
// the same file, of an API or of a pure rule proves their rules in `npm test`.

export const isLong = process.env.SAMVAD_TEST_STORIES === 'all'

/** Why a story is skipped: `skip: skip || onlyLong`. */
export const onlyLong: string | false = isLong ? false : 'npm run test:long -- stories'
