// Installs the programs besides Chromium that a few tests need: pgbouncer, and promtool of Prometheus. Both packages
// are services, so this script installs them only where CI is set. Elsewhere those tests are skipped and name the
// missing program.

import { existsSync } from 'node:fs'
import { aptInstall, mayInstall } from './apt-install.mjs'

const PROGRAMS = { pgbouncer: '/usr/sbin/pgbouncer', prometheus: '/usr/bin/promtool' }

const missing = Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name]))
if (process.env.CI && missing.length > 0 && mayInstall()) {
  console.log(`samvad: installing ${missing.join(' and ')} for the tests that need them (once)...`)
  aptInstall(...missing)
}
