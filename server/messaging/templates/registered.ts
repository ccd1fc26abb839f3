// What an account asks of the words of a message: of which registered template they are. Templates are read by whoever
// asks and made ready once: a process remembers them for some seconds, a change of one message reads them anew.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Refusal } from '#kit/refusals.ts'
import { Remembered } from '#kit/remembered.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Looked, RegisteredTemplate, RegisteredTemplates, SendingRule } from '#messaging/channels/sending-rules.ts'
import * as queries from './queries.ts'

/** As with templates that messages are made from. */
const KEPT_MS = 3000
/** Organizations whose templates a process remembers. */
const ORGANIZATIONS_MAX = 500

export type Words = NonNullable<SendingRule['words']>

export interface FindRegistered {
  (organizationId: Uuid, channel: ChannelName, words: Words, text: string): Promise<Looked>
  /** Whoever looks from now on looks at the templates as they are now. */
  forget(organizationId: Uuid, channel: ChannelName): void
}

export function createFindRegistered({ database }: Pick<App, 'database'>): FindRegistered {
  const remembered = new Map<ChannelName, Remembered<RegisteredTemplates>>()

  function ofChannel(channel: ChannelName, words: Words): Remembered<RegisteredTemplates> {
    const known = remembered.get(channel)
    if (known) return known
    const made = new Remembered<RegisteredTemplates>(
      async (organizationId) =>
        words.ready(
          await database.reads.rows<RegisteredTemplate>(queries.registered(organizationId as Uuid, channel, words)),
        ),
      { keptMs: KEPT_MS, keysMax: ORGANIZATIONS_MAX },
    )
    remembered.set(channel, made)
    return made
  }

  const find = async (organizationId: Uuid, channel: ChannelName, words: Words, text: string) =>
    look(text, words, () => ofChannel(channel, words).get(organizationId))
  return Object.assign(find, {
    forget: (organizationId: Uuid, channel: ChannelName) => remembered.get(channel)?.forget(organizationId),
  })
}

/** The template that the words are of; `templates` are asked for only where it could be one. */
export async function look(
  text: string,
  { textMax }: Words,
  templates: () => RegisteredTemplates | Promise<RegisteredTemplates>,
): Promise<Looked> {
  return text.length > textMax ? { found: null, nearest: null, work: 0 } : (await templates()).find(text)
}

/** What was made of the words: the template that they are of, or why they may not go where the rule holds. */
export function judged(looked: Looked, words: Words): RegisteredTemplate | Refusal {
  return looked.found ?? words.notFound(looked.nearest)
}
