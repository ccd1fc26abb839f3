// Installs packages of the system that tests need, on Debian and its derivatives as root. Starts none of their services.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const INSTALL_LIMIT_MS = 600_000

export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** A failure is printed and not thrown: the caller looks for the program afterwards. */
export function aptInstall(...packages) {
  const options = {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: INSTALL_LIMIT_MS,
    // Packages start no services in run level 1.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }
  for (const args of [
    ['-q', 'update'],
    ['-q', '-y', '--no-install-recommends', 'install', ...packages],
  ]) {
    const { status, stderr, error } = spawnSync('apt-get', args, options)
    if (status !== 0)
      return console.warn(`samvad: apt-get ${args.join(' ')} failed. ${error?.message ?? stderr.trim()}`)
  }
}
