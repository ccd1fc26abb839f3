// spec 19.6: organizations take turns at the connections for transactions, so the caller of `transaction` names its
// organization. Transactions of the installation are listed, so that none is forgotten.

import { test } from 'node:test'
import { holds, readSources } from './sources.ts'

/** For no organization, for many, or for a person before their organization is known. */
const OF_THE_INSTALLATION = [
  'server/backup/look-over.ts',
  'server/doctor/jobs.ts',
  'server/messaging/channels/accounts/shared-routes.ts',
  'server/messaging/dispatch/jobs.ts',
  'server/messaging/dispatch/scheduler.ts',
  'server/messaging/inbound/shared/quarantine.ts',
  'server/messaging/inbound/shared/routing.ts',
  'server/messaging/inbound/waiting/actions.ts',
  'server/people/address-changes/actions.ts',
  'server/people/identity/sign-in.ts',
  'server/people/invitations/accept.ts',
  'server/people/letters/jobs.ts',
  'server/people/password-resets/actions.ts',
  'server/people/sessions/routes.ts',
  'server/people/sessions/sign-in.ts',
  'server/program/first-access.ts',
  'server/program/forget-keys.ts',
  'server/program/lift-fence.ts',
  'server/program/parent.ts',
  'server/program/place.ts',
  'server/program/rotate-key.ts',
  'server/program/secret-key.ts',
  'server/worker/per-organization.ts',
  'server/worker/retention.ts',
]

const CALL = /\bdatabase\s*\.(transaction|pipeline|copied)\(/g

/** True if the call whose bracket is at `open` has a second argument. */
function hasOwner(code: string, open: number): boolean {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    const character = code[at] as string
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character) && --depth === 0) return false
    else if (character === ',' && depth === 1 && !/^,\s*\)/.test(code.slice(at))) return true
  }
  return false
}

test('a transaction names the organization that it is for, except those of the installation', () => {
  // A command has its own process and connections.
  const sources = readSources('server/**/*.ts').filter(({ path, isTest }) => !isTest && !path.startsWith('server/cli/'))
  const nameless = sources
    .filter(({ code }) =>
      [...code.matchAll(CALL)].some(({ 0: call, index }) => !hasOwner(code, index + call.length - 1)),
    )
    .map(({ path }) => path)
  holds(
    'What names none takes its turn among what the installation does by itself: name the organization as `owner`.',
    nameless.filter((path) => !OF_THE_INSTALLATION.includes(path)),
  )
  holds(
    'Whoever names an owner now is not to stand in the list any more.',
    OF_THE_INSTALLATION.filter((path) => !nameless.includes(path)),
  )
})
