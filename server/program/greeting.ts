// The message printed when the program is ready. The owner's password and token are shown once, on a terminal only:
// logs are kept and read by others, so there only the file with the credentials is named.

import { readFile } from 'node:fs/promises'
import { isFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { announce } from '#kit/log.ts'
import { type FirstAccess, firstAccessFile } from './first-access.ts'

/** Reads what will be printed, which may fail. The returned function prints it and cannot fail. */
export async function greetingOf(
  app: App,
  at: string | null,
  made: FirstAccess | null,
): Promise<(tookMs: number) => void> {
  const url = at === null ? null : namedAddress(at, app.settings.publicUrl)
  const fenced = await isFenced(app)
  const file = firstAccessFile(app)
  const hasFile = await isThere(file)
  // Without a terminal the output consists of JSON lines only.
  if (!process.stdout.isTTY) {
    const where = url === null ? '' : ` at ${url}`
    const facts = { ...(fenced ? { fenced } : {}), ...(url !== null && hasFile ? { first_access: file } : {}) }
    return (tookMs) => {
      const seconds = secondsOf(tookMs)
      announce(app.log, { url, seconds: Number(seconds), ...facts }, `Samvad is ready${where} after ${seconds} s`)
    }
  }
  if (url === null) {
    const roles = [...app.settings.roles].join(', ')
    return (tookMs) => console.log(`Samvad is running (${roles}); ready after ${secondsOf(tookMs)} s`)
  }
  const fence = fenced ? '\n  FENCED        nothing is sent; bin/samvad fence status shows the reason' : ''
  return (tookMs) =>
    console.log(`
Samvad is ready at ${url} after ${secondsOf(tookMs)} s${fence}
  API docs      ${url}/docs
  Sandbox       ${url}/sandbox
${made ? shown(url, made, file) : named(url, file, hasFile)}
`)
}

const secondsOf = (ms: number): string => (ms / 1000).toFixed(1)

function shown(url: string, { email, password, access_token: token }: FirstAccess, file: string): string {
  return `  Sign-in       ${email}  ${password}
  Access token  ${token}
                (shown only now; stored in ${file}, which only you can read)

Try it:
  curl -s ${url}/v1/conversations -H 'Authorization: Bearer ${token}'`
}

function named(url: string, file: string, isThere: boolean): string {
  if (!isThere)
    return `
Create an access token:
  bin/samvad token create --user EMAIL --organization ID`
  return `  Sign-in and access token of the first start: ${file}, which only its owner can read

Try it:
  TOKEN=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1])).access_token' ${quoted(file)})
  curl -s ${url}/v1/conversations -H "Authorization: Bearer $TOKEN"`
}

/** PUBLIC_URL if it is `localhost` with the same port; otherwise the listening address, as a proxy may own the name. */
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
