// The operating system account of PostgreSQL, and how it is started under it. PostgreSQL refuses to run as root; when
// we run as root, it is started as `postgres`, otherwise `nobody`.

import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process'
import { lchown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const PROBE_LIMIT_MS = 10_000
const UNPRIVILEGED_ACCOUNTS = ['postgres', 'nobody']

export type Account = { uid: number; gid: number }

/** The command prefix, and the account to switch to when no other program does that. */
export type Launch = { prefix: string[]; account?: Account }

const PLAIN: Launch = { prefix: [] }

export function runsAsRoot(): boolean {
  return process.geteuid?.() === 0
}

/** The account for a cluster's folder; undefined when we are not root, and PostgreSQL runs as ourselves. */
export async function accountFor(clusterFolder: string): Promise<Account | undefined> {
  if (!runsAsRoot()) return undefined
  // An existing folder keeps its owner: installing a `postgres` user later must not lock the data out.
  const owner = await lstat(clusterFolder).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of UNPRIVILEGED_ACCOUNTS) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {
      // No such user here: try the next one.
    }
  }
  throw new Error(
    'PostgreSQL cannot run as root, and this system has neither a "postgres" nor a "nobody" user to run it as. ' +
      'Start Samvad as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
  )
}

/** Makes the account the owner of a file or folder of ours and its contents. Never follows links. */
export async function giveTo(account: Account | undefined, path: string): Promise<void> {
  if (!account) return
  const entry = await lstat(path)
  // The folder itself is changed last, so that its owner shows that all contents are done, and later starts skip them.
  if (entry.uid === account.uid) return
  if (entry.isDirectory()) for (const name of await readdir(path)) await giveTo(account, join(path, name))
  await lchown(path, account.uid, account.gid)
}

/**
 * How to start programs under the account so that they can access the folders and themselves. Tested by trying, because
 * access lists, mount options and containers all matter.
 */
export async function chooseLaunch(
  account: Account | undefined,
  initdb: string,
  folders: string[],
): Promise<{ launch: Launch; passesClosedFolders: boolean }> {
  if (!account) return { launch: PLAIN, passesClosedFolders: false }
  const plain: Launch = { prefix: [], account }
  const launches = [
    plain,
    passingClosedFolders(account, 'dac_read_search'),
    passingClosedFolders(account, 'dac_override'),
  ]
  for (const launch of launches) {
    if (await works(launch, initdb, folders)) return { launch, passesClosedFolders: launch !== plain }
  }
  throw new Error(
    `PostgreSQL cannot run as root, and the user it would run as (uid ${account.uid}) cannot access ` +
      `${folders.join(' and ')} or ${initdb}. Move Samvad and DATA_DIR to a folder that other users can enter, ` +
      'start Samvad as an ordinary user, or set DATABASE_URL to your own PostgreSQL.',
  )
}

// A clone in /root or in a `mktemp -d` folder is inaccessible to other users, and its permissions are not ours to
// change. One capability lets the unprivileged process pass; all others are dropped permanently. Without
// `no_setuid_fixup` the kernel ignores capabilities in access(2), with which PostgreSQL looks for its own programs.
function passingClosedFolders(account: Account, capability: string): Launch {
  return {
    prefix: [
      'setpriv',
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=-all,+${capability}`,
      `--bounding-set=-all,+${capability}`,
      '--securebits=+no_setuid_fixup',
      '--no-new-privs',
    ],
  }
}

// `initdb --show` locates the programs and their shared files as a real start does, and writes nothing.
async function works(launch: Launch, initdb: string, folders: string[]): Promise<boolean> {
  const script = `for folder do cd "$folder" || exit 1; done; exec "$0" --show -D "$PWD"`
  const [command = '', ...args] = [...launch.prefix, '/bin/sh', '-c', script, initdb, ...folders]
  try {
    await run(command, args, { ...launch.account, cwd: '/', env: environment(), timeout: PROBE_LIMIT_MS })
    return true
  } catch {
    return false
  }
}

/** Starts a PostgreSQL program in its own session, so that Ctrl-C in a terminal reaches only Node. */
export function launchProgram(
  launch: Launch,
  program: string,
  args: string[],
  cwd: string,
  stdio: StdioOptions,
): ChildProcess {
  const [command = '', ...rest] = [...launch.prefix, program, ...args]
  return spawn(command, rest, { ...launch.account, cwd, stdio, env: environment(), detached: true, windowsHide: true })
}

// Not our whole environment: it contains secrets, and another user can read that process's environment. The operator's
// PG* variables would misdirect PostgreSQL.
function environment(): NodeJS.ProcessEnv {
  const passedOn = ['PATH', 'SystemRoot', 'SystemDrive', 'TEMP', 'TMP', 'TMPDIR']
  const values = passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(values), LC_ALL: 'C', TZ: 'UTC' }
}
