// Packages of the system that tests need, on Debian and its kin as root: nothing of them is started.

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const INSTALL_LIMIT_MS = 600_000

export const mayInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Says what failed, and goes on: whoever needs them says what is missing. */
export function aptInstall(...packages) {
  const options = {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: INSTALL_LIMIT_MS,
    // What a package would start as a service, it starts in no run level such as this.
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
