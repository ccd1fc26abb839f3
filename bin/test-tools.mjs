// Installs the programs, other than Chromium, that a few tests need. pgbouncer and Prometheus's promtool come in
// packages that start services, so they are installed only where CI is set. nginx and Caddy are only unpacked, into a
// folder of their own. Tests whose program is missing are skipped and name it.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { aptExtract, aptInstall, mayInstall } from './apt-install.mjs'

const PROGRAMS = { pgbouncer: '/usr/sbin/pgbouncer', prometheus: '/usr/bin/promtool' }
const UNPACKED = { nginx: 'usr/sbin/nginx', caddy: 'usr/bin/caddy' }
const folder = join(homedir(), '.cache', 'samvad-test-programs')

/** The path of a working proxy for tests, or null. */
export function findProxy(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const found = [...folders.map((one) => join(one, name)), join(folder, UNPACKED[name])].find((one) => existsSync(one))
  return found && spawnSync(found, [name === 'nginx' ? '-v' : 'version']).status === 0 ? found : null
}

if (import.meta.main ?? process.argv[1]?.endsWith('test-tools.mjs')) {
  const missing = Object.keys(PROGRAMS).filter((name) => !existsSync(PROGRAMS[name]))
  if (process.env.CI && missing.length > 0 && mayInstall()) {
    console.log(`samvad: installing ${missing.join(' and ')} for the tests that need them (once)...`)
    aptInstall(...missing)
  }
  const proxies = Object.keys(UNPACKED).filter((name) => findProxy(name) === null)
  if (proxies.length > 0 && mayInstall()) {
    console.log(`samvad: unpacking ${proxies.join(' and ')} for the tests of form domains into ${folder} (once)...`)
    aptExtract(folder, ...proxies)
  }
}
