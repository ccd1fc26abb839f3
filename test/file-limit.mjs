// Loaded before each test file: a file whose tests are over and that does not end, because something was left open, fails
// instead of holding the run up for ever.

/** Longer than the tests of any one file together may take: the kills are two, of 280 s at most each. */
const FILE_LIMIT_MS = 600_000

setTimeout(() => {
  console.error(`not ended after ${FILE_LIMIT_MS / 1000} s; still open: ${process.getActiveResourcesInfo().join(', ')}`)
  process.exit(1)
}, FILE_LIMIT_MS).unref()
