// The browser that the tests of the pages drive. Where there is none, and we may, the system's package is installed:
// on Debian and its kin as root. Elsewhere it says what is missing; the tests of the pages are then left out, except
// where CI is set.

import { existsSync } from 'node:fs'
import { aptInstall, mayInstall } from './apt-install.mjs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Its path, or undefined. */
export function findChromium() {
  return [process.env.SAMVAD_TEST_CHROMIUM, ...PLACES].find((path) => path && existsSync(path))
}

export const MISSING =
  'There is no Chromium or Chrome, which the tests of the pages need. Install one (Debian: apt-get install chromium), or name it in SAMVAD_TEST_CHROMIUM.'

if (import.meta.main ?? process.argv[1]?.endsWith('chromium.mjs')) {
  if (!findChromium() && mayInstall()) {
    console.log('samvad: installing Chromium for the tests of the pages (once; about a minute)...')
    aptInstall('chromium', 'fonts-noto-core')
  }
  if (!findChromium()) console.warn(`samvad: ${MISSING}`)
}
