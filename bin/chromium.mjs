// The browser that tests of pages drive. Where none is installed, this script installs the system's package on Debian
// and its derivatives as root. Elsewhere it prints what is missing; the tests of pages are then skipped, except where
// CI is set.

import { existsSync } from 'node:fs'
import { aptInstall, mayInstall } from './apt-install.mjs'

/** The headless shell first: it installs fewer packages and starts faster than a full browser. */
const PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of the browser, or undefined. SAMVAD_TEST_CHROMIUM goes before the paths above. */
export function findChromium() {
  return [process.env.SAMVAD_TEST_CHROMIUM, ...PATHS].find((path) => path && existsSync(path))
}

export const MISSING =
  'No Chromium or Chrome is installed; the tests of pages need one. Install it (Debian: apt-get install chromium-headless-shell), or set SAMVAD_TEST_CHROMIUM to its path.'

if (import.meta.main ?? process.argv[1]?.endsWith('chromium.mjs')) {
  // Ubuntu and older Debian releases have no package of the headless shell alone.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (findChromium() || !mayInstall()) break
    console.log(`samvad: installing ${name} for the tests of pages (once)...`)
    aptInstall(name, 'fonts-noto-core')
  }
  if (!findChromium()) console.warn(`samvad: ${MISSING}`)
}
