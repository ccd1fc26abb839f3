// Installs packages of the system that tests need, on Debian and its derivatives as root. Starts none of their services.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const INSTALL_LIMIT_MS = 600_000

export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** A failure is printed and not thrown: the caller looks for the program afterwards. */
export function aptInstall(...packages) {
  run(['apt-get', '-q', 'update'], ['apt-get', '-q', '-y', '--no-install-recommends', 'install', ...packages])
}

/** Unpacks packages into a folder of their own: for services that should not be installed on the machine. */
export function aptExtract(folder, ...packages) {
  mkdirSync(folder, { recursive: true })
  const archives = () => readdirSync(folder).filter((name) => name.endsWith('.deb'))
  const isDone =
    run(['apt-get', '-q', 'update'], ['sh', '-c', `cd "$0" && apt-get -q download "$@"`, folder, ...packages]) &&
    run(...archives().map((name) => ['dpkg-deb', '-x', join(folder, name), folder]))
  for (const name of archives()) rmSync(join(folder, name))
  return isDone
}

/** True when all succeeded. */
function run(...commands) {
  const options = {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: INSTALL_LIMIT_MS,
    // Packages start no services in run level 1.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }
  for (const [program, ...args] of commands) {
    const { status, stderr, error } = spawnSync(program, args, options)
    if (status === 0) continue
    console.warn(`samvad: ${program} ${args.join(' ')} failed. ${error?.message ?? stderr.trim()}`)
    return false
  }
  return true
}
