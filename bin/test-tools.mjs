// What some tests work with besides Chromium: pgbouncer, and promtool of Prometheus. They are services, so they are
// installed where CI is set alone; elsewhere those tests are left out and say what they miss.

import { existsSync } from 'node:fs'
import { aptInstall, mayInstall } from './apt-install.mjs'

const TOOLS = { pgbouncer: '/usr/sbin/pgbouncer', prometheus: '/usr/bin/promtool' }

const missing = Object.keys(TOOLS).filter((name) => !existsSync(TOOLS[name]))
if (process.env.CI && missing.length > 0 && mayInstall()) {
  console.log(`samvad: installing ${missing.join(' and ')} for the tests that use them (once)...`)
  aptInstall(...missing)
}
