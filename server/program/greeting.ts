// What the program says when it is ready. The owner's password and token are shown once in a lifetime, on a terminal: a
// log is kept and read by others, so there the file is named that holds them.

import { readFile } from 'node:fs/promises'
import { isFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { announce } from '#kit/log.ts'
import { type FirstAccess, firstAccessFile } from './first-access.ts'

export async function greet(app: App, at: string | null, made: FirstAccess | null, tookMs: number): Promise<void> {
  const url = at === null ? null : namedAddress(at, app.settings.publicUrl)
  const fenced = await isFenced(app)
  const seconds = (tookMs / 1000).toFixed(1)
  // Where nobody reads along there are lines of JSON alone.
  if (!process.stdout.isTTY) {
    const file = url === null || !(await isThere(firstAccessFile(app))) ? {} : { first_access: firstAccessFile(app) }
    const where = url === null ? '' : ` at ${url}`
    announce(
      app.log,
      { url, seconds: Number(seconds), ...(fenced ? { fenced } : {}), ...file },
      `Samvad is ready${where} after ${seconds} s`,
    )
    return
  }
  if (url === null) {
    console.log(`Samvad works (${[...app.settings.roles].join(', ')}); ready after ${seconds} s`)
    return
  }
  console.log(`
Samvad is ready at ${url} after ${seconds} s${fenced ? '\n  FENCED        nothing leaves it: bin/samvad fence status says why' : ''}
  API pages     ${url}/docs
  Sandbox       ${url}/sandbox
${made ? shown(url, made, firstAccessFile(app)) : await named(url, firstAccessFile(app))}
`)
}

function shown(url: string, { email, password, access_token: token }: FirstAccess, file: string): string {
  return `  Sign-in       ${email}  ${password}
  Access token  ${token}
                (shown this once, and kept in ${file}, readable by you alone)

Try it:
  curl -s ${url}/v1/conversations -H 'Authorization: Bearer ${token}'`
}

async function named(url: string, file: string): Promise<string> {
  if (!(await isThere(file)))
    return `
Make an access token:
  bin/samvad token create --user EMAIL --organization ID`
  return `  Sign-in and access token of the first start: in ${file}, readable by its owner alone

Try it:
  TOKEN=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1])).access_token' ${quoted(file)})
  curl -s ${url}/v1/conversations -H "Authorization: Bearer $TOKEN"`
}

/** By its name where that is of this machine: a proxy before it may have another one. */
function namedAddress(at: string, publicUrl: string): string {
  const { hostname, port } = new URL(publicUrl)
  return hostname === 'localhost' && port === new URL(at).port ? publicUrl : at
}

const isThere = (file: string): Promise<boolean> =>
  readFile(file).then(
    () => true,
    () => false,
  )

/** For a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
