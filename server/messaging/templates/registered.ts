// Matches a message's text with registered templates, as accounts may require. Compiled templates are cached per
// process for some seconds; changing a message reads them again.

import type { App } from '#kit/app.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Refusal } from '#kit/refusals.ts'
import { Remembered } from '#kit/remembered.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import type { Looked, RegisteredTemplate, RegisteredTemplates, SendingRule } from '#messaging/channels/sending-rules.ts'
import * as queries from './queries.ts'

/** The same as for templates that messages are made from. */
const KEPT_MS = 3000
/** The number of organizations whose templates a process caches. */
const ORGANIZATIONS_MAX = 500

export type Words = NonNullable<SendingRule['words']>

export interface FindRegistered {
  (organizationId: Uuid, channel: ChannelName, words: Words, text: string): Promise<Looked>
  /** The next lookup reads the current templates. */
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

/** The template that matches the text; `templates` is called only when one could. */
export async function look(
  text: string,
  { textMax }: Words,
  templates: () => RegisteredTemplates | Promise<RegisteredTemplates>,
): Promise<Looked> {
  return text.length > textMax ? { found: null, nearest: null, work: 0 } : (await templates()).find(text)
}

/** The result of the match: the template, or the refusal where a template is required. */
export function judged(looked: Looked, words: Words): RegisteredTemplate | Refusal {
  return looked.found ?? words.notFound(looked.nearest)
}
