// Names of the contract's operations in the SDK: `samvad.billing.recharges.create`. docs/decisions/sdk.md describes the
// rule that this file implements.

import type { Operation } from './contract.ts'

/**
 * Exceptions where the rule would give a clumsy or repetitive name. An operation keeps its SDK name as long as it keeps
 * its name in the contract.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // Sends several at once, next to `messages.send`.
  sendMessages: 'messages.sendBatch',
  // A state of the message, not a list of it.
  markMessageRead: 'messages.markRead',
  markMessageUnread: 'messages.markUnread',
  reactToMessage: 'messages.react',
  removeReaction: 'messages.removeReaction',
  // Counts for an unsaved filter, next to `segments.count` for a saved segment.
  countContactsOfFilter: 'segments.countFilter',
  countUnreadNotifications: 'notifications.countUnread',
  // One word for one thing.
  getNotificationPreferences: 'notificationPreferences.retrieve',
  retrieveUsage: 'billing.usage.list',
  // The verb is the noun of its path.
  searchEverything: 'search.everything',
  // Its path is a file.
  retrieveContract: 'contract.retrieve',
}

export interface Name {
  /** `['billing', 'recharges']`: the properties that lead to the method. */
  group: string[]
  name: string
}

/**
 * The group is the nouns of the path. When the last segment starts with the verb of the operation's name, it is an
 * action on the noun and names the method; otherwise the verb does.
 */
export function nameFor({ id, path }: Pick<Operation, 'id' | 'path'>): Name {
  const exception = EXCEPTIONS[id]
  if (exception) {
    const words = exception.split('.')
    return { group: words.slice(0, -1), name: words.at(-1) as string }
  }
  const verb = /^[a-z]+/.exec(id)?.[0] as string
  const segments = path.replace(/^(\/api)?\/v1\//, '').split('/')
  const last = segments.at(-1) as string
  const isDone = last.split('_')[0] === verb
  const nouns = (isDone ? segments.slice(0, -1) : segments).filter((segment) => !segment.startsWith('{'))
  return { group: nouns.map(camel), name: isDone ? camel(last) : verb }
}

/** Throws when names collide, with one sentence each. */
export function refuseCollisions(named: readonly (Name & { id: string })[], taken: ReadonlySet<string>): void {
  const faults: string[] = []
  const seen = new Map<string, string>()
  const groups = new Set(named.flatMap(({ group }) => group.map((_, end) => group.slice(0, end + 1).join('.'))))
  for (const { group, name, id } of named) {
    const full = [...group, name].join('.')
    const other = seen.get(full)
    if (other) faults.push(`${id} and ${other} would both be samvad.${full}`)
    if (groups.has(full)) faults.push(`${id} would be samvad.${full}, which holds other methods`)
    if (taken.has(group[0] as string))
      faults.push(`${id} would be under samvad.${group[0]}, which the client has itself`)
    seen.set(full, id)
  }
  const unused = Object.keys(EXCEPTIONS).filter((id) => !named.some((one) => one.id === id))
  if (unused.length > 0) faults.push(`no operation is called ${unused.join(', ')} any more`)
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\nName them in sdk/generate/names.ts.`)
}

export const camel = (text: string): string => text.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())

export function pascal(text: string): string {
  const name = camel(text.replaceAll('.', '_'))
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** `MessagesDeliveriesApi` for `samvad.messages.deliveries`. */
export const classNameOf = (group: readonly string[]): string => `${group.map(pascal).join('')}Api`
