// Stories that only `npm run test:long -- stories` runs: variants of stories in `npm test`. Their rules are also
// covered in `npm test`, by another test of the same file, of an API or of a pure rule.

export const isLong = process.env.SAMVAD_TEST_STORIES === 'all'

/** Why a story is skipped: `skip: skip || onlyLong`. */
export const onlyLong: string | false = isLong ? false : 'npm run test:long -- stories'
