// Provides the browsers for tests of pages. On Debian and its derivatives, run as root, it installs the system packages
// they need. Elsewhere it prints what is missing; tests of pages are then skipped, except where CI is set.

import { existsSync } from 'node:fs'
import { aptInstall, mayInstall } from './apt-install.mjs'

/** Takes about half the processor time of a full browser, but has no notifications and no PDF viewer. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'
const FULL_BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const first = (paths) => paths.find((path) => path && existsSync(path))

/** The path of the browser for most tests, or undefined. SAMVAD_TEST_CHROMIUM has precedence. */
export function findChromium() {
  return first([process.env.SAMVAD_TEST_CHROMIUM, HEADLESS_SHELL, ...FULL_BROWSERS])
}

/** For the tests that need notifications or a PDF viewer. */
export function findFullChromium() {
  const named = process.env.SAMVAD_TEST_CHROMIUM
  return first([/headless[-_]shell/.test(named ?? '') ? undefined : named, ...FULL_BROWSERS])
}

export const MISSING =
  'No Chromium or Chrome is installed, which browser tests need. Install one (Debian: apt-get install chromium-headless-shell chromium), or set SAMVAD_TEST_CHROMIUM to its path.'

if (import.meta.main ?? process.argv[1]?.endsWith('chromium.mjs')) {
  // Ubuntu and older Debian releases have no package of the headless shell alone.
  if (!existsSync(HEADLESS_SHELL) && !process.env.SAMVAD_TEST_CHROMIUM) install('chromium-headless-shell')
  if (!findFullChromium()) install('chromium')
  if (!findChromium()) console.warn(`samvad: ${MISSING}`)
}

function install(name) {
  if (!mayInstall()) return
  const startedAt = performance.now()
  console.log(`samvad: installing ${name} for browser tests (once)...`)
  aptInstall(name, 'fonts-noto-core')
  console.log(`samvad: installed in ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
